import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bound } from '../../src/cli/lists/scope.js';
import { planTable } from '../../src/plan/table.js';
import { numberedPlaceholders } from '../../src/platforms/placeholders.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { ENGINES } from '../support/engines.js';
import { type OrmResult, startOrm } from '../support/orm-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { LISTS, listProject, ranksOf } from './support/lists.js';
import { orm } from './support/orm.js';
import { timeless } from './support/tables.js';

/** What locks the list of a user as generated classes do; values stand in the text. */
async function lockStatement({ adapter }: TestDatabase, table: string, user: number): Promise<string> {
  const platform = await loadPlatform(adapter);
  const { database } = compileSchema(LISTS.replace('name="lists"', 'name="app"'), platform);
  const found = database?.tables.find(({ name }) => name === table);
  const lists = found && planTable(found, platform, DEFAULT_PLATFORM_OPTIONS).lists;
  const step = lists?.statements.get('lock')?.[0];
  if (lists === undefined || step === undefined) throw new Error(`no lock of ${table}`);
  const wait = adapter === 'pgsql' ? '1000ms' : '1';
  const { sql, values } = bound(step, lists, [user], { wait, after: wait });
  return numberedPlaceholders(sql, (position) => `'${String(values[position - 1])}'`);
}

const begin = ({ adapter }: TestDatabase): string => (adapter === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN');

/** Holds a list in a transaction of another session. */
async function hold(database: TestDatabase, table: string, user: number): Promise<void> {
  await database.query(begin(database));
  await database.query(await lockStatement(database, table, user));
}

async function release(database: TestDatabase): Promise<void> {
  await database.query('COMMIT');
  if (database.adapter === 'mysql') await database.query('DO RELEASE_ALL_LOCKS()');
}

/** What makes the server end every statement of a session that takes longer than this. */
const STATEMENT_TIMEOUT: Readonly<Record<string, string>> = {
  pgsql15: "SET statement_timeout = '300ms'",
  pgsql18: "SET statement_timeout = '300ms'",
  mariadb: 'SET SESSION max_statement_time = 0.3',
  mysql9: 'SET SESSION max_execution_time = 300',
};

/** What has every UPDATE of `task` note how long its session waits for rows, in milliseconds; and take longer than a second. */
const NOTE_ROW_WAIT: Readonly<Record<'pgsql' | 'mysql', readonly string[]>> = {
  pgsql: [
    'CREATE TABLE noted (wait VARCHAR(20))',
    "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(1.5); INSERT INTO noted SELECT setting FROM pg_settings WHERE name = 'lock_timeout'; RETURN NEW; END$$",
    'CREATE TRIGGER note BEFORE UPDATE ON task FOR EACH ROW EXECUTE FUNCTION note()',
  ],
  mysql: [
    'CREATE TABLE noted (wait VARCHAR(20))',
    'CREATE TRIGGER note BEFORE UPDATE ON task FOR EACH ROW INSERT INTO noted SELECT 1000 * @@innodb_lock_wait_timeout + SLEEP(1.5)',
  ],
};

const protocol = JSON.parse(
  readFileSync(new URL('../../../../conformance/protocol.json', import.meta.url), 'utf8'),
) as { readonly rowWaits: Readonly<Record<string, { readonly own: number }>> };

/** Starts a repair; when it has said that it waits, `meanwhile` is done. */
async function repairThatWaits(cwd: string, meanwhile: () => Promise<void>): Promise<OrmResult> {
  const { child, ended } = startOrm(cwd, ['list:check', '--repair', '--table', 'task', '--table', 'headed']);
  let talk = '';
  child.stderr?.on('data', (text: string) => {
    talk += text;
  });
  for (let i = 0; i < 300 && !talk.includes('waiting for '); i++) await pause(100);
  await meanwhile();
  return ended;
}

/** A list with a gap, of user 9. */
const gap = (table: string): string =>
  `INSERT INTO ${table} (id, title, user_id, sortable_rank) VALUES (1, 'a', 9, 1), (2, 'b', 9, 3)`;

const SERVERS = ENGINES.filter((engine) => engine !== 'sqlite');

describe.each(SERVERS)('the waits of a repair, on %s', (engine) => {
  test('rows are waited for as long as the runtime waits for them', async (context) => {
    const database = await freshDatabase(engine, context);
    const { adapter } = database;
    if (adapter === 'sqlite') throw new Error('not a server');
    const cwd = await listProject(database.connection);
    await database.query(gap('task'));
    for (const sql of NOTE_ROW_WAIT[adapter]) await database.query(sql);
    // It takes its time, but waits for nobody, and does not say so.
    expect(await orm(['list:check', '--repair', '--table', 'task'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    const own = String(protocol.rowWaits[adapter]?.own);
    expect(await database.query('SELECT DISTINCT wait FROM noted')).toEqual([[own]]);
    expect(await ranksOf(database, 'task')).toBe('1:1 2:2');
  });

  test.for(['task', 'headed'])('a time-out of the server ends no wait for %s', async (table, context) => {
    const database = await freshDatabase(engine, context);
    const queries = { impatient: STATEMENT_TIMEOUT[engine] ?? '' };
    const cwd = await listProject({ ...database.connection, settings: { queries } });
    await database.query(gap(table));
    await hold(database, table, 9);
    const { code, stdout, stderr } = await repairThatWaits(cwd, () => release(database));
    expect(stderr).toBe(`waiting for ${table} (user_id = 9): another session holds it (up to 10 s)\n`);
    expect(stdout).toContain('→ repaired, 1 row changed\n');
    expect(code).toBe(0);
    expect(await ranksOf(database, table)).toBe('1:1 2:2');
  });
});

describe.each(ENGINES)('a list that is held, on %s', (engine) => {
  test.for(['task', 'headed'])('a repair of %s waits for it, says so, and then repairs', async (table, context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    await database.query(gap(table));
    await hold(database, table, 9);
    const { code, stdout, stderr } = await repairThatWaits(cwd, async () => {
      expect(await ranksOf(database, table)).toBe('1:1 2:3');
      await release(database);
    });
    expect(stderr).toBe(`waiting for ${table} (user_id = 9): another session holds it (up to 10 s)\n`);
    expect(stdout).toContain('  user_id = 9: 2 rows, ranks 1 to 3: 1 missing → repaired, 1 row changed\n');
    expect(code).toBe(0);
    expect(await ranksOf(database, table)).toBe('1:1 2:2');
  });

  test('what was fixed meanwhile is left alone', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    await database.query(gap('task'));
    await hold(database, 'task', 9);
    const { code, stdout } = await repairThatWaits(cwd, async () => {
      await database.query('UPDATE task SET sortable_rank = 3 - id WHERE user_id = 9');
      await release(database);
    });
    expect(stdout).toContain('  user_id = 9: 2 rows, ranks 1 to 3: 1 missing → right meanwhile\n');
    expect(code).toBe(0);
    expect(await ranksOf(database, 'task')).toBe('1:2 2:1');
  });

  test('rows that another transaction has written are waited for', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    await database.query(gap('task'));
    await database.query(begin(database));
    await database.query("UPDATE task SET title = 'c' WHERE id = 2");
    const { code, stderr } = await repairThatWaits(cwd, () => release(database));
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'waiting for task (user_id = 9): another session holds it (up to 10 s)\n',
    });
    expect(await ranksOf(database, 'task')).toBe('1:1 2:2');
  });

  test('after the time-out it is left and reported, and the others are repaired', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection, LISTS, { runtime: { lists: { lockTimeout: 1 } } });
    await database.query(gap('task'));
    await database.query("INSERT INTO task (id, title, user_id, sortable_rank) VALUES (3, 'c', 10, 5)");
    await hold(database, 'task', 9);
    const { code, stdout, stderr } = await orm(['list:check', '--repair', '--table', 'task'], { cwd });
    await release(database);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error: task (user_id = 9) on "lists" was not repaired: another session holds the list or rows of it\n' +
        '  = run the command again later, or raise runtime.lists.lockTimeout\n',
    );
    // One transaction writes at a time in SQLite: there the other list is held as well.
    const isWhole = engine === 'sqlite';
    const other = isWhole ? 'not repaired' : 'repaired, 1 row changed';
    expect(timeless(stdout)).toBe(
      'task on lists: 2 lists, 3 rows: 2 broken\n' +
        '  user_id = 9: 2 rows, ranks 1 to 3: 1 missing → not repaired\n' +
        `  user_id = 10: 1 row, rank 5: the first is 5 → ${other}\n` +
        `2 lists in 1 table, 0 ms: ${isWhole ? '2 lists broken' : '1 list repaired, 1 list broken'}\n`,
    );
    expect(await ranksOf(database, 'task')).toBe(`1:1 2:3 3:${isWhole ? '5' : '1'}`);
  });
});
