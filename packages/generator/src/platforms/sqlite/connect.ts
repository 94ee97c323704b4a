import type { Database } from 'better-sqlite3';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import {
  type DatabaseConnection,
  DatabaseError,
  errorMessage,
  errorProperty,
  runInitialQueries,
  type SqlValue,
} from '../connection.js';
import { type DriverLoader, moduleDefault } from '../driver.js';
import { fileOf } from './file.js';

/** What `node:sqlite` and better-sqlite3 have in common, once they are wrapped. */
interface Handle {
  exec(sql: string): void;
  rows(sql: string): unknown[][];
  /** Integers come as `bigint`: a number of JavaScript does not hold all of them. */
  run(sql: string, values: readonly SqlValue[]): SqlValue[][];
  close(): void;
}

/** The part of `node:sqlite` that is used; Node 20 has neither the module nor its types. */
interface NodeSqlite {
  DatabaseSync: new (
    path: string,
    options: { readOnly: boolean; enableForeignKeyConstraints: boolean },
  ) => {
    exec(sql: string): void;
    prepare(sql: string): {
      all(...values: SqlValue[]): Record<string, unknown>[];
      setReadBigInts(enabled: boolean): void;
    };
    close(): void;
  };
}

/** What PDO waits for a lock when nothing is configured. */
const DEFAULT_TIMEOUT_SECONDS = 60;

export async function connect(settings: ConnectionSettings, loadDriver: DriverLoader): Promise<DatabaseConnection> {
  const open = builtIn() ?? (await betterSqlite3(loadDriver));
  const { path, isReadOnly } = fileOf(settings);
  let handle: Handle;
  try {
    handle = open(path, isReadOnly, (settings.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000);
  } catch (error) {
    throw databaseError(error, '');
  }
  const connection = new SqliteConnection(handle);
  await runInitialQueries(connection, settings.queries);
  return connection;
}

type Open = (path: string, readOnly: boolean, timeout: number) => Handle;

/** The module that comes with Node from 22.13 on. */
function builtIn(): Open | undefined {
  const module = withoutWarnings(() => process.getBuiltinModule('node:sqlite')) as unknown as NodeSqlite | undefined;
  if (module === undefined) return undefined;
  return (path, readOnly, timeout) => {
    const database = new module.DatabaseSync(path, { readOnly, enableForeignKeyConstraints: false });
    database.exec(`PRAGMA busy_timeout = ${String(timeout)}`);
    return {
      exec: (sql) => database.exec(sql),
      rows: (sql) =>
        database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row)),
      run(sql, values) {
        const statement = database.prepare(sql);
        statement.setReadBigInts(true);
        return statement.all(...values).map((row) => Object.values(row) as SqlValue[]);
      },
      close: () => database.close(),
    };
  };
}

/** Node warns on loading its module that it may still change. That is our care and not our user's. */
function withoutWarnings<T>(load: () => T): T {
  const original = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    if (original === undefined) Reflect.deleteProperty(process, 'emitWarning');
    else Object.defineProperty(process, 'emitWarning', original);
  }
}

async function betterSqlite3(loadDriver: DriverLoader): Promise<Open> {
  const driver = moduleDefault(await loadDriver('better-sqlite3')) as new (
    path: string,
    options: { readonly: boolean; timeout: number },
  ) => Database;
  return (path, readonly, timeout) => {
    const database = new driver(path, { readonly, timeout });
    return {
      exec: (sql) => void database.exec(sql),
      rows(sql) {
        const statement = database.prepare(sql);
        if (statement.reader) return statement.raw().all() as unknown[][];
        statement.run();
        return [];
      },
      run(sql, values) {
        const statement = database.prepare(sql).safeIntegers(true);
        if (statement.reader) return statement.raw().all(...values) as SqlValue[][];
        statement.run(...values);
        return [];
      },
      close: () => void database.close(),
    };
  };
}

class SqliteConnection implements DatabaseConnection {
  constructor(private readonly handle: Handle) {}

  execute(sql: string): Promise<void> {
    return this.#run(sql, () => this.handle.exec(sql));
  }

  query(sql: string): Promise<readonly (readonly unknown[])[]> {
    return this.#run(sql, () => this.handle.rows(sql));
  }

  run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]> {
    return this.#run(sql, () => this.handle.run(sql, values));
  }

  begin(): Promise<void> {
    // At once for writing: a transaction that starts reading may find the file locked in its middle.
    return this.execute('BEGIN IMMEDIATE');
  }

  commit(): Promise<void> {
    return this.execute('COMMIT');
  }

  rollback(): Promise<void> {
    return this.execute('ROLLBACK');
  }

  close(): Promise<void> {
    return this.#run('', () => this.handle.close());
  }

  /** Both drivers work synchronously; what they throw becomes a rejection. */
  #run<T>(sql: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        resolve(work());
      } catch (error) {
        reject(databaseError(error, sql));
      }
    });
  }
}

function databaseError(error: unknown, sql: string): DatabaseError {
  const code = errorProperty(error, 'code');
  const message = errorMessage(error);
  return new DatabaseError(message, {
    // The general code of both drivers says nothing that the message does not.
    code: typeof code === 'string' && !/^(ERR_)?SQLITE_ERROR$/.test(code) ? code : undefined,
    position: syntaxPosition(message, sql),
  });
}

/** `near "FORM": syntax error` names a token; where it stands only once, that is the place. */
function syntaxPosition(message: string, sql: string): number | undefined {
  const token = /^near "([^"]+)": syntax error$/.exec(message)?.[1];
  if (token === undefined) return undefined;
  const first = sql.indexOf(token);
  return first >= 0 && first === sql.lastIndexOf(token) ? first : undefined;
}
