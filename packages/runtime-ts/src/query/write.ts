import { InvalidQueryError, InvalidValueError, UnknownColumnError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import { type ClauseValue, clause, onlyNames } from './clause.js';
import { bound, columnAt } from './columns.js';
import { around, joined, PLACE, plain, type Sql } from './condition.js';
import type { QueryParts } from './parts.js';
import { chosen } from './select.js';
import { rootOf } from './source.js';

/** A value that the database works out. */
export class SqlExpression {
  readonly text: string;
  readonly values: readonly ClauseValue[];

  constructor(text: string, values: readonly ClauseValue[]) {
    this.text = text;
    this.values = values;
  }
}

/**
 * A value that the database works out: `update({ pages: sql('Book.pages + ?', 1) })`. The SQL is the developer's own; what
 * comes from outside goes into the values.
 */
export const sql = (text: string, ...values: readonly ClauseValue[]): SqlExpression => new SqlExpression(text, values);

export function deleteOf(table: TableMap, parts: QueryParts): Sql {
  return ofRows(table, plain(`DELETE FROM ${table.quoted}`), parts);
}

export function updateOf(table: TableMap, values: object, parts: QueryParts): Sql {
  const set = Object.entries(values).map(([property, value]) => assignment(table, property, value));
  if (set.length === 0) throw new InvalidQueryError('update() needs the columns to set.');
  return ofRows(table, around(`${table.update} `, joined(set, ', '), ''), parts);
}

function assignment(table: TableMap, property: string, value: unknown): Sql {
  const position = table.columns.findIndex((column) => column.property === property);
  if (position === -1 || position === table.generated) {
    throw new UnknownColumnError(`"${table.name}" has no column "${property}" that can be set.`);
  }
  const column = columnAt(table, position);
  const { quoted } = column;
  if (value === undefined) {
    throw new InvalidValueError(
      `"${property}" of "${table.name}" is undefined, which is no value: leave it out, or give null.`,
    );
  }
  if (value instanceof SqlExpression)
    return around(`${quoted} = `, clause(onlyNames(rootOf(table)), value.text, value.values), '');
  return { text: `${quoted} = ${PLACE}`, values: [value === null ? null : bound(column, value)] };
}

function ofRows(table: TableMap, statement: Sql, parts: QueryParts): Sql {
  const whole = chosen(table, statement, parts);
  if (whole !== undefined) return whole;
  throw new InvalidQueryError(
    `${table.model} has no primary key, so only a query with conditions of its own can change rows of it.`,
  );
}
