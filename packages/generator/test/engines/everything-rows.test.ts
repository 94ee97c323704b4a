import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexedColumns, uniqueColumns } from '../../src/model/index-columns.js';
import type { Column, ForeignKey, ReferentialAction, Table } from '../../src/model/model.js';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { type InsertedEverything, insertEverything } from '../support/everything.js';
import { constraintsOf, isChecked } from './expected-catalog.js';
import { comparable, expectedDefault } from './expected-defaults.js';
import { quoteText } from './literals.js';
import { MEASURED_PARTITION, Rows } from './rows.js';

/** Numbers of rows: the one that is referred to, the one that refers, a second name for the first, and nobody. */
const PARENT = 5;
const CHILD = 6;
const RENAMED = 7;
const NOBODY = 99;

describe.each(ENGINES)('rows of the schema with everything on %s', (engine) => {
  const missing = missingEngine(engine);
  if (missing !== undefined) {
    it.skip(missing);
    return;
  }
  let all: InsertedEverything;
  let rows: Rows;
  let tables: Table[];
  const adapter = adapterOf(engine);

  beforeAll(async () => {
    all = await insertEverything(engine);
    tables = all.model.tables.filter((table) => !table.skipSql);
    rows = new Rows(all.database, tables);
    if (adapter === 'pgsql') await all.database.query(MEASURED_PARTITION);
  });
  afterAll(() => all.close());

  const columnsWhere = (wanted: (column: Column) => boolean): [Table, Column][] =>
    tables.flatMap((table) =>
      table.columns
        .filter((column) => !column.generated && wanted(column))
        .map((column): [Table, Column] => [table, column]),
    );
  const keys = (): ForeignKey[] => tables.flatMap((table) => [...constraintsOf(engine, table)]);

  /**
   * Required columns in which two engines take NULL for a wish: SQLite numbers an INTEGER that is the whole primary key
   * ("ROWIDs and the INTEGER PRIMARY KEY"), and MariaDB puts the time into a TIMESTAMP ("TIMESTAMP": automatic values).
   */
  const fillsIn = (table: Table, column: Column): boolean =>
    engine === 'sqlite'
      ? column.type === 'INTEGER' && column.primaryKey && table.primaryKey.length === 1
      : engine === 'mariadb' && column.type === 'TIMESTAMP';

  /**
   * MySQL checks foreign keys above InnoDB since 9.6 (innodb_native_foreign_keys = OFF) and overlooks two kinds of row:
   * one whose key is found by a longer index with a NULL in its other columns, and one whose composite key refers to its
   * own table with a first column that refers to itself.
   */
  const isOverlooked = (key: ForeignKey): boolean => {
    const locals = key.columns.map(({ local }) => local);
    const isLonger = (index: readonly Column[]): boolean =>
      locals.every((column, i) => index[i] === column) && index.slice(locals.length).some((column) => !column.notNull);
    const longer = [...key.table.uniques, ...key.table.indexes].some((index) => isLonger(indexedColumns(index)));
    const [first] = key.columns;
    return engine === 'mysql9' && (longer || (locals.length > 1 && first?.local === first?.foreign));
  };

  /** Tries a row with one column changed, with what it refers to in place. */
  const withColumn = (table: Table, column: Column, literal: string): Promise<string> =>
    rows.tried(async () => {
      await rows.ensureParents(table, PARENT);
      return rows.refusal(rows.insertSql(table, rows.values(table, PARENT, new Map([[column, literal]]))));
    });

  it('gives every column its default', async () => {
    for (const table of tables) {
      const defaulted = table.columns.filter((column) => column.default);
      if (defaulted.length === 0) continue;
      const given = new Map([...rows.values(table, PARENT)].filter(([column]) => column.notNull && !column.default));
      if (given.size === 0) throw new Error(`table ${table.name} has no column to find its row by`);
      const [row] = await rows.tried(async () => {
        await rows.ensureParents(table, PARENT);
        for (const key of constraintsOf(engine, table)) {
          // The default of such a column in the schema is 1.
          if (key.columns.some(({ local }) => local.default)) await rows.ensure(key.foreignTable, 1);
        }
        await all.database.query(rows.insertSql(table, given));
        return rows.read(table, defaulted, '1 = 1');
      });
      for (const column of defaulted) {
        const expected = expectedDefault(engine, table, column);
        const read = comparable(row?.[column.name] ?? null, expected, column);
        const where = `${table.name}.${column.name}`;
        if (expected instanceof RegExp) expect(read, where).toMatch(expected);
        else expect(read, where).toEqual(expected);
      }
    }
  });

  it('refuses NULL in every required column', async () => {
    const required = columnsWhere((column) => column.notNull && !column.autoIncrement);
    expect(required.length).toBeGreaterThan(100);
    for (const [table, column] of required) {
      if (fillsIn(table, column)) continue;
      // PostgreSQL looks for the partition of a row first.
      const words = table.partitionBy === undefined ? /null/i : /null|no partition/i;
      expect(await withColumn(table, column, 'NULL')).toMatch(words);
    }
  });

  it('takes NULL in every other column', async () => {
    const nullable = columnsWhere((column) => !column.notNull);
    for (const [table, column] of nullable) {
      await rows.tried(() => rows.ensure(table, PARENT, new Map([[column, 'NULL']])));
    }
  });

  it('takes every label of an ENUM and no other, and gives it back', async () => {
    const enums = columnsWhere((column) => column.family === 'enum');
    for (const [table, column] of enums) {
      for (const [place, label] of column.valueSet.entries()) {
        const stored = column.enumStorage === 'index' ? String(place) : label;
        const read = await rows.tried(async () => {
          await rows.ensure(table, PARENT, new Map([[column, quoteText(adapter, stored)]]));
          return rows.read(table, [column], rows.where(table.primaryKey, PARENT));
        });
        expect(read).toEqual([{ [column.name]: stored }]);
      }
      const wrong = column.enumStorage === 'index' ? ['-1', String(column.valueSet.length)] : ["'?'", "''"];
      for (const literal of wrong) {
        expect(await withColumn(table, column, literal)).toMatch(
          /check|constraint|truncated|out of range|invalid input value for enum/i,
        );
      }
    }
  });

  it('takes every mask of a SET and none beyond', async () => {
    for (const [table, column] of columnsWhere((candidate) => candidate.family === 'set')) {
      const most = 2n ** BigInt(column.valueSet.length) - 1n;
      for (const mask of [0n, 1n, most]) {
        await rows.tried(() => rows.ensure(table, PARENT, new Map([[column, String(mask)]])));
      }
      for (const mask of ['-1', ...(column.valueSet.length < 63 ? [String(most + 1n)] : [])]) {
        expect(await withColumn(table, column, mask)).toMatch(/check|constraint/i);
      }
    }
  });

  it('works out generated columns, and takes no other value', async () => {
    const table = tables.find(({ name }) => name === 'generated');
    if (table === undefined) throw new Error('no table with generated columns');
    const made = table.columns.filter((column) => column.generated);
    expect(made.map(({ name }) => name)).toEqual(['total', 'size', ...(adapter === 'pgsql' ? [] : ['half'])]);
    const changes = new Map(table.columns.filter(({ name }) => name === 'price').map((column) => [column, '202']));
    const [row] = await rows.tried(async () => {
      await rows.ensure(table, PARENT, new Map([...changes]));
      return rows.read(table, made, '1 = 1');
    });
    expect(row).toEqual({
      total: String(202 * PARENT),
      size: 'large',
      ...(adapter === 'pgsql' ? {} : { half: '101' }),
    });
    for (const column of made) expect(await withColumn(table, column, '1')).toMatch(/generated|DEFAULT/i);
  });

  it('refuses rows that break a check of the schema', async () => {
    const guarded = tables.filter(({ checks }) => checks.length > 0);
    expect(guarded.map(({ name }) => name)).toEqual(['guarded']);
    const refused = [
      ['price', '-1'],
      ['price', '1000001'],
      ['discount', '99999'],
      ...(engine === 'sqlite' ? [['price', "'x'"]] : []),
    ];
    for (const [name, literal = ''] of refused) {
      for (const table of guarded) {
        const column = table.columns.find((candidate) => candidate.name === name);
        if (column === undefined) throw new Error(`no column ${name ?? ''}`);
        expect(await withColumn(table, column, literal)).toMatch(/check|constraint/i);
      }
    }
  });

  it('refuses what is no JSON', async () => {
    const documents = columnsWhere((column) => column.family === 'json');
    for (const [table, column] of documents) {
      expect(await withColumn(table, column, "'{broken'")).toMatch(/json|check|constraint/i);
    }
    expect(documents.some(([, column]) => isChecked(engine, column))).toBe(engine === 'sqlite' || engine === 'mariadb');
  });

  it('refuses a second row with the values of a primary key or unique', async () => {
    for (const table of tables) {
      const uniques = [table.primaryKey, ...table.uniques.map((unique) => uniqueColumns(unique) ?? [])];
      for (const columns of uniques.filter((list) => list.length > 0)) {
        const twin = new Map(columns.map((column) => [column, rows.literal(column, PARENT)]));
        const message = await rows.tried(async () => {
          await ensureAllParents(table, columns);
          await rows.ensureParents(table, CHILD);
          await all.database.query(rows.insertSql(table, rows.values(table, PARENT, twin)));
          return rows.refusal(rows.insertSql(table, rows.values(table, CHILD, twin)));
        });
        expect(message, table.name).toMatch(/unique|duplicate/i);
      }
    }
  });

  it('takes two NULLs in a unique', async () => {
    for (const table of tables) {
      for (const unique of table.uniques) {
        const nullable = indexedColumns(unique).filter((column) => !column.notNull);
        if (nullable.length === 0 || unique.nullsNotDistinct) continue;
        const nothing = new Map(nullable.map((column) => [column, 'NULL']));
        await rows.tried(async () => {
          await rows.ensure(table, PARENT, nothing);
          await rows.ensure(table, CHILD, nothing);
        });
      }
    }
  });

  it('numbers the rows of every table that has an auto-increment column', async () => {
    for (const [table, column] of columnsWhere((candidate) => candidate.autoIncrement)) {
      const read = await rows.tried(async () => {
        const numbers: string[] = [];
        for (const n of [PARENT, CHILD]) {
          await rows.ensureParents(table, n);
          const values = new Map([...rows.values(table, n)].filter(([candidate]) => candidate !== column));
          const sql =
            values.size > 0 ? rows.insertSql(table, values) : `INSERT INTO ${rows.table(table)} DEFAULT VALUES`;
          await all.database.query(adapter === 'mysql' ? sql.replace('DEFAULT VALUES', '() VALUES ()') : sql);
          const [last] = await all.database.query(
            `SELECT MAX(${rows.name(column.name)}) AS n FROM ${rows.table(table)}`,
          );
          numbers.push(last?.['n'] ?? '');
        }
        return numbers.map(Number);
      });
      expect(read[0], table.name).toBeGreaterThan(0);
      expect(read[1], table.name).toBeGreaterThan(read[0] ?? 0);
    }
  });

  it('refuses every foreign key that refers to nobody, and takes one that refers to a row', async () => {
    expect(keys().length).toBeGreaterThan(40);
    for (const key of keys()) {
      if (isOverlooked(key)) continue;
      const message = await rows.tried(async () => {
        await ensureOtherParents(key);
        return rows.refusal(`${rows.insertSql(key.table, childValues(key, NOBODY))}${IMMEDIATELY}`);
      });
      expect(message, key.name).toMatch(/foreign key/i);
      // SQLite does not say which key it was.
      if (engine !== 'sqlite') expect(message).toContain(key.name);
      await rows.tried(() => insertFamily(key));
    }
  });

  it('does at a DELETE what onDelete says', async () => {
    for (const key of keys()) {
      const statement = `DELETE FROM ${rows.table(key.foreignTable)} WHERE ${parentWhere(key)}`;
      await follows(key, key.onDelete, statement, []);
    }
  });

  it('does at an UPDATE what onUpdate says', async () => {
    for (const key of keys()) {
      const changes = key.columns.map(
        ({ foreign }) => `${rows.name(foreign.name)} = ${rows.literal(foreign, RENAMED)}`,
      );
      const statement = `UPDATE ${rows.table(key.foreignTable)} SET ${changes.join(', ')} WHERE ${parentWhere(key)}`;
      const renamed = key.columns.map(({ local }) => rows.literal(local, RENAMED));
      await follows(key, key.onUpdate, statement, [renamed.join()]);
    }
  });

  /** A key that is checked at the end of the transaction is checked now. */
  const IMMEDIATELY = adapter === 'pgsql' ? '; SET CONSTRAINTS ALL IMMEDIATE' : '';

  const parentWhere = (key: ForeignKey): string =>
    rows.where(
      key.columns.map(({ foreign }) => foreign),
      PARENT,
    );

  const childValues = (key: ForeignKey, parent: number): ReadonlyMap<Column, string> =>
    rows.values(key.table, CHILD, new Map(key.columns.map(({ local }) => [local, rows.literal(local, parent)])));

  async function ensureOtherParents(key: ForeignKey): Promise<void> {
    for (const other of constraintsOf(engine, key.table)) {
      const required = other.columns.every(({ local }) => local.notNull);
      if (other !== key && required && other.foreignTable !== key.table) await rows.ensure(other.foreignTable, CHILD);
    }
  }

  /** What the columns refer to, when they belong to foreign keys. */
  async function ensureAllParents(table: Table, columns: readonly Column[]): Promise<void> {
    for (const key of constraintsOf(engine, table)) {
      if (key.foreignTable === table) continue;
      if (key.columns.some(({ local }) => local.notNull || columns.includes(local))) {
        await rows.ensure(key.foreignTable, PARENT);
      }
    }
  }

  async function insertFamily(key: ForeignKey): Promise<void> {
    await ensureOtherParents(key);
    await rows.ensure(key.foreignTable, PARENT);
    await all.database.query(rows.insertSql(key.table, childValues(key, PARENT)));
  }

  /** Runs a statement on the row that is referred to and looks what became of the row that refers. */
  async function follows(
    key: ForeignKey,
    action: ReferentialAction | undefined,
    statement: string,
    cascaded: readonly string[],
  ): Promise<void> {
    await rows.tried(async () => {
      await insertFamily(key);
      await rows.ensureParents(key.foreignTable, RENAMED);
      if (action === 'SET DEFAULT') await rows.ensure(key.foreignTable, 1);
      if (action === undefined || action === 'RESTRICT' || action === 'NO ACTION') {
        expect(await rows.refusal(statement + IMMEDIATELY), key.name).toMatch(/foreign key/i);
        return;
      }
      await all.database.query(statement);
      const own = key.columns.map(({ local }) => local);
      const others = key.table.columns.filter((column) => !own.includes(column) && column.family === 'integer');
      const self =
        others.length > 0
          ? rows.where(
              others.filter((column) => column.primaryKey),
              CHILD,
            )
          : '';
      const read = await rows.read(key.table, own, self === '' ? '1 = 1' : self);
      const found = read.map((row) => own.map((column) => row[column.name] ?? 'NULL').join());
      const expected = {
        CASCADE: cascaded.map((values) => values.replaceAll("'", '')),
        'SET NULL': [own.map(() => 'NULL').join()],
        'SET DEFAULT': ['1'],
      }[action];
      expect(found, `${key.name} ${action}`).toEqual(expected);
    });
  }
});
