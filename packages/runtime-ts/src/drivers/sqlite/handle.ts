import type { Database, Options } from 'better-sqlite3';
import { ConfigurationError } from '../../errors/orm-error.js';
import { loaded } from '../loading.js';
import type { Cell } from '../session.js';
import type { SqliteFunction, SqliteSettings } from './settings.js';

/** What is bound: an integer as `bigint`, because both drivers take every number for a REAL. */
export type Bound = string | number | bigint | Buffer | null;

/** A row as both drivers give it: integers as `bigint`, since a number of JavaScript does not hold all of them. */
export type RawRow = Cell[];

export interface Prepared {
  readonly hasRows: boolean;
  all(values: readonly Bound[]): RawRow[];
  iterate(values: readonly Bound[]): Iterator<RawRow>;
  run(values: readonly Bound[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
}

/** What `node:sqlite` and better-sqlite3 have in common, once they are wrapped. */
export interface Handle {
  readonly isInTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  define(name: string, work: SqliteFunction): void;
  close(): void;
}

export type Open = (path: string, isReadOnly: boolean, timeout: number) => Handle;

interface NodeStatement {
  all(...values: readonly Bound[]): unknown;
  iterate(...values: readonly Bound[]): unknown;
  run(...values: readonly Bound[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  columns(): readonly unknown[];
  setReadBigInts(enabled: boolean): void;
  setReturnArrays(enabled: boolean): void;
}

/** The part of `node:sqlite` that is used; Node 20 has neither the module nor its types. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean; readonly enableForeignKeyConstraints: boolean },
  ) => {
    readonly isTransaction: boolean;
    exec(sql: string): void;
    prepare(sql: string): NodeStatement;
    function(name: string, options: { readonly useBigIntArguments: boolean }, work: SqliteFunction): void;
    close(): void;
  };
  readonly StatementSync: { readonly prototype: object };
}

export async function openerOf({ driver, load = () => import('better-sqlite3') }: SqliteSettings): Promise<Open> {
  const module = driver === 'better-sqlite3' ? undefined : nodeSqlite();
  if (module !== undefined) return (path, isReadOnly, timeout) => openNode(module, path, isReadOnly, timeout);
  if (driver === 'node:sqlite') {
    throw new ConfigurationError(
      'This Node has no node:sqlite that gives rows as arrays: it needs 22.16, or 24 or later.',
    );
  }
  const better = (await loaded('better-sqlite3', () => load('better-sqlite3'))) as BetterSqlite3;
  return (path, isReadOnly, timeout) => openBetter(better, path, isReadOnly, timeout);
}

/** Node's own module. Before 22.16 it gives rows as objects only, in which two columns of one name are one. */
export function nodeSqlite(): NodeSqlite | undefined {
  const module = withoutWarnings(() => process.getBuiltinModule('node:sqlite')) as unknown as NodeSqlite | undefined;
  return module !== undefined && 'setReturnArrays' in module.StatementSync.prototype ? module : undefined;
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

function openNode(module: NodeSqlite, path: string, isReadOnly: boolean, timeout: number): Handle {
  const database = new module.DatabaseSync(path, { readOnly: isReadOnly, enableForeignKeyConstraints: false });
  database.exec(`PRAGMA busy_timeout = ${String(timeout)}`);
  return {
    get isInTransaction() {
      return database.isTransaction;
    },
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return {
        hasRows: statement.columns().length > 0,
        all: (values) =>
          ALL_COLUMNS.test(sql) ? allColumns(statement, values) : (statement.all(...values) as RawRow[]),
        iterate: (values) => statement.iterate(...values) as Iterator<RawRow>,
        run: (values) => statement.run(...values),
      };
    },
    define: (name, work) => database.function(name, { useBigIntArguments: true }, spread(work)),
    close: () => database.close(),
  };
}

const ALL_COLUMNS = /^\s*select\b.*(?<!\(\s*)\*/is;

/** Node counts the columns before SQLite sees that somebody has added one: then the rows are read once more. */
function allColumns(statement: NodeStatement, values: readonly Bound[]): RawRow[] {
  const columns = statement.columns().length;
  const rows = statement.all(...values) as RawRow[];
  return statement.columns().length === columns ? rows : (statement.all(...values) as RawRow[]);
}

type BetterSqlite3 = new (path: string, options: Options) => Database;

function openBetter(better: BetterSqlite3, path: string, isReadOnly: boolean, timeout: number): Handle {
  const database = new better(path, { readonly: isReadOnly, timeout });
  return {
    get isInTransaction() {
      return database.inTransaction;
    },
    exec: (sql) => void database.exec(sql),
    prepare(sql) {
      const statement = database.prepare<Bound[], RawRow>(sql).safeIntegers(true);
      if (statement.reader) statement.raw(true);
      return {
        hasRows: statement.reader,
        all: (values) => statement.all(...values),
        iterate: (values) => statement.iterate(...values),
        run: (values) => statement.run(...values),
      };
    },
    define: (name, work) => void database.function(name, { safeIntegers: true }, spread(work)),
    close: () => void database.close(),
  };
}

/** A function with as many parameters, which is what the drivers go by, whose integers are numbers where those hold them. */
function spread(work: SqliteFunction): SqliteFunction {
  const wrapped: SqliteFunction = (...values) => work(...values.map(exactNumber));
  Object.defineProperty(wrapped, 'length', { value: work.length });
  return wrapped;
}

export function exactNumber(cell: Cell): Cell {
  if (typeof cell !== 'bigint') return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) ? number : cell;
}
