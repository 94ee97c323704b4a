import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const fileOf = ({ connection }: TestDatabase): string => (connection.dsn ?? '').replace(/^sqlite:/, '');

/** Another process that holds the file until it ends: two drivers in one process would not see each other's locks. */
async function held(file: string, begin: string, seconds = 60): Promise<ChildProcess> {
  const program = `
    const database = new (require('better-sqlite3'))(${JSON.stringify(file)});
    database.exec(${JSON.stringify(begin)});
    console.log('held');
    setTimeout(() => process.exit(0), ${String(seconds * 1000)});`;
  const child = spawn(process.execPath, ['-e', program], { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const PAGES = START.replace(
  '<column name="author_id"',
  '<column name="pages" type="INTEGER"/><column name="author_id"',
);

/** A project with a migration that did not run. */
async function pending(database: TestDatabase): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  change(cwd, PAGES);
  expect(await orm(cwd, 'migration:diff', '--name', 'pages')).toMatchObject({ code: 0 });
  return cwd;
}

const ADVICE =
  '  = wait until that process has ended its transaction, or end it, and run this again; --wait says for how many seconds migrate, up and down wait for it\n';

describe('a file of SQLite that another process holds', () => {
  test.for(['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE'])('is named after --wait (%s)', async (begin, context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = await pending(database);
    await held(fileOf(database), begin);
    for (const wait of ['0', '1']) {
      const started = performance.now();
      const { code, stdout, stderr } = await orm(cwd, 'migration:migrate', '--wait', wait);
      const took = performance.now() - started;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(
        `error: another process holds the database "shop": its file "${fileOf(database)}" is locked\n`,
      );
      expect(stderr).toContain(ADVICE);
      expect(took).toBeGreaterThanOrEqual(Number(wait) * 1000);
      expect(took).toBeLessThan(30_000);
    }
  });

  test('is named where there is no history yet', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    await orm(cwd, 'migration:diff', '--name', 'start');
    await held(fileOf(database), 'BEGIN IMMEDIATE');
    const { code, stderr } = await orm(cwd, 'migration:migrate', '--wait', '0');
    expect(code).toBe(1);
    expect(stderr).toContain('error: another process holds the database "shop"');
    expect(stderr).toContain(ADVICE);
  });

  test('is waited for', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = await pending(database);
    await held(fileOf(database), 'BEGIN EXCLUSIVE', 1.5);
    expect(await orm(cwd, 'migration:migrate', '--wait', '30')).toMatchObject({ code: 0, stderr: '' });
  });

  test('is named by migration:status', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const connection = { ...database.connection, attributes: { ATTR_TIMEOUT: 1 } };
    const cwd = await pending({ ...database, connection });
    await held(fileOf(database), 'BEGIN EXCLUSIVE');
    const { code, stderr } = await orm(cwd, 'migration:status');
    expect(code).toBe(1);
    expect(stderr).toContain('error: another process holds the database "shop"');
  });
});
