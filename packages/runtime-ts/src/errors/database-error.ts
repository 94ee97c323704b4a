import type { ErrorKind, ErrorNames } from './kind.js';
import { ConnectionError, OrmError } from './orm-error.js';

/**
 * What the database said about a statement. Bound values are no part of it: they may be secrets, and logs are read by
 * many.
 */
export interface DatabaseErrorDetails {
  readonly kind: ErrorKind;
  /** The statement as it was sent, with its placeholders. */
  readonly sql: string;
  /** The five characters of the SQL standard, such as `23505`. */
  readonly sqlState: string | undefined;
  /** The vendor's own number: 1062 of MySQL, 2067 of SQLite. PostgreSQL has none. */
  readonly driverCode: number | string | undefined;
  /** The database's own words, without the values of rows. */
  readonly databaseMessage: string;
}

/** What an error of the database is made of. */
export interface DatabaseErrorParts extends DatabaseErrorDetails, ErrorNames {
  /** One sentence: what failed. */
  readonly summary: string;
  readonly cause?: unknown;
}

const SHOWN_BYTES = 2000;

function describe({ summary, databaseMessage, sql }: DatabaseErrorParts): string {
  const said = databaseMessage === '' ? '' : `\nThe database says: ${databaseMessage}`;
  return summary + said + (sql === '' ? '' : `\nSQL: ${shorten(sql)}`);
}

function shorten(sql: string): string {
  const bytes = new TextEncoder().encode(sql);
  const rest = bytes.length - SHOWN_BYTES;
  if (rest <= 0) return sql;
  // The cut may go through a character of several bytes, of which streaming keeps the beginning back.
  const start = new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES), { stream: true });
  return `${start} … (${String(rest)} bytes more)`;
}

/** A statement failed. Its message is a sentence of ours, the database's own message, and the SQL without its values. */
export class QueryError extends OrmError implements DatabaseErrorDetails {
  override name = 'QueryError';
  readonly kind: ErrorKind;
  readonly sql: string;
  readonly sqlState: string | undefined;
  readonly driverCode: number | string | undefined;
  readonly databaseMessage: string;

  constructor(parts: DatabaseErrorParts) {
    super(describe(parts), { cause: parts.cause });
    this.kind = parts.kind;
    this.sql = parts.sql;
    this.sqlState = parts.sqlState;
    this.driverCode = parts.driverCode;
    this.databaseMessage = parts.databaseMessage;
  }
}

/** The table and columns that an error is about, as far as the database names them. */
class NamedQueryError extends QueryError {
  /** The table, without its schema, or the alias that the statement gives it. */
  readonly table: string | undefined;
  readonly columns: readonly string[];

  constructor(parts: DatabaseErrorParts) {
    super(parts);
    this.table = parts.table;
    this.columns = parts.columns ?? [];
  }

  /** The column, where it is exactly one. */
  get column(): string | undefined {
    return this.columns.length === 1 ? this.columns[0] : undefined;
  }
}

/**
 * A constraint of the database refused a row. The names are those that the database gives in its message: which of them
 * it gives depends on the vendor and on the kind of constraint.
 */
export class ConstraintViolationError extends NamedQueryError {
  override name = 'ConstraintViolationError';
  /** The name of the constraint or unique index. */
  readonly constraint: string | undefined;

  constructor(parts: DatabaseErrorParts) {
    super(parts);
    this.constraint = parts.constraint;
  }
}

/** Duplicate value for a unique column. */
export class UniqueViolationError extends ConstraintViolationError {
  override name = 'UniqueViolationError';
}

/** A row refers to one that does not exist, or one that is still referred to was to go. */
export class ForeignKeyViolationError extends ConstraintViolationError {
  override name = 'ForeignKeyViolationError';
}

/** A column that needs a value got none. */
export class NotNullViolationError extends ConstraintViolationError {
  override name = 'NotNullViolationError';
}

/** A row does not fulfil a CHECK of its table. */
export class CheckViolationError extends ConstraintViolationError {
  override name = 'CheckViolationError';
}

/** The database refused a value: it is too long, out of range, or of the wrong form. */
export class DataError extends NamedQueryError {
  override name = 'DataError';
}

/** A statement names a table or column that the database does not have. `orm doctor` shows what differs from the schema. */
export class SchemaMismatchError extends NamedQueryError {
  override name = 'SchemaMismatchError';
}

/** Another transaction was in the way. Rolled back and tried again, the work may succeed. */
export class ConflictError extends QueryError {
  override name = 'ConflictError';
}

/** Two transactions waited for each other, and the database chose this one to fail. */
export class DeadlockError extends ConflictError {
  override name = 'DeadlockError';
}

/** Another transaction changed what this one has read, which its isolation level does not allow. */
export class SerializationError extends ConflictError {
  override name = 'SerializationError';
}

/** A lock was not given in time, or not at once where waiting was ruled out. */
export class LockTimeoutError extends ConflictError {
  override name = 'LockTimeoutError';
}

/** A statement and the connection that failed with it. */
class FailedConnectionError extends ConnectionError implements DatabaseErrorDetails {
  readonly kind: ErrorKind;
  readonly sql: string;
  readonly sqlState: string | undefined;
  readonly driverCode: number | string | undefined;
  readonly databaseMessage: string;

  constructor(parts: DatabaseErrorParts) {
    super(describe(parts), { cause: parts.cause });
    this.kind = parts.kind;
    this.sql = parts.sql;
    this.sqlState = parts.sqlState;
    this.driverCode = parts.driverCode;
    this.databaseMessage = parts.databaseMessage;
  }
}

/**
 * The connection broke while it was used. Inside a transaction nothing was committed, unless COMMIT itself was on its way;
 * whether that, or a statement outside of a transaction, was carried out, nobody can say.
 */
export class ConnectionLostError extends FailedConnectionError {
  override name = 'ConnectionLostError';
  /**
   * Whether the work may have been committed all the same: a COMMIT was sent, or a statement outside of a transaction. If
   * false, nothing of it was, and it can be done again.
   */
  readonly mayBeCommitted: boolean;

  constructor(parts: DatabaseErrorParts, mayBeCommitted: boolean) {
    super(parts);
    this.mayBeCommitted = mayBeCommitted;
  }
}

/**
 * The server takes no writes: it is a replica, was demoted by a failover, or was set to read-only. Nothing was written. The
 * connection is given up, so that the next use connects again, perhaps to another server.
 */
export class ReadOnlyServerError extends FailedConnectionError {
  override name = 'ReadOnlyServerError';
}

/** What a session rejects with. */
export type DatabaseError = QueryError | ConnectionLostError | ReadOnlyServerError;

export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof QueryError || error instanceof FailedConnectionError;
