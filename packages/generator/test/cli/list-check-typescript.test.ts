import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startOrm } from '../support/orm-process.js';
import { compile, installPackages } from '../targets/typescript/support/ts-project.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { LISTS, listProject, ranksOf } from './support/lists.js';
import { orm } from './support/orm.js';

/** Says what it sees of the list before it has locked it, and under the lock, which it holds until it is told to go on. */
const APPLICATION = `import { once } from 'node:events';
import { transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { TaskQuery } from './models/index.js';

const ranks = async (): Promise<string> =>
  (await TaskQuery.retrieveList(9)).map((task) => String(task.getRank())).join(' ');
// Connected by then, so that it is quick when it is told to begin.
await ranks();
console.log('ready');
await once(process.stdin, 'data');
const before = await ranks();
await transaction(async () => {
  await TaskQuery.lockLists([9]);
  console.log(\`\${before}, then \${await ranks()}\`);
  await once(process.stdin, 'data');
});
await orm.close();
process.stdin.destroy();
`;

/** Makes an UPDATE of `task` take some seconds. */
const SLOWLY: Readonly<Record<TestDatabase['adapter'], readonly string[]>> = {
  pgsql: [
    "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(5); RETURN NEW; END'",
    'CREATE TRIGGER slowly BEFORE UPDATE ON task FOR EACH ROW EXECUTE FUNCTION slowly()',
  ],
  mysql: ['CREATE TRIGGER slowly BEFORE UPDATE ON task FOR EACH ROW SET @slept = SLEEP(5)'],
  sqlite: [
    'CREATE VIEW many AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000000) SELECT n FROM c',
    'CREATE TRIGGER slowly BEFORE UPDATE ON task BEGIN UPDATE unsorted SET id = (SELECT MAX(n) FROM many); END',
  ],
};

/** Whether another session is at such an UPDATE. */
async function isUpdating(database: TestDatabase): Promise<boolean> {
  if (database.adapter === 'sqlite') {
    try {
      await database.query('BEGIN IMMEDIATE');
    } catch {
      return true;
    }
    await database.query('COMMIT');
    return false;
  }
  const sessions =
    database.adapter === 'pgsql'
      ? "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'UPDATE %'"
      : "SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND state = 'User sleep'";
  return (await database.query(sessions)).length > 0;
}

class Application {
  readonly #child: ChildProcess;
  #said = '';

  constructor(cwd: string) {
    const child = spawn(process.execPath, [join(cwd, 'built/src/app.js')], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
    onTestFinished(() => void child.kill());
    this.#child = child;
  }

  get said(): readonly string[] {
    return this.#said.split('\n').filter((line) => line !== '');
  }

  /** Waits until it has said so many lines; the last of them. */
  async line(number: number): Promise<string | undefined> {
    await expect.poll(() => this.said.length, { timeout: 120_000 }).toBe(number);
    return this.said.at(-1);
  }

  goOn(): void {
    this.#child.stdin?.write('\n');
  }

  async ended(): Promise<unknown> {
    this.goOn();
    const [code] = (await once(this.#child, 'close')) as readonly unknown[];
    return code;
  }
}

const repair = (cwd: string): ReturnType<typeof startOrm> =>
  startOrm(cwd, ['list:check', '--repair', '--table', 'task']);

describe.each(['pgsql15', 'mariadb', 'mysql9', 'sqlite'] as const)(
  'list:check and classes in TypeScript on %s',
  (engine) => {
    test('wait for each other at a list', { timeout: 600_000 }, async (context) => {
      const database = await freshDatabase(engine, context);
      const targets = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
      const cwd = await listProject(database.connection, LISTS, targets);
      for (const command of ['model:build', 'config:convert']) {
        expect(await orm([command], { cwd })).toMatchObject({ code: 0 });
      }
      installPackages(cwd);
      writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
      expect(compile(cwd, 'src/app.ts')).toEqual([]);
      await database.query('INSERT INTO unsorted (id) VALUES (1)');
      await database.query('INSERT INTO task (id, user_id, sortable_rank) VALUES (1, 9, 1), (2, 9, 3)');

      const first = new Application(cwd);
      expect(await first.line(1)).toBe('ready');
      first.goOn();
      expect(await first.line(2)).toBe('1 3, then 1 3');
      const held = repair(cwd);
      let talk = '';
      held.child.stderr?.on('data', (text: string) => (talk += text));
      await expect
        .poll(() => talk, { timeout: 120_000 })
        .toBe('waiting for task (user_id = 9): another session holds it (up to 10 s)\n');
      expect(await ranksOf(database, 'task')).toBe('1:1 2:3');
      expect(await first.ended()).toBe(0);
      const { code, stdout } = await held.ended;
      expect(stdout).toContain('→ repaired, 1 row changed');
      expect(code).toBe(0);
      expect(await ranksOf(database, 'task')).toBe('1:1 2:2');

      await database.query('UPDATE task SET sortable_rank = 3 WHERE id = 2');
      for (const sql of SLOWLY[database.adapter]) await database.query(sql);
      if (database.adapter === 'sqlite') await database.query('PRAGMA busy_timeout = 0');
      const second = new Application(cwd);
      expect(await second.line(1)).toBe('ready');
      const repairing = repair(cwd);
      await expect.poll(() => isUpdating(database), { timeout: 120_000 }).toBe(true);
      second.goOn();
      expect(await second.line(2)).toBe('1 3, then 1 2');
      expect(await second.ended()).toBe(0);
      expect(await repairing.ended).toMatchObject({ code: 0, stderr: '' });
    });
  },
);
