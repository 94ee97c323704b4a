import type { Parameter } from '../drivers/session.js';
import { InvalidQueryError, UnknownColumnError } from '../errors/orm-error.js';
import { checkedText } from '../values/texts.js';
import { bound, columnAt } from './columns.js';
import { PLACE, type Sql } from './condition.js';
import type { Join } from './join.js';
import { likePattern } from './like-pattern.js';
import { qualified, type Source } from './source.js';

/** What can be given for a placeholder of SQL that a developer wrote; a list stands for as many placeholders in parentheses. */
export type ClauseValue = string | number | bigint | boolean | object | null;

/** The tables that a clause can name. */
export interface Names {
  /** The one that the query it was given to is about. */
  readonly own: Source;
  readonly root: Source;
  readonly joins: readonly Join[];
}

export const onlyNames = (root: Source): Names => ({ own: root, root, joins: [] });

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
export function clause(names: Names, text: string, values: readonly ClauseValue[]): Sql {
  if (typeof text !== 'string' || text.includes(PLACE)) throw new InvalidQueryError('A clause is SQL as a text.');
  const tokens = text.match(TOKENS) ?? [];
  const words = tokens.filter((token) => token.trim() !== '' && !/^(?:--|\/\*)/.test(token));
  const bind: Parameter[] = [];
  let sql = '';
  let used = 0;
  let word = -1;
  for (const token of tokens) {
    if (words[word + 1] === token) word += 1;
    const column = token === '?' ? undefined : columnOf(names, token);
    if (token === '?') {
      if (used >= values.length) throw miscounted(text, values.length);
      sql += places(names, comparedWith(names, words, word), values[used], bind);
      used += 1;
    } else sql += column === undefined ? token : qualified(column.source, column.position);
  }
  if (used < values.length) throw miscounted(text, values.length);
  return { text: sql, values: bind };
}

const miscounted = (text: string, count: number): InvalidQueryError =>
  new InvalidQueryError(`The clause "${text}" has another number of placeholders than of values (${String(count)}).`);

interface NamedColumn {
  readonly source: Source;
  readonly position: number;
}

/** The column of a name with its table before it: `Book.title`, `book.title`, `Author.name` of a join. */
function columnOf(names: Names, token: string): NamedColumn | undefined {
  if (!/^[A-Za-z_\u0080-\uffff]/u.test(token) || !token.includes('.')) return undefined;
  const dot = token.lastIndexOf('.');
  const source = sourceOf(names, token.slice(0, dot));
  if (source === undefined) return undefined;
  const column = token.slice(dot + 1);
  const position = source.table.columns.findIndex((each) => each.property === column || each.name === column);
  if (position === -1) throw new UnknownColumnError(`"${source.table.name}" has no column "${column}".`);
  return { source, position };
}

/** The table that a name stands for: an alias, a joined relation, or a table's own name. */
function sourceOf({ own, root, joins }: Names, name: string): Source | undefined {
  const isTable = ({ table }: Source): boolean => name === table.model || name === table.name;
  if (own.name === name) return own;
  if (root.alias !== '' && root.name === name) return root;
  const joined = joins.map(({ source }) => source);
  return joined.find((source) => source.name === name) ?? [root, ...joined].find(isTable);
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
function comparedWith(names: Names, words: readonly string[], at: number): NamedColumn | 'pattern' | undefined {
  const word = (index: number): string => words[index]?.toUpperCase() ?? '';
  if (word(at - 1) === 'LIKE' || word(at - 1) === 'ILIKE') return 'pattern';
  // A column has to be a whole side of the comparison: beside something that is worked out, a value is no value of it.
  if (COMPARED.has(word(at + 1)) && AROUND.has(word(at - 1)) && AROUND.has(word(at + 3))) {
    return columnOf(names, words[at + 2] ?? '');
  }
  if (!AROUND.has(word(at + 1))) return undefined;
  let operator = word(at - 1) === '(' && word(at - 2) === 'IN' ? at - 2 : at - 1;
  if (word(operator) === 'AND' && word(operator - 2) === 'BETWEEN') operator -= 2;
  if (!COMPARED.has(word(operator)) && word(operator) !== 'IN' && word(operator) !== 'BETWEEN') return undefined;
  const left = word(operator - 1) === 'NOT' ? operator - 2 : operator - 1;
  return AROUND.has(word(left - 1)) ? columnOf(names, words[left] ?? '') : undefined;
}

function places(names: Names, target: NamedColumn | 'pattern' | undefined, value: unknown, bind: Parameter[]): string {
  if (Array.isArray(value)) {
    if (value.length === 0) throw new InvalidQueryError('The list of a clause is empty: leave the condition out.');
    return `(${value.map((each: unknown) => places(names, target, each, bind)).join(', ')})`;
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
  if (typeof target === 'object') {
    bind.push(bound(columnAt(target.source.table, target.position), value));
    return PLACE;
  }
  bind.push(scalar(value));
  return typeof value === 'number' && !Number.isInteger(value) ? names.root.table.dialect.fraction : PLACE;
}

/** A value that no column says anything about. */
function scalar(value: unknown): Parameter {
  switch (typeof value) {
    case 'string':
      return checkedText(value);
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
