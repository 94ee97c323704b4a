import type { DriverLoader } from '../loading.js';
import type { Cell } from '../session.js';

/** A function that statements may call. */
export type SqliteFunction = (...values: Cell[]) => Cell;

export interface SqliteSettings {
  /** A file, `:memory:`, or a URI of which the path and `mode=ro` are followed. */
  readonly path: string;
  readonly isReadOnly?: boolean | undefined;
  /** Seconds to wait for a lock; 60 as with PDO if nothing is said. `PRAGMA busy_timeout` says another. */
  readonly timeout?: number | undefined;
  /** Whether foreign keys count, which SQLite leaves to each connection. They do if nothing is said. */
  readonly foreignKeys?: boolean | undefined;
  /** Statements to run on connecting, in order. */
  readonly queries?: readonly string[] | undefined;
  readonly functions?: Readonly<Record<string, SqliteFunction>> | undefined;
  /** How many prepared statements a connection keeps. */
  readonly maxStatements?: number | undefined;
  /** Which of the two drivers; by default Node's own, where it is good enough. */
  readonly driver?: 'node:sqlite' | 'better-sqlite3' | undefined;
  readonly load?: DriverLoader | undefined;
}

/** The file that is meant, and whether it may be written. */
export function fileOf({ path, isReadOnly = false }: SqliteSettings): { path: string; isReadOnly: boolean } {
  const uri = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(?:\?([^#]*))?/.exec(path);
  if (uri === null) return { path, isReadOnly };
  const isReadOnlyMode = new URLSearchParams(uri[2] ?? '').get('mode') === 'ro';
  return { path: decodeURIComponent(uri[1] ?? ''), isReadOnly: isReadOnly || isReadOnlyMode };
}
