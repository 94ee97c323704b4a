import type { Cell, Row } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import type { Filled } from '../write/turn.js';
import { placeholder } from './placeholders.js';
import type { TableMap } from './table-map.js';

/** Inserts a row and gives it as a query would. What neither `values` nor `filled` has is left to the database. */
export async function insertRow(table: TableMap, values: object, con: Connection, filled?: Filled): Promise<Row> {
  const { vendor, columns, generated } = table;
  const row: Cell[] = columns.map(({ initial = null }) => initial);
  const names: string[] = [];
  const cells: Cell[] = [];
  for (const [position, { property, quoted, value }] of columns.entries()) {
    const isFilled = filled?.has(position) === true;
    if (!isFilled && !Object.hasOwn(values, property)) continue;
    const given: unknown = Reflect.get(values, property);
    if (given === undefined && !isFilled) throw undefinedValue(table, property);
    const written = isFilled ? filled.get(position) : given === null ? null : (value.write(given as never) as Cell);
    const cell = written ?? null;
    row[position] = cell;
    names.push(quoted);
    cells.push(cell);
  }
  const places = cells.map((_, index) => placeholder(vendor, index + 1));
  const sql =
    cells.length === 0
      ? table.insertDefaults
      : `${table.insert} (${names.join(', ')}) VALUES (${places.join(', ')})${table.returning}`;
  const { rows, insertId } = await con.run({ sql, values: cells });
  if (generated !== undefined) row[generated] = rows[0]?.[0] ?? insertId ?? null;
  return row;
}

const undefinedValue = ({ name }: TableMap, property: string): InvalidValueError =>
  new InvalidValueError(`"${property}" of "${name}" is undefined, which is no value: leave it out, or give null.`);
