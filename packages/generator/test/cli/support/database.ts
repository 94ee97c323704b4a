import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { onTestFinished, type TestContext } from 'vitest';
import { type EngineName, engineUrl } from '../../../../../scripts/engines/locate.mjs';
import type { TestConnection } from './project.js';

/** A database of its own for one test, on a real server. */
export interface TestDatabase {
  readonly adapter: 'pgsql' | 'mysql';
  readonly name: string;
  readonly connection: TestConnection;
  readonly password: string;
  /** Runs a statement outside of `orm`. */
  query(sql: string): Promise<readonly (readonly unknown[])[]>;
}

/** A fresh database on an engine. Without the engine the test fails in CI and is skipped elsewhere, saying why. */
export async function freshDatabase(engine: EngineName, context: TestContext): Promise<TestDatabase> {
  const url = engineUrl(engine);
  if (url === undefined) {
    const reason = `${engine} does not run; start it with: node scripts/engines.mjs start ${engine}`;
    if (process.env['CI'] === 'true') throw new Error(reason);
    context.skip(reason);
    throw new Error(reason);
  }
  return url.startsWith('mysql') ? mysqlDatabase(new URL(url)) : pgsqlDatabase(new URL(url));
}

const freshName = (): string => `orm_cli_${randomUUID().slice(0, 13).replace('-', '_')}`;

async function pgsqlDatabase(url: URL): Promise<TestDatabase> {
  const name = freshName();
  const admin = new pg.Client(url.href);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const target = new URL(url);
  target.pathname = name;
  const client = new pg.Client(target.href);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  return {
    adapter: 'pgsql',
    name,
    connection: { adapter: 'pgsql', dsn: `pgsql:host=${url.hostname};port=${url.port};dbname=${name}`, ...login(url) },
    password: decodeURIComponent(url.password),
    query: async (sql) => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
  };
}

async function mysqlDatabase(url: URL): Promise<TestDatabase> {
  const name = freshName();
  const admin = await createConnection({ uri: url.href, rowsAsArray: true });
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.query(`USE ${name}`);
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  });
  return {
    adapter: 'mysql',
    name,
    connection: { adapter: 'mysql', dsn: `mysql:host=${url.hostname};port=${url.port};dbname=${name}`, ...login(url) },
    password: decodeURIComponent(url.password),
    query: async (sql) => {
      const [rows] = await admin.query(sql);
      return Array.isArray(rows) ? (rows as unknown as unknown[][]) : [];
    },
  };
}

function login(url: URL): { user: string; password: string } {
  return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}
