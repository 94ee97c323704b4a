import pluralize from 'pluralize';
import type { ForeignKeyDraft, TableDraft } from './draft.js';

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

/**
 * Names the relations of a table in both directions where the schema does not: by the other table, and with
 * `RelatedBy<columns>` where that alone would not tell them apart. The names are Propel's.
 */
export function nameRelations(table: TableDraft): void {
  for (const key of table.foreignKeys) {
    const foreign = key.foreignTable as TableDraft;
    if (key.phpName === '') key.phpName = foreign.phpName + relatedBy(table, foreign, key);
    if (key.refPhpName === '') key.refPhpName = table.phpName + refRelatedBy(table, foreign, key);
    key.refPhpNamePlural = plural(key.refPhpName);
  }
}

const keysBetween = (from: TableDraft, to: TableDraft): ForeignKeyDraft[] =>
  from.foreignKeys.filter((key) => key.foreignTable === to);

const localNames = (key: ForeignKeyDraft): string => key.columns.map(({ local }) => local.phpName).join('');

function relatedBy(table: TableDraft, foreign: TableDraft, key: ForeignKeyDraft): string {
  const ambiguous =
    foreign === table || keysBetween(table, foreign).length > 1 || keysBetween(foreign, table).length > 0;
  return ambiguous ? `RelatedBy${localNames(key)}` : '';
}

function refRelatedBy(table: TableDraft, foreign: TableDraft, key: ForeignKeyDraft): string {
  const siblings = keysBetween(table, foreign);
  if (foreign === table) {
    const names = key.columns.map((reference) => reference.foreign.phpName).join('');
    return `RelatedBy${names}${siblings.length > 1 ? siblings.indexOf(key) : ''}`;
  }
  const ambiguous = siblings.length > 1 || keysBetween(foreign, table).length > 0;
  return ambiguous ? `RelatedBy${localNames(key)}` : '';
}
