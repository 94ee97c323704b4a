import type { Parameter } from '../drivers/session.js';
import type { TableMap } from '../model/table-map.js';
import { type Condition, PLACE } from './condition.js';

/** `IN` of many values; nothing where they can only be written as places. */
export function inMany(
  { vendor }: TableMap,
  column: string,
  values: readonly Parameter[],
  not: boolean,
  lower: boolean,
): Condition | undefined {
  if (vendor === 'pgsql') {
    const array = arrayOf(values);
    const inLower = `LOWER(${column}) ${not ? 'NOT IN' : 'IN'} (SELECT LOWER(v) FROM unnest(CAST(${PLACE} AS text[])) v)`;
    // The server takes the type of the elements from the column.
    return { text: lower ? inLower : `${column}${not ? ' <> ALL (' : ' = ANY ('}${PLACE})`, values: [array] };
  }
  if (vendor !== 'sqlite') return undefined;
  const is = not ? ' NOT IN (' : ' IN (';
  if (values.some((value) => value instanceof Uint8Array)) {
    const literals = values.map((value) => `X'${value instanceof Uint8Array ? hex(value) : ''}'`);
    return { text: `${column}${is}${literals.join(', ')})`, values: [] };
  }
  const list = lower ? `LOWER(${column})${is}SELECT LOWER(value)` : `${column}${is}SELECT value`;
  return { text: `${list} FROM json_each(${PLACE}))`, values: [jsonOf(values.map((value) => jsonItem(value)))] };
}

/** An array of PostgreSQL as text. */
export function arrayOf(values: readonly Parameter[]): string {
  const items = values.map((value) => {
    const text = value instanceof Uint8Array ? `\\x${hex(value)}` : String(value);
    return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${items.join(',')}}`;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A list as JSON; digits of whole numbers are numbers there. */
export const jsonOf = (items: readonly string[]): string => `[${items.join(',')}]`;

export const jsonItem = (value: Parameter, isWhole = false): string => {
  if (isWhole) return String(BigInt(String(value)));
  return JSON.stringify(typeof value === 'bigint' ? String(value) : value);
};
