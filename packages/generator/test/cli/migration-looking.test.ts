import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** A project with a migration, whose file of SQLite is not there. */
async function withoutFile(dsn = 'sqlite:data.sqlite'): Promise<string> {
  const cwd = project({ 'schema.xml': START });
  // Such a file must not be made either.
  const queries = { more: `ATTACH '${join(cwd, 'other.sqlite')}' AS other` };
  const connection = { adapter: 'sqlite', dsn, settings: { queries } };
  writeFileSync(join(cwd, 'orm.json'), configuration({ shop: connection }));
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
  return cwd;
}

const files = (cwd: string): string[] => readdirSync(cwd).filter((name) => name.endsWith('.sqlite'));

describe('a file of SQLite that is not there', () => {
  test.for(['migration:migrate', 'migration:up'])('%s --dry-run shows all SQL and makes no file', async (command) => {
    const cwd = await withoutFile();
    const { code, stdout, stderr } = await orm(cwd, command, '--dry-run');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('CREATE TABLE "book"');
    expect(files(cwd)).toEqual([]);
  });

  test('migration:down --dry-run has nothing to undo', async () => {
    const cwd = await withoutFile();
    expect(await orm(cwd, 'migration:down', '--dry-run')).toEqual({
      code: 0,
      stdout: 'shop: no migration is left to undo\n',
      stderr: '',
    });
    expect(files(cwd)).toEqual([]);
  });

  test('--script writes the file that makes it, with its history', async () => {
    const cwd = await withoutFile();
    expect(await orm(cwd, 'migration:migrate', '--script', 'all.sql')).toMatchObject({ code: 0, stderr: '' });
    const sql = readFileSync(join(cwd, 'all.sql'), 'utf8');
    expect(sql).toContain('"orm_migration"');
    expect(sql).toContain('CREATE TABLE "book"');
    expect(files(cwd)).toEqual([]);
  });

  test('is not made where its name is a URI', async () => {
    const cwd = await withoutFile();
    const path = join(cwd, 'by-uri.sqlite');
    const own = await withoutFile(`sqlite:file:${path}`);
    expect(await orm(own, 'migration:migrate', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
    expect(await orm(own, 'migration:status')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(path)).toBe(false);
  });
});

describe('--json of the only connection', () => {
  const connections = (stdout: string): unknown => (JSON.parse(stdout) as { connections: unknown }).connections;

  test('says why it failed', async () => {
    const cwd = await withoutFile('sqlite:broken.sqlite');
    writeFileSync(join(cwd, 'broken.sqlite'), 'this is a text and no database, however long it may be'.repeat(20));
    const migrate = await orm(cwd, 'migration:migrate', '--json');
    const message: unknown = expect.stringContaining('file is not a database');
    expect(migrate.code).toBe(1);
    expect(JSON.parse(migrate.stdout)).toMatchObject({ ok: false, diagnostics: [{ severity: 'error', message }] });
    for (const command of ['migration:migrate', 'migration:status', 'migration:baseline', 'migration:down']) {
      const { code, stdout } = await orm(cwd, command, '--json');
      expect(code, command).toBe(1);
      expect(connections(stdout), command).toEqual([
        { connection: 'shop', adapter: 'sqlite', migrations: [], error: message },
      ]);
    }
  });

  test('has what was done before', async () => {
    const cwd = await withoutFile();
    await orm(cwd, 'migration:create', '--name', 'own');
    const name = migrationsIn(cwd).at(-1) ?? '';
    writeFileSync(join(cwd, 'generated-migrations/shop', name, 'up.sql'), 'DROP TABLE missing;\n');
    const { code, stdout, stderr } = await orm(cwd, 'migration:migrate', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(connections(stdout)).toMatchObject([{ migrations: [{ state: 'done' }], error: 'no such table: missing' }]);
  });
});
