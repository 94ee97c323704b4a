import { Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { targetsOf } from '../../targets/registry.js';
import { counted } from '../summary.js';
import { type Finding, findingsOf, notChecked, ok, problem } from './finding.js';
import type { Check, Subject } from './subject.js';

const REST = notChecked('schema, connections, generated files and databases, which need a configuration');

/** The configuration: found, valid, and wise. */
export const configurationCheck: Check = { title: 'Project', find: configurationFindings };

async function configurationFindings({ config }: Subject): Promise<readonly Finding[]> {
  if (config.value === undefined) {
    if (config.diagnostics[0]?.code === 'config/not-found') {
      return [problem('there is no configuration file here', 'orm init'), REST];
    }
    return [...findingsOf(config.diagnostics, 'schema:check'), REST];
  }
  const reporter = new Reporter();
  for (const target of targetsOf(config.value)) (await target.config()).check(config.value, reporter);
  // What has no DSN is a matter of the connections.
  const diagnostics = reporter.diagnostics.filter(({ code }) => code !== 'config/not-connectable');
  const files = config.value.sources.map(({ path }) => printable(path)).join(', ');
  return [
    ok(`${files}: ${counted(config.value.connections.size, 'connection')}`),
    ...findingsOf(diagnostics, 'config:convert --dry-run'),
  ];
}
