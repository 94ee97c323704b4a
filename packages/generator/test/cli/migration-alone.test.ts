import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { startOrm } from '../support/orm-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** A project with a migration of one's own that did not run. */
async function withOwn(database: TestDatabase, up: string): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await orm(cwd, 'migration:create', '--name', 'own')).toMatchObject({ code: 0 });
  writeFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'up.sql'), up);
  return cwd;
}

const author = (name: string): string => `INSERT INTO author (name) VALUES ('${name}');\n`;
const ALONE = '-- orm: alone\n';
/** Long enough for another runner to come by. */
const SLOW = `${ALONE}INSERT INTO author (name) SELECT 'slow' FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 500000) SELECT max(n) FROM c);\n`;

const names = async (database: TestDatabase): Promise<unknown[]> =>
  (await database.query('SELECT name FROM author ORDER BY id')).flat();

describe('two runners on SQLite, and a statement outside of transactions', () => {
  test.for([
    [`${SLOW}${ALONE}${author('last')}`, ['slow', 'last']],
    [`${author('first')}${SLOW}${author('last')}`, ['first', 'slow', 'last']],
  ] as const)('each statement runs once (%#)', async ([sql, expected], context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = await withOwn(database, sql);
    const one = startOrm(cwd, ['migration:migrate']);
    await pause(Math.random() * 100);
    const other = startOrm(cwd, ['migration:migrate']);
    const ends = await Promise.all([one.ended, other.ended]);
    expect(ends.map(({ code, stderr }) => [code, stderr.replaceAll(/waiting for .*\n/g, '')])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(await names(database)).toEqual(expected);
  });

  /** A history that says that a process has begun the first step. */
  async function begun(database: TestDatabase): Promise<{ cwd: string; name: string; end: () => Promise<void> }> {
    const cwd = await withOwn(database, `${ALONE}${author('mine')}`);
    const name = migrationsIn(cwd).at(-1) ?? '';
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
    const end = (): Promise<void> => {
      child.kill('SIGKILL');
      return ended;
    };
    onTestFinished(end);
    // A first run that fails leaves the checksum of nothing, which is what one that has begun has.
    await database.query('DROP TABLE author');
    expect((await orm(cwd, 'migration:migrate', '--allow-drift')).code).toBe(1);
    await database.query('CREATE TABLE author (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(100) NOT NULL)');
    const runner = `orm ${String(child.pid)} on ${hostname().slice(0, 100)} (0123456789ab)`;
    await database.query(
      `UPDATE orm_migration SET in_flight = 0, error = NULL, runner = '${runner}' WHERE name = '${name}'`,
    );
    return { cwd, name, end };
  }

  test('one that is alive is waited for, and then named', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const { cwd, name, end } = await begun(database);
    const { code, stderr } = await orm(cwd, 'migration:migrate', '--wait', '1');
    expect(code).toBe(1);
    expect(stderr).toContain(`waiting for another runner that has begun step 1 of "${name}" on "shop"\n`);
    expect(stderr).toContain(
      `error: another runner has begun step 1 of "${name}" on "shop", and has not ended it for 1 second\n`,
    );
    expect(stderr).toContain('--resume-at 1 runs the statement in which it stopped, --resume-at 2 takes it as done\n');
    expect(await names(database)).toEqual([]);
    await end();
    const died = await orm(cwd, 'migration:migrate', '--wait', '30');
    expect(died.stderr).toContain('error: the runner before this one ended while a statement ran');
    expect(await orm(cwd, 'migration:migrate', '--resume-at', '1')).toMatchObject({ code: 0, stderr: '' });
    expect(await names(database)).toEqual(['mine']);
  });

  test('what it has done is not done again', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const { cwd, name } = await begun(database);
    const run = orm(cwd, 'migration:migrate', '--wait', '30');
    await pause(700);
    await database.query(`UPDATE orm_migration SET in_flight = NULL, done = 1, state = 'done' WHERE name = '${name}'`);
    expect(await run).toMatchObject({ code: 0, stdout: `${name} → shop: done by another runner\n` });
    expect(await names(database)).toEqual([]);
  });
});
