import type { Parameter } from '../drivers/session.js';
import { bound, columnAt } from './columns.js';
import { compared } from './comparison.js';
import { ALWAYS, allOf, anyOf, around, type Condition, inParentheses, NEVER, PLACE } from './condition.js';
import { arrayOf, jsonItem, jsonOf } from './long-list.js';
import { qualified, type Source } from './source.js';

/** More keys are not written as alternatives. */
const FEW_KEYS = 64;

/** The rows whose columns have one of several lists of values; a list with a null in it fits none. */
export function ofKeys(
  source: Source,
  positions: readonly number[],
  keys: readonly (readonly unknown[])[],
  not: boolean,
): Condition {
  const whole = keys.filter((key) => !key.includes(null));
  const [only] = positions;
  if (positions.length === 1 && only !== undefined) {
    const values = whole.map(([value]) => value);
    return compared(source, only, values, not ? 'NOT IN' : 'IN', false);
  }
  if (whole.length === 0) return not ? ALWAYS : NEVER;
  const many = whole.length > FEW_KEYS ? manyKeys : alternatives;
  const all = many(source, positions, whole);
  return not ? around('NOT (', all, ')') : all;
}

function alternatives(source: Source, positions: readonly number[], keys: readonly (readonly unknown[])[]): Condition {
  return anyOf(
    keys.map((key) =>
      inParentheses(allOf(positions.map((position, index) => compared(source, position, key[index], '=', false)))),
    ),
  );
}

function manyKeys(source: Source, positions: readonly number[], keys: readonly (readonly unknown[])[]): Condition {
  const { table } = source;
  const left = `(${positions.map((position) => qualified(source, position)).join(', ')}) IN (`;
  const rows = keys.map((key) => positions.map((position, index) => bound(columnAt(table, position), key[index])));
  switch (table.vendor) {
    case 'pgsql': {
      // An empty list of the column's type tells the server what the other one is.
      const places = positions.map(
        (position) =>
          `COALESCE(${PLACE}, (SELECT array_agg(${columnAt(table, position).quoted}) FROM ${table.quoted} WHERE FALSE))`,
      );
      const arrays = positions.map((_, index) => arrayOf(rows.map((row) => row[index] ?? null)));
      return { text: `${left}SELECT * FROM unnest(${places.join(', ')}))`, values: arrays };
    }
    case 'sqlite': {
      if (rows.some((row) => row.some((value) => value instanceof Uint8Array)))
        return alternatives(source, positions, keys);
      const isWhole = positions.map((position) => columnAt(table, position).kind === 'whole');
      const jsonRow = (row: readonly Parameter[]): string =>
        jsonOf(row.map((value, index) => jsonItem(value, isWhole[index])));
      const items = positions.map((_, index) => `json_extract(value, '$[${String(index)}]')`);
      return {
        text: `${left}SELECT ${items.join(', ')} FROM json_each(${PLACE}))`,
        values: [jsonOf(rows.map(jsonRow))],
      };
    }
    case 'mysql': {
      const row = `(${positions.map(() => PLACE).join(', ')})`;
      return { text: `${left}${rows.map(() => row).join(', ')})`, values: rows.flat() };
    }
  }
}
