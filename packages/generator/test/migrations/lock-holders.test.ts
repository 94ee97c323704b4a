import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { shortSql, shownHolder } from '../../src/platforms/lock-holder.js';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { migrationsIn } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { type Engine, type EngineDatabase, missingEngine, openDatabase } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { openSession, type Session } from '../support/sessions.js';

const ENGINES = ['pgsql15', 'pgsql18', 'mariadb', 'mariadb11', 'mysql9'] as const;

const schema = (more: string): string =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="pages" type="INTEGER"/>${more}</table></database>`;
const COLUMN = '<column name="isbn" type="VARCHAR" size="20"/>';
const INDEX = '<index name="book_pages"><index-column name="pages"/></index>';

/** A project that is migrated, and a session that has read its table and holds its transaction open. */
async function withReader(
  engine: Engine,
  skip: (reason: string) => void,
  work: (cwd: string, database: EngineDatabase, reader: Session) => Promise<void>,
): Promise<void> {
  const missing = missingEngine(engine);
  if (missing !== undefined) {
    skip(missing);
    return;
  }
  const database = await openDatabase(engine);
  const reader = await openSession(database);
  try {
    const migrations = { lockTimeout: 1, lockTries: 2 };
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }, { migrations }),
      'schema.xml': schema(''),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    await work(cwd, database, reader);
  } finally {
    await reader.close();
    await database.drop();
  }
}

const begin = async (engine: Engine, reader: Session): Promise<void> => {
  await reader.run(engine.startsWith('pgsql') ? 'BEGIN' : 'START TRANSACTION');
  await reader.run("SELECT COUNT(*), 'open sesame' FROM book");
};

/** A statement of a migration that takes as long as another session wants, and how to see that it has begun. */
interface Gate {
  readonly waiting: string;
  readonly shut: string;
  readonly open: string;
  readonly waits: string;
}

const PGSQL_GATE: Gate = {
  waiting: 'DO $$ BEGIN WHILE EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.05); END LOOP; END $$',
  shut: 'CREATE TABLE gate AS SELECT 1 AS id',
  open: 'DELETE FROM gate',
  waits: `SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'DO $$ BEGIN WHILE%'`,
};

// Names of locks are those of the whole server. The two statements differ: a list of processes may still show the one that is done.
const NAME = `gate_${String(process.pid)}`;
const MYSQL_GATE: Gate = {
  waiting: `DO GET_LOCK('${NAME}', 299)`,
  shut: `DO GET_LOCK('${NAME}', 300)`,
  open: `DO RELEASE_LOCK('${NAME}')`,
  waits: `SELECT CONCAT(id) AS id FROM information_schema.processlist WHERE info = "DO GET_LOCK('${NAME}', 299)"`,
};

describe.each(ENGINES)('on %s', (engine) => {
  it('a statement that waited in vain names the session that was in the way', async ({ skip }) => {
    await withReader(engine, skip, async (cwd, { connection }, reader) => {
      writeFileSync(join(cwd, 'schema.xml'), schema(COLUMN));
      await orm(cwd, 'migration:diff', '--name', 'isbn');
      await begin(engine, reader);
      const { code, stderr } = await orm(cwd, 'migration:migrate');
      expect(code).toBe(1);
      const line = /^ +(?:= )?waited for (session \d+ of ".*)$/m.exec(stderr)?.[1] ?? stderr;
      expect(line).toContain(`of "${connection.user ?? ''}" (`);
      expect(line).toMatch(/ for \d+ s/);
      expect(stderr).toContain('trying again (2 of 2; waited for session ');
      expect(stderr).not.toContain('open sesame');
      if (engine.startsWith('pgsql')) {
        expect(line).toMatch(
          /^session \d+ of ".*" \(idle in transaction\) for \d+ s: SELECT COUNT\(\*\), '…' FROM book$/,
        );
      }
      await reader.run('COMMIT');
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    });
  });

  it('a runner that waits for another one says for whom, and as long as --wait says', async ({ skip }) => {
    await withReader(engine, skip, async (cwd, database, reader) => {
      const { connection } = database;
      await orm(cwd, 'migration:create', '--name', 'slow');
      const up = join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'up.sql');
      const gate = engine.startsWith('pgsql') ? PGSQL_GATE : MYSQL_GATE;
      writeFileSync(up, `${gate.waiting};\n`);
      await reader.run(gate.shut);
      const first = orm(cwd, 'migration:migrate', '--yes');
      let ended: unknown;
      void first.then((result) => {
        ended = result;
      });
      while ((await database.query(gate.waits)).length === 0) {
        expect(ended).toBeUndefined();
        await pause(50);
      }
      const second = await orm(cwd, 'migration:migrate', '--yes', '--wait', '1');
      await reader.run(gate.open);
      expect(second.code).toBe(1);
      expect(second.stderr).toContain('another runner has been migrating "shop" for 1 second\n');
      expect(second.stderr).toMatch(
        new RegExp(`waiting for another runner that is migrating "shop": session \\d+ of "${connection.user ?? ''}"`),
      );
      expect(second.stderr).toContain('--wait says for how many seconds');
      expect(await first).toMatchObject({ code: 0 });
    });
  });
});

it.for(['pgsql15', 'pgsql18'] as const)(
  '%s: --wait limits statements that keep nobody waiting, and the index is not left half made',
  async (engine, { skip }) => {
    await withReader(engine, skip, async (cwd, database, reader) => {
      writeFileSync(join(cwd, 'schema.xml'), schema(INDEX));
      await orm(cwd, 'migration:diff', '--name', 'index');
      await reader.run('BEGIN');
      await reader.run('INSERT INTO book (id) VALUES (1)');
      const started = performance.now();
      const { code, stderr } = await orm(cwd, 'migration:migrate', '--wait', '2');
      expect(code).toBe(1);
      expect(performance.now() - started).toBeLessThan(60_000);
      expect(stderr).toMatch(/waited for session \d+ of ".*" \(idle in transaction\) for \d+ s: INSERT INTO book/);
      await reader.run('COMMIT');
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
      expect(
        await database.query("SELECT indisvalid::text AS v FROM pg_index WHERE indexrelid = 'book_pages'::regclass"),
      ).toEqual([{ v: 'true' }]);
    });
  },
);

it('a statement is shown in a line and without values', () => {
  expect(shortSql("ALTER ROLE a\n  PASSWORD 'geheim' -- x", pgsql)).toBe("ALTER ROLE a PASSWORD '…'");
  expect(shortSql("SELECT $$geheim$$, E'geheim', 'cut of", pgsql)).toBe("SELECT '…', '…', '…'");
  expect(shortSql('SET PASSWORD = "geheim"', mysql)).toBe("SET PASSWORD = '…'");
  expect(shortSql(`SELECT ${'x'.repeat(200)}`, pgsql)).toBe(`SELECT ${'x'.repeat(73)}…`);
  const holder = { id: '7', user: 'a\u001b[2J', state: '', seconds: 3.6, statement: '', isCertain: false };
  expect(shownHolder(holder)).not.toContain('\u001b');
  expect(shownHolder({ ...holder, user: 'app' })).toBe(
    'session 7 of "app" has a transaction open, and may be in the way, for 4 s',
  );
});

it('--wait takes a number', async () => {
  const cwd = project({ 'orm.json': configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:shop.db' } }) });
  const { code, stderr } = await orm(cwd, 'migration:migrate', '--wait', 'long');
  expect(code).toBe(1);
  expect(stderr).toContain('--wait takes a number of seconds, and not "long"');
});
