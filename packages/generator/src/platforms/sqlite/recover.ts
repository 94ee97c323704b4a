import { COLUMN_TYPES } from '../../model/column-type.js';
import { splitList } from '../../model/value-list.js';
import { isXmlText } from '../../text/xml-text.js';
import type { CatalogColumn, CatalogTable } from '../catalog.js';
import type { RecoveredColumn } from '../introspection.js';
import { canonicalType, isRowIdType, readDeclaredType } from './declared-type.js';
import { recoverDefault } from './default-text.js';
import { isWord, nameOf, type Token, tokens } from './tokens.js';

/** A column in the words of a schema: the inverse of `types.ts` and of the default and the check that `ddl.ts` writes. */
export function recover(column: CatalogColumn, table: CatalogTable): RecoveredColumn {
  const stated = statedType(column, table);
  const { default: sql } = column;
  return sql === undefined ? stated : { ...stated, default: recoverDefault(stated, sql) };
}

/** Case and spaces mean nothing in a declared type, and no type at all is BLOB. */
export function sameType(written: string, catalog: string): boolean {
  const shown = canonicalType(catalog);
  return canonicalType(written) === (shown === '' ? 'BLOB' : shown);
}

function statedType(column: CatalogColumn, table: CatalogTable): RecoveredColumn {
  const declared = readDeclaredType(column.type);
  for (const check of table.checks) {
    const condition = conditionOn(column.name, check.sql);
    if (!condition) continue;
    const labels = COLUMN_TYPES[declared.type].family === 'text' ? labelsOf(condition) : undefined;
    if (labels) {
      const width = Math.max(...labels.map((label) => Array.from(label).length));
      const isOurs = canonicalType(column.type) === `VARCHAR(${String(width)})`;
      return { type: 'ENUM', valueSet: labels, checks: [check], ...(isOurs ? {} : { sqlType: column.type }) };
    }
    if (canonicalType(column.type) === 'TEXT' && isJsonValid(condition, column.name)) {
      return { type: 'JSON', checks: [check] };
    }
  }
  const { type, size, scale, foreign } = declared;
  const isVerbatim = foreign || wouldBeRowId(column, table);
  return isVerbatim ? { type, sqlType: column.type } : { type, size, scale };
}

/** `INT PRIMARY KEY` is a key beside the row id, `INTEGER PRIMARY KEY` is the row id. */
function wouldBeRowId({ name, type }: CatalogColumn, { primaryKey, vendor }: CatalogTable): boolean {
  const isKey = primaryKey?.columns.length === 1 && primaryKey.columns[0] === name && !vendor.has('withoutRowid');
  return isKey && canonicalType(type) === 'INTEGER' && !isRowIdType(type);
}

/**
 * What a check says of the one column that it begins or ends with, behind its name: `IN ('a', 'b')`. That NULL passes
 * is true of every check, so `c IS NULL OR …` and `… OR c IS NULL` say nothing more.
 */
function conditionOn(column: string, sql: string): readonly Token[] | undefined {
  let parts = tokens(sql).filter(({ kind }) => kind !== 'space');
  const isColumn = (token: Token | undefined): boolean =>
    token !== undefined && /^(word|quoted)$/.test(token.kind) && nameOf(token).toLowerCase() === column.toLowerCase();
  const isNull = (at: number): boolean =>
    isColumn(parts[at]) && isWord(parts[at + 1], 'IS') && isWord(parts[at + 2], 'NULL');
  if (isNull(0) && isWord(parts[3], 'OR')) parts = parts.slice(4);
  else if (isNull(parts.length - 3) && isWord(parts.at(-4), 'OR')) parts = parts.slice(0, -4);
  return isColumn(parts[0]) || isWord(parts[0], 'JSON_VALID') ? parts : undefined;
}

/** The labels of `c IN ('a', 'b')`, if a value set can hold them. */
function labelsOf(condition: readonly Token[]): string[] | undefined {
  const [, word, opening, ...list] = condition;
  if (!isWord(word, 'IN') || opening?.text !== '(' || list.pop()?.text !== ')') return undefined;
  const isList = list.every(({ kind, text }, at) => (at % 2 === 0 ? kind === 'string' : text === ','));
  if (!isList || list.length % 2 === 0) return undefined;
  const labels = list.filter(({ kind }) => kind === 'string').map(nameOf);
  const again = splitList(labels.join(','));
  const isWhole = again.length === labels.length && again.every((label, at) => label === labels[at]);
  const distinct = new Set(labels.map((label) => label.toLowerCase()));
  return isWhole && distinct.size === labels.length && isXmlText(labels.join('')) ? labels : undefined;
}

function isJsonValid([call, opening, argument, closing, ...rest]: readonly Token[], column: string): boolean {
  return (
    isWord(call, 'JSON_VALID') &&
    opening?.text === '(' &&
    argument !== undefined &&
    nameOf(argument).toLowerCase() === column.toLowerCase() &&
    closing?.text === ')' &&
    rest.length === 0
  );
}
