import type { Connection } from '@ormgen/runtime';
import type { KnownTable, OutsideChanges } from './scenario.js';

/** A value as the scenarios have it, whatever the driver hands over. */
export type Cell = string | number | null;

/** The tables of the scenarios as plain SQL sees them. */
export class Tables {
  readonly #known: Readonly<Record<string, KnownTable>>;
  /** The keys of rows by name, once they were seen: for when the row is gone. */
  readonly #keys = new Map<string, readonly Cell[]>();
  /** The table of every row that the scenario names. */
  readonly #tables = new Map<string, string>();

  constructor(known: Readonly<Record<string, KnownTable>>) {
    this.#known = known;
  }

  of(table: string): KnownTable {
    const found = this.#known[table];
    if (found === undefined) throw new Error(`tables.json has no table ${table}`);
    return found;
  }

  /** The table of an object, whose class may extend the one of the table. */
  ofObject(object: object): string {
    const classes: string[] = [];
    for (let each: unknown = object; each instanceof Object; each = Object.getPrototypeOf(each)) {
      classes.push(each.constructor.name);
    }
    return Object.keys(this.#known).find((table) => classes.includes(this.of(table).class)) ?? '';
  }

  isSortable(table: string): boolean {
    return this.of(table).rank !== undefined;
  }

  declare(row: string, table: string): void {
    this.#tables.set(row, table);
  }

  tableOf(row: string): string {
    const found = this.#tables.get(row);
    if (found === undefined) throw new Error(`the scenario has no row ${row}`);
    return found;
  }

  used(): readonly string[] {
    return [...new Set(this.#tables.values())];
  }

  async insert(con: Connection, table: string, row: string, values: Readonly<Record<string, Cell>>): Promise<void> {
    const { name, fill } = this.of(table);
    const all = { ...fill, ...values, [name]: row };
    const columns = Object.keys(all).map((column) => quoted(con, column));
    const places = columns.map(() => '?');
    const sql = `INSERT INTO ${quoted(con, table)} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
    await read(con, sql, Object.values(all));
    this.declare(row, table);
    await this.key(con, row);
  }

  async key(con: Connection, row: string): Promise<readonly Cell[]> {
    const known = this.#keys.get(row);
    if (known !== undefined) return known;
    const table = this.tableOf(row);
    const { key, name } = this.of(table);
    const columns = key.map((column) => quoted(con, column)).join(', ');
    const sql = `SELECT ${columns} FROM ${quoted(con, table)} WHERE ${quoted(con, name)} = ?`;
    const [found] = await read(con, sql, [row]);
    if (found === undefined) throw new Error(`there is no row ${row} in ${table}`);
    const cells = found.map(asWhole);
    this.#keys.set(row, cells);
    return cells;
  }

  /** The keys of all rows that are there or were seen. One that was inserted again has another. */
  async keys(con: Connection): Promise<ReadonlyMap<string, readonly Cell[]>> {
    for (const [row, table] of this.#tables) {
      if ((await this.value(con, row, this.of(table).name)) === undefined) continue;
      this.#keys.delete(row);
      await this.key(con, row);
    }
    return this.#keys;
  }

  /** The scope that a key of `lists` names: values between `|`; whole numbers, `null`, `@row` for a key, and texts. */
  async scope(con: Connection, table: string, text: string): Promise<readonly Cell[]> {
    if ((this.of(table).scope ?? []).length === 0) return [];
    const values: Cell[] = [];
    for (const part of text.split('|')) {
      if (part === 'null') values.push(null);
      else if (part.startsWith('@')) values.push((await this.key(con, part.slice(1)))[0] ?? null);
      else values.push(asWhole(part));
    }
    return values;
  }

  /** The rows of a list with their ranks, in the order of these; with `isRanked` false those of a scope that have none. */
  async rows(con: Connection, table: string, scope: string, isRanked = true): Promise<readonly [string, number][]> {
    const { name, rank = '', scope: columns = [] } = this.of(table);
    const values = await this.scope(con, table, scope);
    const where = [
      `${quoted(con, rank)} IS ${isRanked ? 'NOT NULL' : 'NULL'}`,
      ...columns.map((column, index) => `${quoted(con, column)} ${values[index] === null ? 'IS NULL' : '= ?'}`),
    ];
    const order = `${quoted(con, rank)}, ${quoted(con, name)}`;
    const sql =
      `SELECT ${quoted(con, name)}, ${quoted(con, rank)} FROM ${quoted(con, table)} ` +
      `WHERE ${where.join(' AND ')} ORDER BY ${order}`;
    const given = values.filter((value) => value !== null);
    return (await read(con, sql, given)).map(([row, found]) => [String(row), Number(found)]);
  }

  /** The lists of a table whose ranks are not 1 to n. */
  async wrongLists(con: Connection, table: string): Promise<readonly string[]> {
    const { rank = '', scope = [] } = this.of(table);
    const columns = scope.map((column) => quoted(con, column));
    const at = quoted(con, rank);
    const wanted = [...columns, 'COUNT(*)', `COUNT(DISTINCT ${at})`, `MIN(${at})`, `MAX(${at})`].join(', ');
    const groups = columns.length === 0 ? '' : ` GROUP BY ${columns.join(', ')}`;
    const sql = `SELECT ${wanted} FROM ${quoted(con, table)} WHERE ${at} IS NOT NULL${groups}`;
    const lists = await read(con, sql);
    const isWrong = (row: readonly Cell[]): boolean => {
      const [rows = 0, ranks, lowest, highest] = row.slice(-4).map(Number);
      return rows > 0 && (ranks !== rows || lowest !== 1 || highest !== rows);
    };
    return lists.filter(isWrong).map((row) => JSON.stringify(row));
  }

  /** A column of a row as text; undefined without the row. */
  async value(con: Connection, row: string, column: string): Promise<string | null | undefined> {
    const table = this.tableOf(row);
    const from = `${quoted(con, table)} WHERE ${quoted(con, this.of(table).name)} = ?`;
    const [found] = await read(con, `SELECT ${quoted(con, column)} FROM ${from}`, [row]);
    if (found === undefined) return undefined;
    const [cell = null] = found;
    return cell === null ? null : String(cell);
  }

  /** The names of all rows of a table. */
  async names(con: Connection, table: string): Promise<readonly string[]> {
    const name = quoted(con, this.of(table).name);
    return (await read(con, `SELECT ${name} FROM ${quoted(con, table)} ORDER BY ${name}`)).map(([row]) => String(row));
  }

  /** How many rows the header table of a table has. */
  async headers(con: Connection, table: string): Promise<number> {
    const [row] = await read(con, `SELECT COUNT(*) FROM ${quoted(con, `${table}_list`)}`);
    return Number(row?.[0]);
  }

  async change(con: Connection, changes: OutsideChanges): Promise<void> {
    const rowOf = (row: string): [table: string, condition: string] => {
      const table = this.tableOf(row);
      return [quoted(con, table), `WHERE ${quoted(con, this.of(table).name)} = ?`];
    };
    for (const row of changes.delete ?? []) {
      const [table, condition] = rowOf(row);
      await read(con, `DELETE FROM ${table} ${condition}`, [row]);
    }
    for (const [row, values] of Object.entries(changes.set ?? {})) {
      const [table, condition] = rowOf(row);
      for (const [column, value] of Object.entries(values)) {
        await read(con, `UPDATE ${table} SET ${quoted(con, column)} = ? ${condition}`, [value, row]);
      }
    }
  }
}

export const quoted = ({ vendor }: Connection, name: string): string =>
  vendor === 'mysql' ? `\`${name}\`` : `"${name}"`;

/** Runs a statement with a `?` for each value. */
export async function read(
  con: Connection,
  sql: string,
  values: readonly Cell[] = [],
): Promise<readonly (readonly Cell[])[]> {
  let place = 0;
  const numbered = con.vendor === 'pgsql' ? sql.replaceAll('?', () => `$${String(++place)}`) : sql;
  const { rows } = await con.run({ sql: numbered, values });
  return rows.map((row) => row.map(plain));
}

function plain(cell: string | number | bigint | Uint8Array | null): Cell {
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString();
  return typeof cell === 'bigint' ? Number(cell) : cell;
}

/** Drivers hand over whole numbers as texts, too. */
const asWhole = (cell: Cell): Cell => (typeof cell === 'string' && /^-?\d+$/.test(cell) ? Number(cell) : cell);
