import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPES, TYPE_ALIASES } from '../../src/model/column-type.js';
import type { CatalogTable } from '../support/catalog/catalog.js';
import { readCatalog as readMysql } from '../support/catalog/mysql.js';
import { readCatalog as readPgsql } from '../support/catalog/pgsql.js';
import { readCatalog as readSqlite } from '../support/catalog/sqlite.js';
import { ENGINES, type EngineDatabase, missingEngine } from '../support/engines.js';
import { type InsertedEverything, insertEverything, succeed } from '../support/everything.js';
import { byColumns, byName, expectedCatalog } from './expected-catalog.js';

const READERS = { pgsql: readPgsql, mysql: readMysql, sqlite: readSqlite };

async function readCatalog(database: EngineDatabase): Promise<CatalogTable[]> {
  const tables = await READERS[database.adapter](database);
  return tables
    .map((table) => ({
      ...table,
      // What defaults are is another test's business: it inserts rows.
      columns: table.columns.map((column) => ({ ...column, defaultText: undefined })),
      foreignKeys: [...table.foreignKeys].sort(byColumns),
      uniques: [...table.uniques].sort(byName),
      indexes: [...table.indexes].sort(byName),
      checked: [...table.checked].sort(),
    }))
    .sort(byName);
}

describe.each(ENGINES)('the schema with everything on %s', (engine) => {
  const missing = missingEngine(engine);
  if (missing !== undefined) {
    it.skip(missing);
    return;
  }
  let all: InsertedEverything;
  let catalog: CatalogTable[];
  let expected: CatalogTable[];

  beforeAll(async () => {
    all = await insertEverything(engine);
    catalog = await readCatalog(all.database);
    expected = expectedCatalog(engine, all.model).sort(byName);
  });
  afterAll(() => all.close());

  it('uses every column type', () => {
    const used = new Set(all.model.tables.flatMap((table) => table.columns.map((column) => column.type)));
    const types = Object.keys(COLUMN_TYPES).filter((name) => !Object.hasOwn(TYPE_ALIASES, name));
    expect([...used].sort()).toEqual(types.sort());
  });

  it('makes the tables of the model and no other', () => {
    expect(catalog.map((table) => table.name)).toEqual(expected.map((table) => table.name));
  });

  it.each(['columns', 'primaryKey', 'foreignKeys', 'uniques', 'indexes', 'checked', 'checks', 'comment'] as const)(
    'has the %s of the model',
    (part) => {
      // Which columns a condition of the schema's own names, only some catalogs tell.
      const told = (table: CatalogTable): boolean => part !== 'checked' || table.name !== 'guarded';
      const only = (tables: CatalogTable[]): Record<string, unknown> =>
        Object.fromEntries(tables.filter(told).map((table) => [table.name, table[part]]));
      expect(only(catalog)).toEqual(only(expected));
    },
  );

  it('is inserted again over its tables, also when they hold rows', async () => {
    await succeed(all.project, 'sql:insert');
    const quote = all.database.adapter === 'mysql' ? '`' : '"';
    for (const sql of [
      "INSERT INTO country (code, name) VALUES ('fr', 'France')",
      "INSERT INTO author (id, first_name, last_name, email, country_code) VALUES (1, 'A', 'B', 'a@b', 'fr')",
      "INSERT INTO book (id, title, isbn) VALUES (1, 'T', '1')",
      'INSERT INTO book_author (book_id, author_id) VALUES (1, 1)',
      'INSERT INTO hen (id) VALUES (1)',
      'INSERT INTO egg (id, hen_id) VALUES (1, 1)',
      'UPDATE hen SET egg_id = 1',
      `INSERT INTO ${quote}user${quote} (id) VALUES (1)`,
    ]) {
      await all.database.query(sql);
    }
    const { stdout, stderr } = await succeed(all.project, 'sql:insert');
    expect(stdout + stderr).toContain('hen');
    expect(await all.database.query('SELECT id FROM hen')).toEqual([]);
    expect(await readCatalog(all.database)).toEqual(catalog);
  });
});
