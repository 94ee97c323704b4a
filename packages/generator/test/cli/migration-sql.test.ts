import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/model/model.js';
import type { Platform } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { differencesFrom, inNewDatabase, runScript } from '../reverse/round-trip.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { change, newest, START, started } from './support/migrations.js';

function modelOf(schema: string, platform: Platform): Database {
  const { database, diagnostics } = compileSchema(schema.replace('name="shop"', 'name="app"'), platform);
  if (database === undefined) throw new Error(diagnostics[0]?.message);
  return database;
}

const CHANGED = START.replace('<table name="author">', '<table name="writer" renamedFrom="author">')
  .replace('foreignTable="author"', 'foreignTable="writer"')
  .replace('name="name" type="VARCHAR" size="100"', 'name="full_name" renamedFrom="name" type="VARCHAR" size="150"')
  .replace(
    '<column name="author_id" type="INTEGER"/>',
    '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER" required="true" defaultValue="7"/><index name="book_pages"><index-column name="pages"/></index>',
  );

describe('the SQL of a migration', () => {
  test.each(ENGINES)('keeps the rows on %s, up and down', async (engine) => {
    const missing = missingEngine(engine);
    if (missing !== undefined) throw new Error(missing);
    const adapter = adapterOf(engine);
    const cwd = await started(adapter);
    const platform = await loadPlatform(adapter);
    const quote = adapter === 'mysql' ? '`' : '"';
    const sql = (text: string): string => text.replaceAll('"', quote);
    await inNewDatabase(engine, async (database) => {
      await runScript(database, newest(cwd, 'up.sql'));
      await database.query(sql(`INSERT INTO "author" ("id", "name") VALUES (4, 'Leo'), (9, 'Jane')`));
      await database.query(sql(`INSERT INTO "book" ("id", "title", "author_id") VALUES (1, 'War', 4), (2, 'Emma', 9)`));
      change(cwd, CHANGED);
      expect((await orm(cwd, 'migration:diff', '--name', 'writer')).code).toBe(0);
      const model = modelOf(CHANGED, platform);
      const before = modelOf(START, platform);
      await runScript(database, newest(cwd, 'up.sql'));
      expect(await differencesFrom(database, model)).toEqual([]);
      const rows = await database.query(
        sql(
          'SELECT b."title", b."pages", w."full_name" FROM "book" b JOIN "writer" w ON w."id" = b."author_id" ORDER BY b."id"',
        ),
      );
      expect(rows.map((row) => Object.values(row).map(String))).toEqual([
        ['War', '7', 'Leo'],
        ['Emma', '7', 'Jane'],
      ]);
      await runScript(database, newest(cwd, 'down.sql'));
      expect(await differencesFrom(database, before)).toEqual([]);
      expect(await database.query(sql('SELECT "name" FROM "author" ORDER BY "id"'))).toEqual([
        { name: 'Leo' },
        { name: 'Jane' },
      ]);
      expect(await database.query(sql('SELECT "title" FROM "book" ORDER BY "id"'))).toEqual([
        { title: 'War' },
        { title: 'Emma' },
      ]);
    });
  });
});
