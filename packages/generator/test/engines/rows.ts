import type { Column, Table } from '../../src/model/model.js';
import type { EngineDatabase, Row } from '../support/engines.js';
import { constraintsOf, hasForeignKeys } from './expected-catalog.js';
import { quoteName, readable, sample } from './literals.js';

/** Literals by column; a column that is not there is left to the database. */
export type Values = ReadonlyMap<Column, string>;

/** PostgreSQL's partitions are no part of a schema, and a table without one takes no row. */
export const MEASURED_PARTITION = 'CREATE TABLE measured_low PARTITION OF measured FOR VALUES FROM (0) TO (1000)';

/** Writes rows into the tables of a model, with the rows they need. */
export class Rows {
  /** Tables whose rows no ROLLBACK takes back. */
  readonly #lasting: readonly Table[];

  constructor(
    readonly database: EngineDatabase,
    tables: readonly Table[],
  ) {
    this.#lasting = tables.filter((table) => !hasForeignKeys(database.engine, table));
  }

  /** Runs in a transaction that never stays. */
  async tried<T>(work: () => Promise<T>): Promise<T> {
    await this.database.query('BEGIN');
    try {
      return await work();
    } finally {
      await this.database.query('ROLLBACK');
      for (const table of this.#lasting) await this.database.query(`DELETE FROM ${this.table(table)}`);
    }
  }

  /** The message with which the database refuses a statement; an error of the test when it does not. */
  async refusal(sql: string): Promise<string> {
    try {
      await this.database.query(sql);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    throw new Error(`accepted: ${sql}`);
  }

  literal(column: Column, n: number): string {
    return sample(this.database.adapter, column, n);
  }

  /** All columns of a row with the number `n`; foreign keys that may be NULL are, so that cycles end. */
  values(table: Table, n: number, changes: Values = new Map()): Values {
    const keyed = new Set(
      constraintsOf(this.database.engine, table).flatMap((key) => key.columns.map(({ local }) => local)),
    );
    const values = new Map<Column, string>();
    for (const column of table.columns) {
      if (column.generated) continue;
      values.set(column, keyed.has(column) && !column.notNull ? 'NULL' : this.literal(column, n));
    }
    for (const [column, literal] of changes) values.set(column, literal);
    return values;
  }

  insertSql(table: Table, values: Values): string {
    const columns = [...values.keys()].map((column) => this.name(column.name)).join(', ');
    return `INSERT INTO ${this.table(table)} (${columns}) VALUES (${[...values.values()].join(', ')})`;
  }

  /** The row with the number `n`, after the rows that its required foreign keys need. */
  async ensure(table: Table, n: number, changes: Values = new Map()): Promise<void> {
    await this.ensureParents(table, n);
    const where = this.where(table.primaryKey.length > 0 ? table.primaryKey : table.columns.slice(0, 1), n);
    const existing = await this.database.query(`SELECT 1 FROM ${this.table(table)} WHERE ${where}`);
    if (existing.length === 0) await this.database.query(this.insertSql(table, this.values(table, n, changes)));
  }

  async ensureParents(table: Table, n: number): Promise<void> {
    for (const key of constraintsOf(this.database.engine, table)) {
      const required = key.columns.every(({ local }) => local.notNull);
      if (required && key.foreignTable !== table) await this.ensure(key.foreignTable, n);
    }
  }

  where(columns: readonly Column[], n: number): string {
    return columns.map((column) => `${this.name(column.name)} = ${this.literal(column, n)}`).join(' AND ');
  }

  /** The columns of the one row with the number `n` in its primary key, as text. */
  async read(table: Table, columns: readonly Column[], where: string): Promise<readonly Row[]> {
    const list = columns.map((column, i) => `${readable(this.database.adapter, column)} AS c${i}`).join(', ');
    const rows = await this.database.query(`SELECT ${list} FROM ${this.table(table)} WHERE ${where}`);
    return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column.name, row[`c${i}`] ?? null])));
  }

  table(table: Table): string {
    return (table.schema === undefined ? '' : `${this.name(table.schema)}.`) + this.name(table.name);
  }

  name(name: string): string {
    return quoteName(this.database.adapter, name);
  }
}
