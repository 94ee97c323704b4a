import { quoted } from '../../diagnostics/printable.js';
import { type Finding, notChecked } from './finding.js';
import type { Check, Subject } from './subject.js';

const MOST_NAMES = 5;

/** Lists are looked into by a command of their own, which reads every row of them. */
export const listsCheck: Check = { title: 'Lists', find: (subject) => Promise.resolve(listFindings(subject)) };

function listFindings({ project }: Subject): readonly Finding[] {
  const tables = (project.value?.models ?? []).flatMap(({ database }) =>
    database.tables.filter(({ behaviors }) => behaviors.some(({ name }) => name === 'sortable')),
  );
  if (tables.length === 0) return [];
  const names = tables.slice(0, MOST_NAMES).map(({ name }) => quoted(name));
  const more = tables.length > MOST_NAMES ? ' …' : '';
  return [notChecked(`the lists of ${names.join(', ')}${more}, of which every row is read`, 'orm list:check')];
}
