import type { ColumnShape } from '../shape.js';
import { identifier, text } from './quoting.js';

/** The default, that of a sequence included. */
export function columnDefault({ default: value, sequence }: ColumnShape): string | undefined {
  if (sequence === undefined) return value;
  const { schema, name } = sequence;
  return `nextval(${text(schema === undefined ? identifier(name) : `${identifier(schema)}.${identifier(name)}`)})`;
}

/** Functions that give one value to all rows of a statement, and words that look like functions. */
const STEADY = new Set([
  'now',
  'current_timestamp',
  'current_time',
  'localtime',
  'localtimestamp',
  'transaction_timestamp',
  'statement_timestamp',
  'timezone',
  'date_trunc',
  'current_setting',
  'coalesce',
  'nullif',
  'cast',
  'lower',
  'upper',
  'to_char',
  'make_interval',
]);

/** A default that may differ from row to row: PostgreSQL works it out for each and writes the table anew ("ALTER TABLE", Notes). */
export function volatileDefault(column: ColumnShape): string | undefined {
  const value = columnDefault(column);
  if (value === undefined || column.generated !== undefined || column.identity !== undefined) return undefined;
  return isSteady(value) ? undefined : value;
}

/** Whether an expression is the same for all rows of a statement. */
export function isSteady(value: string): boolean {
  const bare = value.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/::\s*[\w ."]+\([\d, ]*\)/g, '');
  const calls = [...bare.matchAll(/([\w."]+)\s*\(/g)].map(([, name = '']) => name.toLowerCase());
  return calls.every((name) => STEADY.has(name));
}
