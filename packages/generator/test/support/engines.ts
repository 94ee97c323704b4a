import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Connection, createConnection } from 'mysql2/promise';
import pg from 'pg';
import { engineUrl } from '../../../../scripts/engines/locate.mjs';
import type { TestConnection } from '../cli/support/project.js';

/** The engines that a schema is proven on. */
export const ENGINES = ['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'sqlite'] as const;
/** MariaDB 11 is close to 10: only what depends on how a server prints its catalog is proven there too. */
export type Engine = (typeof ENGINES)[number] | 'mariadb11';
export type ExecutedAdapter = 'pgsql' | 'mysql' | 'sqlite';

export const adapterOf = (engine: Engine): ExecutedAdapter =>
  engine === 'sqlite' ? 'sqlite' : engine.startsWith('pgsql') ? 'pgsql' : 'mysql';

/** Every value as its text, NULL as null: what is compared must not depend on how a driver reads a type. */
export type Row = Readonly<Record<string, string | null>>;

/** A database of its own, and a connection to it beside the one `orm` opens. */
export interface EngineDatabase {
  readonly engine: Engine;
  readonly adapter: ExecutedAdapter;
  /** How the configuration of a project reaches it. */
  readonly connection: TestConnection;
  query(sql: string): Promise<readonly Row[]>;
  /** Connects anew, to a server that has died and is back. */
  reconnect(): Promise<void>;
  /** Removes the database. */
  drop(): Promise<void>;
}

/** Why an engine cannot be used, or undefined. In CI every engine runs: there a missing one is a failure. */
export function missingEngine(engine: Engine): string | undefined {
  if (engine === 'sqlite' || engineUrl(engine) !== undefined) return undefined;
  const reason = `${engine} does not run; start it with: node scripts/engines.mjs start ${engine}`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

export async function openDatabase(engine: Engine): Promise<EngineDatabase> {
  if (engine === 'sqlite') return sqlite();
  const url = new URL(engineUrl(engine) ?? '');
  const name = `orm_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  return adapterOf(engine) === 'pgsql' ? pgsql(engine, url, name) : mysql(engine, url, name);
}

function connectionOf(adapter: ExecutedAdapter, url: URL, name: string): TestConnection {
  return {
    adapter,
    dsn: `${adapter}:host=${url.hostname};port=${url.port};dbname=${name}`,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

async function pgsql(engine: Engine, url: URL, name: string): Promise<EngineDatabase> {
  const open = async (to: URL): Promise<pg.Client> => {
    const opened = new pg.Client({
      connectionString: to.href,
      types: { getTypeParser: () => (value: string | Buffer) => value.toString() },
    });
    // A server that dies is noticed by the next query.
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  };
  let admin = await open(url);
  await admin.query(`CREATE DATABASE ${name}`);
  const target = new URL(url);
  target.pathname = name;
  let client = await open(target);
  return {
    engine,
    adapter: 'pgsql',
    connection: connectionOf('pgsql', url, name),
    query: async (sql) => (await client.query<Row>(sql)).rows,
    reconnect: async () => {
      [admin, client] = [await open(url), await open(target)];
    },
    drop: async () => {
      await client.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

async function mysql(engine: Engine, url: URL, name: string): Promise<EngineDatabase> {
  const open = async (): Promise<Connection> => {
    const opened = await createConnection({
      uri: url.href,
      charset: 'utf8mb4',
      typeCast: (field) => field.string('utf8'),
    });
    opened.on('error', () => undefined);
    return opened;
  };
  let client = await open();
  await client.query(`CREATE DATABASE ${name}`);
  await client.query(`USE ${name}`);
  return {
    engine,
    adapter: 'mysql',
    connection: connectionOf('mysql', url, name),
    query: async (sql) => {
      const [rows] = await client.query(sql);
      return Array.isArray(rows) ? (rows as Row[]) : [];
    },
    reconnect: async () => {
      client = await open();
      await client.query(`USE ${name}`);
    },
    drop: async () => {
      await client.query(`DROP DATABASE ${name}`);
      await client.end();
    },
  };
}

function sqlite(): EngineDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'orm-engine-'));
  const path = join(folder, 'everything.db');
  const client = new SqliteDatabase(path);
  client.defaultSafeIntegers(true);
  client.pragma('foreign_keys = ON');
  type Value = string | number | bigint | Buffer | null;
  const asText = (value: Value): string | null => (value === null ? null : String(value));
  const run = (sql: string): Row[] => {
    const statement = client.prepare(sql);
    if (!statement.reader) {
      statement.run();
      return [];
    }
    const rows = statement.all() as Record<string, Value>[];
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, asText(value)])));
  };
  return {
    engine: 'sqlite',
    adapter: 'sqlite',
    connection: { adapter: 'sqlite', dsn: `sqlite:${path}` },
    query: (sql) => Promise.resolve().then(() => run(sql)),
    reconnect: () => Promise.resolve(),
    drop: () =>
      Promise.resolve().then(() => {
        client.close();
        rmSync(folder, { recursive: true, force: true });
      }),
  };
}
