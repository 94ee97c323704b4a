import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER"/>',
);

const fromDatabase = (cwd: string, ...more: string[]) =>
  orm(cwd, 'migration:diff', '--from-database', '--name', 'by hand', ...more);

describe('migration:diff --from-database', () => {
  test('refuses a file that is not there', async () => {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:shop.db' } }),
      'schema.xml': START,
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    const refused = await fromDatabase(cwd);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error: the database of "shop" does not exist\n');
    expect(existsSync(join(cwd, 'shop.db'))).toBe(false);
    expect(migrationsIn(cwd)).toHaveLength(1);
  });

  test.for(['sqlite', 'pgsql15', 'mariadb'] as const)(
    'refuses while migrations are pending, on %s',
    async (engine, context) => {
      const database = await freshDatabase(engine, context);
      const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
      await orm(cwd, 'migration:diff', '--name', 'start');
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
      change(cwd, PAGES);
      await orm(cwd, 'migration:diff', '--name', 'pages');
      await database.query('ALTER TABLE book ADD COLUMN shelf INTEGER');
      const refused = await fromDatabase(cwd);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(
        /^error: "shop" cannot be read while migrations are pending there: "\d+_pages"\n {2}= nothing was written; run "orm migration:migrate" first/,
      );
      expect(migrationsIn(cwd)).toHaveLength(2);
      // The way that the message says.
      expect((await orm(cwd, 'migration:migrate', '--allow-drift')).code).toBe(0);
      expect((await fromDatabase(cwd)).stdout).toMatch(/^shop: 1 change\n {2}add column book.shelf /);
      expect((await orm(cwd, 'migration:baseline')).code).toBe(0);
      expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    },
  );

  test('reads the one of several databases that is named', async () => {
    const cwd = project({
      'orm.json': configuration(
        { shop: { adapter: 'sqlite', dsn: 'sqlite:@DB@.db' } },
        { migrations: { connections: { shop: ['one', 'two'] } } },
      ),
      'schema.xml': START,
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    const two = new SqliteDatabase(join(cwd, 'two.db'));
    two.exec('ALTER TABLE book ADD COLUMN shelf INTEGER');
    two.close();
    for (const more of [[], ['--connection', 'shop'], ['--connection', 'one', '--connection', 'two']]) {
      const refused = await fromDatabase(cwd, ...more);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('error: the migrations of "shop" run on 2 databases, and one of them is read\n');
      expect(refused.stderr).toContain('  = name one of them with --connection: "one", "two"\n');
    }
    expect((await fromDatabase(cwd, '--connection', 'one')).stdout).toBe('shop: no changes\n');
    const read = await fromDatabase(cwd, '--connection', 'two');
    expect(read.stdout).toMatch(/^shop: 1 change\n {2}add column book.shelf /);
    expect(read.stderr).toContain('"orm migration:baseline --connection two" records that');
    expect((await orm(cwd, 'migration:baseline', '--connection', 'two')).code).toBe(0);
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.db'))).toEqual(['one.db', 'two.db']);
    expect((await fromDatabase(cwd, '--connection', 'three')).stderr).toContain('there is no connection "three"');
  });
});
