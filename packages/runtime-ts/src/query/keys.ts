import { bound, columnAt } from './columns.js';
import { compared } from './comparison.js';
import { ALWAYS, allOf, anyOf, around, type Condition, inParentheses, NEVER } from './condition.js';
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
  const rows = keys.map((key) => positions.map((position, index) => bound(columnAt(table, position), key[index])));
  const columns = positions.map((position) => {
    const { quoted, kind } = columnAt(table, position);
    return { quoted, isWhole: kind === 'whole' };
  });
  const inside = table.dialect.keysInMany({ table: table.quoted, columns, rows });
  if (inside === undefined) return alternatives(source, positions, keys);
  const left = positions.map((position) => qualified(source, position)).join(', ');
  return around(`(${left}) IN (`, inside, ')');
}
