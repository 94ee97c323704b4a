import { counted } from '../summary.js';
import { type Finding, findingsOf, ok } from './finding.js';
import type { Check, Subject } from './subject.js';

/** The schema: there, and valid for the vendors of its connections. */
export const schemaCheck: Check = {
  title: 'Project',
  find: (subject) => Promise.resolve(schemaFindings(subject)),
};

function schemaFindings({ config, project }: Subject): readonly Finding[] {
  if (config.value === undefined) return [];
  const findings = findingsOf(project.diagnostics, 'schema:check');
  if (project.value === undefined) return findings;
  const databases = project.value.models.map(
    ({ database }) => `${database.name} with ${counted(database.tables.length, 'table')}`,
  );
  return [ok(`schema: ${databases.join(', ') || 'no database of these connections'}`), ...findings];
}
