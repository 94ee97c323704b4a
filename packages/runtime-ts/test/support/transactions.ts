import type { Parameter, Statement } from '../../src/drivers/session.js';
import { Database, type DatabaseSettings } from '../../src/transactions/index.js';
import { freshDatabase, type Server } from './engines.js';
import { TestPool } from './pool.js';

export const SERVERS: readonly Server[] = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9'];

/** A database with one table, and what is known of its connections. */
export interface Bench {
  readonly pool: TestPool;
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

export async function openBench(server: Server, max = 4): Promise<Bench> {
  const home = await freshDatabase(server);
  const isPgsql = server.startsWith('pgsql');
  const observer = await home.connect({ applicationName: 'observer' });
  await observer.command(
    `CREATE TABLE item (id int PRIMARY KEY, note varchar(20) NOT NULL)${isPgsql ? '' : ' ENGINE=InnoDB'}`,
  );
  const pool = new TestPool(home.driver(), max);
  const { database: name } = home.settings;
  const open = isPgsql
    ? `SELECT count(*) FROM pg_stat_activity WHERE datname = '${name}' AND state LIKE 'idle in transaction%'`
    : `SELECT count(*) FROM information_schema.innodb_trx t JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id WHERE p.db = '${name}'`;
  const others = isPgsql
    ? `SELECT pid FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`
    : `SELECT id FROM information_schema.processlist WHERE db = '${name}' AND id <> connection_id()`;
  return {
    pool,
    database: new Database('shop', pool),
    with: (settings) => new Database('shop', pool, settings),
    insert: (id) => ({
      sql: `INSERT INTO item (id, note) VALUES (${isPgsql ? '$1, $2' : '?, ?'})`,
      values: [id, 'x'],
    }),
    ids: async () => (await observer.run(statement('SELECT id FROM item ORDER BY id'))).rows.map(([id]) => Number(id)),
    openTransactions: async () => Number((await observer.run(statement(open))).rows[0]?.[0]),
    clear: () => observer.command('DELETE FROM item'),
    cut: async () => {
      for (const [id] of (await observer.run(statement(others))).rows) {
        await observer.command(isPgsql ? `SELECT pg_terminate_backend(${String(id)})` : `KILL ${String(id)}`);
      }
    },
    drop: async () => {
      await pool.close();
      await home.drop();
    },
  };
}
