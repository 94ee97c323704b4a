import { stringValue } from '../sql-strings.js';
import { text } from './quoting.js';
import { dialect } from './script.js';
import { typeParts } from './type-text.js';

const NUMBERS = new Set(['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']);
const TEXTS = new Set(['text', 'character varying', 'character', 'bpchar']);

export const isNumberType = (name: string): boolean => NUMBERS.has(name);
export const isTextType = (name: string): boolean => TEXTS.has(name);

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

interface Literal {
  readonly value: string;
  readonly cast: string | undefined;
}

const STRING = /E'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'/;
const CAST = /\w[\w .]*(?:\([\d, ]+\))?[\w ]*(?:\[\])?|"[^"]+"(?:\."[^"]+")?/;
const LITERAL = new RegExp(`^(${STRING.source})(?:::(?!.*::)(${CAST.source}))?$`, 's');

/** `'text'::type`, `'text'` or `E'back\\slash'`, and nothing else. */
export function literalOf(sql: string): Literal | undefined {
  const match = LITERAL.exec(sql);
  if (!match) return undefined;
  const [, literal = '', cast] = match;
  return { value: stringValue(literal, dialect), cast };
}

/**
 * A default in one spelling, so that `'0'::numeric`, `(0)::numeric` and `0` are one: a plain literal where it is nothing
 * but a value of the column, and otherwise what the server printed. `own` are names of the column's type in the database, `type` is
 * what the catalog calls it. Undefined for NULL, which is the same as no default.
 */
export function canonicalDefault(sql: string, own: readonly string[], type: string): string | undefined {
  if (/^NULL(::[^']+)?$/.test(sql)) return undefined;
  const column = typeParts(type);
  if (column.name === 'bytea') return sql;
  if (isNumberType(column.name) && column.array === '') {
    const number = /^\((-?[\d.]+)\)::([a-z ]+)$/.exec(sql);
    const written = number && isNumberType(number[2] ?? '') ? (number[1] ?? '') : (literalOf(sql)?.value ?? sql);
    return PLAIN_NUMBER.test(written) ? written : sql;
  }
  const literal = literalOf(sql);
  if (literal === undefined) return sql;
  // A cast to a size may cut the value.
  if (literal.cast?.includes('(') === true) return sql;
  const cast = literal.cast === undefined ? undefined : typeParts(literal.cast);
  const isOwn =
    cast === undefined ||
    [...own, type]
      .map(typeParts)
      .some((other) => unquoted(other.name) === unquoted(cast.name) && other.array === cast.array) ||
    (isTextType(column.name) && column.array === '' && isTextType(cast.name));
  return isOwn ? text(literal.value) : sql;
}

/** A cast has quotes where the name of a type without its size is a word of SQL: `"bit"`. */
const unquoted = (name: string): string => name.replaceAll('"', '');
