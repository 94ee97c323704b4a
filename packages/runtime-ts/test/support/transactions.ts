import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { sqlite } from '../../src/drivers/index.js';
import type { Driver, Parameter, Session, Statement } from '../../src/drivers/session.js';
import { LockTimeoutError } from '../../src/errors/index.js';
import { Database, type DatabaseSettings } from '../../src/transactions/index.js';
import { freshDatabase, type Server } from './engines.js';
import { CountingPool } from './pool.js';

export type Engine = Server | 'sqlite';
export const ENGINES: readonly Engine[] = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'sqlite'];

/** A database with one table, and what is known of its connections. */
export interface Bench {
  readonly pool: CountingPool;
  readonly database: Database;
  /** The same pool with other settings. */
  with(settings: DatabaseSettings): Database;
  insert(id: number): Statement;
  /** The ids that others see. */
  ids(): Promise<readonly number[]>;
  /** How many transactions are open on the server. */
  openTransactions(): Promise<number>;
  clear(): Promise<void>;
  /** Cuts every connection of the pool, as a server does that restarts. */
  cut(): Promise<void>;
  drop(): Promise<void>;
}

export const statement = (sql: string, ...values: readonly Parameter[]): Statement => ({ sql, values });

/** Where the table is. */
interface Home {
  readonly driver: Driver;
  readonly observer: Session;
  openTransactions(): Promise<number>;
  cut(): Promise<void>;
  drop(): Promise<void>;
}

export async function openBench(engine: Engine, max = 4): Promise<Bench> {
  const home = engine === 'sqlite' ? await sqliteHome() : await serverHome(engine);
  const { observer } = home;
  const isServerOfMysql = observer.vendor === 'mysql';
  await observer.command(
    `CREATE TABLE item (id int PRIMARY KEY, note varchar(20) NOT NULL)${isServerOfMysql ? ' ENGINE=InnoDB' : ''}`,
  );
  const pool = new CountingPool(home.driver, max);
  return {
    pool,
    database: new Database('shop', pool),
    with: (settings) => new Database('shop', pool, settings),
    insert: (id) => ({
      sql: `INSERT INTO item (id, note) VALUES (${observer.vendor === 'pgsql' ? '$1, $2' : '?, ?'})`,
      values: [id, 'x'],
    }),
    ids: async () => (await observer.run(statement('SELECT id FROM item ORDER BY id'))).rows.map(([id]) => Number(id)),
    openTransactions: () => home.openTransactions(),
    clear: () => observer.command('DELETE FROM item'),
    cut: () => home.cut(),
    drop: async () => {
      await pool.close();
      await home.drop();
    },
  };
}

async function serverHome(server: Server): Promise<Home> {
  const home = await freshDatabase(server);
  const observer = await home.connect();
  const { database: name } = home.settings;
  const isPgsql = observer.vendor === 'pgsql';
  const inTransaction = `SELECT pid FROM pg_stat_activity WHERE datname = '${name}' AND state LIKE 'idle in transaction%'`;
  const others = isPgsql
    ? `SELECT pid FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`
    : `SELECT id FROM information_schema.processlist WHERE db = '${name}' AND id <> connection_id()`;
  return {
    driver: home.driver(),
    observer,
    openTransactions: async () => {
      if (isPgsql) return (await observer.run(statement(inTransaction))).rows.length;
      const active = await activeThreads(observer);
      return (await observer.run(statement(others))).rows.filter(([id]) => active.has(String(id))).length;
    },
    cut: async () => {
      for (const [id] of (await observer.run(statement(others))).rows) {
        await observer.command(isPgsql ? `SELECT pg_terminate_backend(${String(id)})` : `KILL ${String(id)}`);
      }
    },
    drop: () => home.drop(),
  };
}

/** The connections with an active transaction. information_schema.innodb_trx is a copy that who asks often never sees renewed. */
async function activeThreads(observer: Session): Promise<ReadonlySet<string>> {
  const { rows } = await observer.run(statement('SHOW ENGINE INNODB STATUS'));
  const [, ...blocks] = String(rows[0]?.[2]).split('---TRANSACTION ');
  const active = blocks.filter((block) => /^\S+ ACTIVE/.test(block));
  return new Set(active.map((block) => / thread id (\d+)/.exec(block)?.[1] ?? ''));
}

async function sqliteHome(): Promise<Home> {
  const folder = mkdtempSync(join(tmpdir(), 'orm-ts-'));
  const settings = { path: join(folder, 'test.db'), queries: ['PRAGMA journal_mode = WAL'] };
  const observer = await sqlite({ ...settings, timeout: 0.01 }).connect();
  return {
    driver: sqlite(settings),
    observer,
    openTransactions: async () => {
      try {
        await observer.command('BEGIN IMMEDIATE');
        await observer.command('ROLLBACK');
        return 0;
      } catch (error) {
        if (error instanceof LockTimeoutError) return 1;
        throw error;
      }
    },
    cut: () => Promise.reject(new Error('there is no server')),
    drop: async () => {
      await observer.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A bench for the tests of a `describe`: the table is empty before each of them, and nothing is left open behind it. */
export function useBench(engine: Engine): Bench {
  const bench = {} as Bench;
  beforeAll(async () => {
    Object.assign(bench, await openBench(engine));
  });
  afterAll(() => bench.drop());
  beforeEach(() => bench.clear());
  afterEach(async () => {
    expect(bench.pool.taken).toBe(0);
    // A connection that is closed takes a moment.
    await expect.poll(() => bench.openTransactions()).toBe(0);
  });
  return bench;
}

/** What a promise is rejected with. */
export const refused = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );
