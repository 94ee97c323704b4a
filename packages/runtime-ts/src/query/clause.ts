import type { Parameter } from '../drivers/session.js';
import { InvalidQueryError, UnknownColumnError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import { bound, columnAt, qualified } from './columns.js';
import { PLACE, type Sql } from './condition.js';
import { likePattern } from './like-pattern.js';

/** What can be given for a placeholder of SQL that a developer wrote; a list stands for as many placeholders in parentheses. */
export type ClauseValue = string | number | bigint | boolean | object | null;

/**
 * Literals, quoted names and comments, which are left alone; placeholders; names, with dots or without; numbers; blanks;
 * operators; the rest.
 */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\?\?|\?|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\.[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)*|\d[\w.]*|\s+|<=>|->>?|#>>?|@>|<@|<<|>>|=>|<=|>=|<>|!=|&&|\|\||::|[\s\S]/gu;

const COMPARED: ReadonlySet<string> = new Set(['=', '<>', '!=', '<', '>', '<=', '>=', '<=>']);

/**
 * SQL that a developer wrote: names such as `Book.title` become columns, values are bound. It is never a place for text from
 * outside; that belongs into the values.
 */
export function clause(table: TableMap, text: string, values: readonly ClauseValue[]): Sql {
  if (typeof text !== 'string' || text.includes(PLACE)) throw new InvalidQueryError('A clause is SQL as a text.');
  const tokens = text.match(TOKENS) ?? [];
  const words = tokens.filter((token) => token.trim() !== '' && !/^(?:--|\/\*)/.test(token));
  const bind: Parameter[] = [];
  let sql = '';
  let used = 0;
  let word = -1;
  for (const token of tokens) {
    if (words[word + 1] === token) word += 1;
    const column = token === '?' ? undefined : columnOf(table, token);
    if (token === '?') {
      if (used >= values.length) throw miscounted(text, values.length);
      sql += places(table, comparedWith(table, words, word), values[used], bind);
      used += 1;
    } else sql += column === undefined ? token : qualified(table, column);
  }
  if (used < values.length) throw miscounted(text, values.length);
  return { text: sql, values: bind };
}

const miscounted = (text: string, count: number): InvalidQueryError =>
  new InvalidQueryError(`The clause "${text}" has another number of placeholders than of values (${String(count)}).`);

/** The position of a column of the table that is named with it: `Book.title`, `book.title`. */
function columnOf({ model, name, columns }: TableMap, token: string): number | undefined {
  const [prefix, column, ...more] = /^[A-Za-z_\u0080-\uffff]/u.test(token) ? token.split('.') : [];
  if (column === undefined || more.length > 0 || (prefix !== model && prefix !== name)) return undefined;
  const position = columns.findIndex((each) => each.property === column || each.name === column);
  if (position === -1) throw new UnknownColumnError(`"${name}" has no column "${column}".`);
  return position;
}

/** Words between which an operand stands alone. */
const AROUND: ReadonlySet<string> = new Set([
  '',
  '(',
  ')',
  ',',
  'AND',
  'OR',
  'NOT',
  'WHERE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
]);

/** What the placeholder at a word is compared with: a column, a pattern, or something else. */
function comparedWith(table: TableMap, words: readonly string[], at: number): number | 'pattern' | undefined {
  const word = (index: number): string => words[index]?.toUpperCase() ?? '';
  if (word(at - 1) === 'LIKE' || word(at - 1) === 'ILIKE') return 'pattern';
  // A column has to be a whole side of the comparison: beside something that is worked out, a value is no value of it.
  if (COMPARED.has(word(at + 1)) && AROUND.has(word(at - 1)) && AROUND.has(word(at + 3))) {
    return columnOf(table, words[at + 2] ?? '');
  }
  if (!AROUND.has(word(at + 1))) return undefined;
  let operator = word(at - 1) === '(' && word(at - 2) === 'IN' ? at - 2 : at - 1;
  if (word(operator) === 'AND' && word(operator - 2) === 'BETWEEN') operator -= 2;
  if (!COMPARED.has(word(operator)) && word(operator) !== 'IN' && word(operator) !== 'BETWEEN') return undefined;
  const left = word(operator - 1) === 'NOT' ? operator - 2 : operator - 1;
  return AROUND.has(word(left - 1)) ? columnOf(table, words[left] ?? '') : undefined;
}

function places(table: TableMap, target: number | 'pattern' | undefined, value: unknown, bind: Parameter[]): string {
  if (Array.isArray(value)) {
    if (value.length === 0) throw new InvalidQueryError('The list of a clause is empty: leave the condition out.');
    return `(${value.map((each: unknown) => places(table, target, each, bind)).join(', ')})`;
  }
  if (value === null) {
    bind.push(null);
    return PLACE;
  }
  if (target === 'pattern' && typeof value === 'string') {
    const { text, sql } = likePattern(value);
    bind.push(text);
    return PLACE + sql;
  }
  if (typeof target === 'number') {
    bind.push(bound(columnAt(table, target), value));
    return PLACE;
  }
  bind.push(scalar(value));
  return table.vendor === 'sqlite' && typeof value === 'number' && !Number.isInteger(value)
    ? `CAST(${PLACE} AS REAL)`
    : PLACE;
}

/** A value that no column says anything about. */
function scalar(value: unknown): Parameter {
  switch (typeof value) {
    case 'string':
    case 'bigint':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      break;
    case 'boolean':
      return value ? 1 : 0;
    default:
      if (value instanceof Uint8Array) return value;
  }
  throw new InvalidQueryError(
    'A value of a clause cannot be bound: give a text, a finite number, a bigint, a boolean, bytes, null, or a list of these.',
  );
}
