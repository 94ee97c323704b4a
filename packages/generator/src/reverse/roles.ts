import type { NamedKey, NamedTable } from '../schema/build/relation-names.js';

/** Who refers to the row in a role, where the same table is at both ends. */
const COUNTERPARTS: ReadonlyMap<string, string> = new Map([
  ['Boss', 'Subordinate'],
  ['Manager', 'Subordinate'],
  ['Mentor', 'Mentee'],
  ['Original', 'Copy'],
  ['Parent', 'Child'],
  ['Predecessor', 'Successor'],
  ['Supervisor', 'Subordinate'],
]);

/** Ends of a column's name that say "a key" and nothing about whose. */
const KEY_WORDS = ['Id', 'ID', 'Uuid', 'UUID', 'Guid', 'GUID', 'Fk', 'FK'];

/** Words that need another behind them: `from_id` points at the `FromIssue`. */
const PREPOSITIONS = new Set(['After', 'At', 'Before', 'By', 'For', 'From', 'In', 'Of', 'On', 'To', 'With']);

const lastWord = (name: string): string => /[A-Z][^A-Z]*$/.exec(name)?.[0] ?? '';

/**
 * What a relation is to the row that has it, by its column: `billing_address_id` is its `BillingAddress`. Nothing where the
 * column does not tell. `plainName` is what the foreign table is called unless it is given a name.
 */
export function relationRole({ columns, foreignTable }: NamedKey, plainName: string): string | undefined {
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0) return undefined;
  const local = column.local.memberName;
  const end = [...KEY_WORDS, lastWord(column.foreign.memberName)].find(
    (word) => word !== '' && local.endsWith(word) && local !== word,
  );
  const beginning = /^(?:Id|ID|Fk|FK)(?=[A-Z][a-z])/.exec(local)?.[0];
  if (end !== undefined || beginning !== undefined) {
    const role = end === undefined ? local.slice(beginning?.length) : local.slice(0, -end.length);
    if (role === plainName) return foreignTable.className;
    return PREPOSITIONS.has(role) ? role + foreignTable.className : role;
  }
  // The column itself is called so: `created_by` is a number, and `CreatedByUser` a row; so are `label` and `LabelRow`.
  if (local === foreignTable.className) return `${local}Row`;
  return PREPOSITIONS.has(lastWord(local)) ? local + foreignTable.className : undefined;
}

/**
 * The same where the column has the name that the relation would want: `author` and `editor` of a post are numbers, and
 * `AuthorUser` and `EditorUser` are rows. Nothing where the usual name says enough.
 */
export function ambiguousRole({ columns, foreignTable }: NamedKey, usual: string): string | undefined {
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0 || usual === foreignTable.className) return undefined;
  const local = column.local.memberName;
  return local.endsWith(foreignTable.className) ? `${local}Row` : local + foreignTable.className;
}

/** What the row at the other end calls those that refer to it: `BillingOrder`, or `Child` in the same table. */
export function reverseRole(role: string, table: NamedTable, { foreignTable }: NamedKey): string | undefined {
  const isWhole = !role.endsWith(foreignTable.className);
  const quality = isWhole ? role : role.slice(0, -foreignTable.className.length);
  if (foreignTable !== table) return quality + table.className;
  const counterpart = COUNTERPARTS.get(quality);
  if (counterpart !== undefined) return isWhole ? counterpart : counterpart + table.className;
  return quality === '' ? undefined : quality + table.className;
}
