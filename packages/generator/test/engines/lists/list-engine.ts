import { randomUUID } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { engineUrl } from '../../../../../scripts/engines/locate.mjs';
import type { Adapter } from '../../../src/model/adapter.js';
import type { ListStatements } from '../../../src/plan/lists.js';
import { planTable, type TableStatements } from '../../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { compileSchema } from '../../support/compile-schema.js';

/** The engines that statements of lists run on: every server that has a dialect of its own. */
export const LIST_ENGINES = ['pgsql15', 'pgsql18', 'mariadb', 'mariadb11', 'mysql9', 'sqlite'] as const;
export type ListEngine = (typeof LIST_ENGINES)[number];

export const adapterOf = (engine: ListEngine): Adapter =>
  engine === 'sqlite' ? 'sqlite' : engine.startsWith('pgsql') ? 'pgsql' : 'mysql';

/** Why an engine cannot be used, or undefined. One that only runs when it is named may be missing in CI. */
export function missingListEngine(engine: ListEngine): string | undefined {
  if (engine === 'sqlite' || engineUrl(engine) !== undefined) return undefined;
  const reason = `${engine} does not run; start it with: node scripts/engines.mjs start ${engine}`;
  if (process.env['CI'] === 'true' && engine !== 'mariadb11') throw new Error(reason);
  return reason;
}

export type Value = string | number | Buffer | null;

/** A connection that binds parameters as PDO does: text and numbers, and the server finds out what they are. */
export interface ListConnection {
  run(sql: string, values?: readonly Value[]): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

export interface ListDatabase extends ListConnection {
  readonly engine: ListEngine;
  readonly adapter: Adapter;
  /** A second connection to the same database. */
  readonly another: () => Promise<ListConnection>;
  /** Creates the tables of a schema, and plans their statements. */
  create(tables: string): Promise<(name: string) => TableStatements>;
}

export async function openListDatabase(engine: ListEngine): Promise<ListDatabase> {
  const name = `orm_lists_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const adapter = adapterOf(engine);
  const { connection, another } = await server(engine, name);
  return {
    ...connection,
    engine,
    adapter,
    another,
    create: async (tables) => {
      const platform = await loadPlatform(adapter);
      const { sql, database, diagnostics } = compileSchema(`<database name="app">${tables}</database>`, platform);
      if (sql === undefined || database === undefined) throw new Error(diagnostics.map((d) => d.message).join('\n'));
      for (const statement of sql.replaceAll(/^--.*$/gm, '').split(/;\s*\n/)) {
        if (statement.trim() !== '') await connection.run(statement);
      }
      return (table) => {
        const found = database.tables.find((each) => each.name === table);
        if (found === undefined) throw new Error(`no table ${table}`);
        return planTable(found, platform, DEFAULT_PLATFORM_OPTIONS);
      };
    },
  };
}

interface Server {
  readonly connection: ListConnection;
  readonly another: () => Promise<ListConnection>;
}

async function server(engine: ListEngine, name: string): Promise<Server> {
  if (engine === 'sqlite') {
    const connection = sqlite();
    return { connection, another: () => Promise.resolve(sqlite()) };
  }
  const url = new URL(engineUrl(engine) ?? '');
  const target = new URL(url);
  target.pathname = name;
  const open = adapterOf(engine) === 'pgsql' ? pgsql : mysql;
  const admin = await open(url);
  await admin.run(`CREATE DATABASE ${name}`);
  const connection = await open(target);
  return {
    connection: {
      run: (sql, values) => connection.run(sql, values),
      close: async () => {
        await connection.close();
        await admin.run(`DROP DATABASE ${name}`);
        await admin.close();
      },
    },
    another: () => open(target),
  };
}

async function pgsql(url: URL): Promise<ListConnection> {
  const client = new pg.Client({
    connectionString: url.href,
    types: { getTypeParser: () => (value: string | Buffer) => value.toString() },
  });
  await client.connect();
  return {
    run: async (sql, values = []) => {
      const parts = values.length === 0 ? [sql] : sql.split('?');
      const text = parts.map((part, index) => (index === 0 ? part : `$${String(index)}${part}`)).join('');
      const result = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' });
      return result.rows;
    },
    close: () => client.end(),
  };
}

async function mysql(url: URL): Promise<ListConnection> {
  const client = await createConnection({
    uri: url.href,
    charset: 'utf8mb4_unicode_ci',
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
  });
  return {
    run: async (sql, values = []) => {
      // The driver would send numbers as floating-point ones.
      const given = values.map((value) => (typeof value === 'number' ? String(value) : value));
      const [rows] = values.length === 0 ? await client.query(sql) : await client.execute(sql, given);
      return Array.isArray(rows) ? (rows as unknown[][]) : [];
    },
    close: () => client.end(),
  };
}

function sqlite(): ListConnection {
  const client = new SqliteDatabase(':memory:');
  const bound = (value: Value): Value | bigint => (typeof value === 'number' ? BigInt(value) : value);
  return {
    run: (sql, values = []) => {
      // The driver knows no collations of its own; the runtime's compares decimals that are kept as text.
      const statement = client.prepare(sql.replaceAll(' COLLATE orm_decimal', ''));
      const given = values.map(bound);
      if (statement.reader) return Promise.resolve(statement.raw().all(...given) as unknown[][]);
      statement.run(...given);
      return Promise.resolve([]);
    },
    close: () => {
      client.close();
      return Promise.resolve();
    },
  };
}

/** What the statements take, by the names of their values. */
export type Given = Readonly<Partial<Record<string, Value | readonly Value[]>>>;

/** The planned statements of a table, run as the runtime does. */
export class ListRunner {
  readonly lists: ListStatements;

  constructor(
    readonly connection: ListConnection,
    readonly statements: TableStatements,
  ) {
    if (statements.lists === undefined) throw new Error('no list');
    this.lists = statements.lists;
  }

  has(name: string): boolean {
    return this.lists.statements.has(name);
  }

  async run(name: string, scope: readonly Value[], given: Given = {}): Promise<readonly (readonly unknown[])[]> {
    const steps = this.lists.statements.get(name);
    if (steps === undefined) throw new Error(`no statement ${name}`);
    const conditions = this.lists.conditions.map(([equal, isNull], index) => (scope[index] === null ? isNull : equal));
    const condition = conditions.length === 0 ? '1 = 1' : conditions.join(' AND ');
    let answer: readonly (readonly unknown[])[] = [];
    for (const { parts, values } of steps) {
      const tail = parts.join(condition);
      const sql = name === 'next' || name === 'previous' ? this.statements.select + tail : tail;
      const bound = values.flatMap((code): readonly Value[] => {
        if (code === 'scope') return scope.filter((value) => value !== null);
        if (code === 'values') return scope;
        const value = given[code];
        if (value === undefined) throw new Error(`${name} takes ${code}`);
        return Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
      });
      try {
        answer = await this.connection.run(sql, bound);
      } catch (error) {
        throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}\n${sql}`);
      }
    }
    return answer;
  }
}
