import pluralize from 'pluralize';
import type { TableDraft } from './draft.js';

const plurals = new Map<string, string>();

/** The plural of a CamelCase name: its last word decides, so `SalesPerson` gives `SalesPeople`. */
export function plural(name: string): string {
  const [word = name] = /[A-Z][^A-Z]*$/.exec(name) ?? [];
  let known = plurals.get(word);
  if (known === undefined) {
    known = pluralize.plural(word);
    plurals.set(word, known);
  }
  return name.slice(0, name.length - word.length) + known;
}

/** What names of relations are made of. */
export interface NamedTable {
  readonly className: string;
  readonly foreignKeys: readonly NamedKey[];
}

export interface NamedKey {
  readonly foreignTable: NamedTable;
  readonly columns: readonly {
    readonly local: { readonly memberName: string };
    readonly foreign: { readonly memberName: string };
  }[];
}

/**
 * Names the relations of a table in both directions where the schema does not: by the other table, and with
 * `RelatedBy<columns>` where that alone would not tell them apart. The names are Propel's.
 */
export function nameRelations(table: TableDraft): void {
  for (const key of table.foreignKeys) {
    if (key.relationName === '') key.relationName = usualName(table, key);
    if (key.backName === '') key.backName = usualReverseName(table, key);
    key.backNamePlural = plural(key.backName);
  }
}

const keysBetween = (from: NamedTable, to: NamedTable): NamedKey[] =>
  from.foreignKeys.filter((key) => key.foreignTable === to);

const localNames = (key: NamedKey): string => key.columns.map(({ local }) => local.memberName).join('');

/** What a relation is called unless the schema says it. */
export function usualName(table: NamedTable, key: NamedKey): string {
  const { foreignTable: foreign } = key;
  const ambiguous =
    foreign === table || keysBetween(table, foreign).length > 1 || keysBetween(foreign, table).length > 0;
  return foreign.className + (ambiguous ? `RelatedBy${localNames(key)}` : '');
}

/** What the foreign table calls it. */
export function usualReverseName(table: NamedTable, key: NamedKey): string {
  const { foreignTable: foreign } = key;
  const siblings = keysBetween(table, foreign);
  if (foreign === table) {
    const names = key.columns.map((reference) => reference.foreign.memberName).join('');
    return `${table.className}RelatedBy${names}${siblings.length > 1 ? siblings.indexOf(key) : ''}`;
  }
  const ambiguous = siblings.length > 1 || keysBetween(foreign, table).length > 0;
  return table.className + (ambiguous ? `RelatedBy${localNames(key)}` : '');
}
