import { printable, quoted } from '../../diagnostics/printable.js';
import type { Column } from '../../model/model.js';
import type { ListStatements } from '../../plan/lists.js';
import type { SqlValue } from '../../platforms/connection.js';
import type { ListStep, ListValue } from '../../platforms/lists.js';

/** Which list: the values of its scope columns, as the database gave them. */
export type ListScope = readonly SqlValue[];

/** A planned statement for one list, with the values of its placeholders. */
export function bound(
  { parts, values }: ListStep,
  { conditions }: ListStatements,
  scope: ListScope,
  given: Partial<Readonly<Record<ListValue, SqlValue>>>,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const chosen = conditions.map(([equal, isNull], index) => ((scope[index] ?? null) === null ? isNull : equal));
  const condition = chosen.length === 0 ? '1 = 1' : chosen.join(' AND ');
  return {
    sql: parts.join(condition),
    values: values.flatMap((name) => {
      if (name === 'scope') return scope.filter((value) => value !== null);
      return name === 'values' ? scope : [given[name] ?? null];
    }),
  };
}

/** A value of a scope column for `--json`, the same on every vendor. */
export function plainValue(value: SqlValue, { family }: Column): string | number | boolean | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (value instanceof Date) return value.toISOString();
  if (family === 'boolean') return /^(t|true|1)$/i.test(String(value));
  const number = Number(value);
  return family === 'integer' && Number.isSafeInteger(number) ? number : String(value);
}

/** `user_id = 5, kind = "new"`; nothing for a table that is one list. */
export function shownScope(scope: ListScope, columns: readonly Column[]): string {
  return columns
    .map((column, index) => {
      const raw = scope[index] ?? null;
      const value = plainValue(raw, column);
      const shown =
        value === null
          ? 'NULL'
          : typeof value !== 'string'
            ? String(value)
            : raw instanceof Uint8Array
              ? `0x${value}`
              : column.family === 'integer' || column.family === 'decimal'
                ? printable(value)
                : quoted(value, 40);
      return `${printable(column.name)} = ${shown}`;
    })
    .join(', ');
}

/** Orders lists by their scope: numbers by their size, the rest by their text, NULL last. */
export function compareScopes(a: ListScope, b: ListScope, columns: readonly Column[]): number {
  for (const [index, column] of columns.entries()) {
    const order = compare(a[index] ?? null, b[index] ?? null, column);
    if (order !== 0) return order;
  }
  return 0;
}

function compare(a: SqlValue, b: SqlValue, column: Column): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (column.family === 'integer') {
    const [left, right] = [BigInt(String(a)), BigInt(String(b))];
    return Number(left > right) - Number(left < right);
  }
  const [left, right] = [String(plainValue(a, column)), String(plainValue(b, column))];
  return Number(left > right) - Number(left < right);
}
