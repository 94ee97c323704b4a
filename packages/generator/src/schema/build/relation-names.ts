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
  readonly phpName: string;
  readonly foreignKeys: readonly NamedKey[];
}

export interface NamedKey {
  readonly foreignTable: NamedTable;
  readonly columns: readonly {
    readonly local: { readonly phpName: string };
    readonly foreign: { readonly phpName: string };
  }[];
}

/**
 * Names the relations of a table in both directions where the schema does not: by the other table, and with
 * `RelatedBy<columns>` where that alone would not tell them apart. The names are Propel's.
 */
export function nameRelations(table: TableDraft): void {
  for (const key of table.foreignKeys) {
    if (key.phpName === '') key.phpName = usualName(table, key);
    if (key.refPhpName === '') key.refPhpName = usualReverseName(table, key);
    key.refPhpNamePlural = plural(key.refPhpName);
  }
}

const keysBetween = (from: NamedTable, to: NamedTable): NamedKey[] =>
  from.foreignKeys.filter((key) => key.foreignTable === to);

const localNames = (key: NamedKey): string => key.columns.map(({ local }) => local.phpName).join('');

/** What a relation is called unless the schema says it. */
export function usualName(table: NamedTable, key: NamedKey): string {
  const { foreignTable: foreign } = key;
  const ambiguous =
    foreign === table || keysBetween(table, foreign).length > 1 || keysBetween(foreign, table).length > 0;
  return foreign.phpName + (ambiguous ? `RelatedBy${localNames(key)}` : '');
}

/** What the foreign table calls it. */
export function usualReverseName(table: NamedTable, key: NamedKey): string {
  const { foreignTable: foreign } = key;
  const siblings = keysBetween(table, foreign);
  if (foreign === table) {
    const names = key.columns.map((reference) => reference.foreign.phpName).join('');
    return `${table.phpName}RelatedBy${names}${siblings.length > 1 ? siblings.indexOf(key) : ''}`;
  }
  const ambiguous = siblings.length > 1 || keysBetween(foreign, table).length > 0;
  return table.phpName + (ambiguous ? `RelatedBy${localNames(key)}` : '');
}
