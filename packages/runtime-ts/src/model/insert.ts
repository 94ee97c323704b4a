import type { Cell, Row } from '../drivers/session.js';
import { InvalidValueError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import type { Filled } from '../write/turn.js';
import { storedCell } from './stored-cell.js';
import type { ColumnMap, TableMap } from './table-map.js';

/**
 * Inserts a row and gives it as a query would. What neither `values` nor `filled` has is left to the database, and read once it is
 * there.
 */
export async function insertRow(table: TableMap, values: object, con: Connection, filled?: Filled): Promise<Row> {
  const { dialect, columns, generated } = table;
  const row: Cell[] = columns.map(({ initial = null }) => initial);
  const cells: Cell[] = [];
  let names = '';
  let places = '';
  let isIncomplete = false;
  for (const [position, column] of columns.entries()) {
    const { property, quoted } = column;
    if (isReadLater(column)) {
      Reflect.deleteProperty(row, position);
      continue;
    }
    const fill = filled?.get(position);
    const isGiven = fill !== undefined || Object.hasOwn(values, property);
    if (column.filled === 'always' || (!isGiven && column.filled === 'default')) isIncomplete = true;
    if (column.filled === 'always' || (!isGiven && column.filled !== 'now')) continue;
    const given: unknown = Reflect.get(values, property);
    if (isGiven && fill === undefined && given === undefined) throw undefinedValue(table, property);
    const cell =
      fill ?? (fill === null ? null : isGiven ? storedCell(table, column, given) : (column.value.now?.() as Cell));
    row[position] = cell;
    const between = cells.length === 0 ? '' : ', ';
    names += between + quoted;
    places += between + dialect.placeholder(cells.push(cell));
  }
  const sql =
    cells.length === 0 ? table.insertDefaults : `${table.insert} (${names}) VALUES (${places})${table.returning}`;
  const { rows, insertId } = await con.run({ sql, values: cells });
  if (generated !== undefined) row[generated] = rows[0]?.[0] ?? insertId ?? null;
  return isIncomplete ? readRow(table, row, con) : row;
}

/** Worked out by the database, and read when it is asked for. */
export const isReadLater = ({ lazy, filled }: ColumnMap): boolean => lazy === true && filled === 'always';

/** The row of the key of another as the database has it. */
export async function readRow({ find, key }: TableMap, row: Row, con: Connection): Promise<Row> {
  const { rows } = await con.run({ sql: find, values: key.map((position) => row[position] ?? null) });
  return rows[0] ?? row;
}

const undefinedValue = ({ name }: TableMap, property: string): InvalidValueError =>
  new InvalidValueError(`"${property}" of "${name}" is undefined, which is no value: leave it out, or give null.`);
