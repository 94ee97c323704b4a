import {
  CheckViolationError,
  ConnectionLostError,
  ConstraintViolationError,
  type DatabaseError,
  type DatabaseErrorParts,
  DataError,
  DeadlockError,
  ForeignKeyViolationError,
  LockTimeoutError,
  NotNullViolationError,
  QueryError,
  ReadOnlyServerError,
  SchemaMismatchError,
  SerializationError,
  UniqueViolationError,
} from './database-error.js';
import { type ErrorKind, type ErrorNames, isViolation } from './kind.js';
import { withOrigin } from './origin.js';

/** What a driver has thrown, in the terms of all of them. */
export interface Report {
  readonly sqlState?: string | undefined;
  readonly driverCode?: number | string | undefined;
  /** The database's own words, values of rows included. */
  readonly message: string;
  /** What the server tells apart from its words. */
  readonly names?: ErrorNames | undefined;
  /** What was thrown, as it is. */
  readonly origin?: unknown;
}

/** How a vendor's errors are read. */
export interface ErrorReader {
  kind(report: Report): ErrorKind;
  names(report: Report): ErrorNames;
  withoutValues(report: Report): string;
}

/** What the driver said, without the values of rows: what is behind an error is logged and shown like the error itself. */
class DriverError extends Error {
  override name = 'DriverError';
  readonly code: number | string | undefined;

  constructor(message: string, code: number | string | undefined) {
    super(message);
    this.code = code;
  }
}

type Kinds<T> = Readonly<Record<Exclude<ErrorKind, 'connectionLost'>, T>>;

const CLASSES: Kinds<new (parts: DatabaseErrorParts) => DatabaseError> = {
  uniqueViolation: UniqueViolationError,
  foreignKeyViolation: ForeignKeyViolationError,
  notNullViolation: NotNullViolationError,
  checkViolation: CheckViolationError,
  constraintViolation: ConstraintViolationError,
  valueTooLong: DataError,
  valueOutOfRange: DataError,
  invalidValue: DataError,
  missingTable: SchemaMismatchError,
  missingColumn: SchemaMismatchError,
  deadlock: DeadlockError,
  serialization: SerializationError,
  lockTimeout: LockTimeoutError,
  readOnlyServer: ReadOnlyServerError,
  other: QueryError,
};

const SUMMARIES: Readonly<Record<ErrorKind, string>> = {
  uniqueViolation: 'Duplicate value for a unique column',
  foreignKeyViolation: 'A row would refer to another one that does not exist',
  notNullViolation: 'A required column is not set',
  checkViolation: 'A row does not fulfil a check of its table',
  constraintViolation: 'A row does not fulfil a constraint of its table',
  valueTooLong: 'A value is too long for its column',
  valueOutOfRange: 'A value is out of the range of its column',
  invalidValue: 'A value does not have the form that its column takes',
  missingTable: 'The database has no such table',
  missingColumn: 'The table in the database has no such column',
  deadlock: 'Two transactions waited for each other and this one is rolled back: roll back and try again.',
  serialization: 'Another transaction has changed what this one works with: roll back and try again.',
  lockTimeout: 'Another transaction holds a lock that this statement needs: try again later.',
  connectionLost: 'The connection to the database is lost.',
  readOnlyServer:
    'The server takes no writes: it is a replica, was demoted or is read-only. The next use connects again.',
  other: 'A statement failed.',
};

const BEHIND = ' the database is behind the schema: run `orm doctor` to see what differs.';

/** What to do about a database that may be behind its schema. */
const ADVICE: Readonly<Partial<Record<ErrorKind, string>>> = {
  missingTable: ` If your schema has it,${BEHIND}`,
  missingColumn: ` If your schema has it,${BEHIND}`,
  valueTooLong: ` If your schema allows the value,${BEHIND}`,
  valueOutOfRange: ` If your schema allows the value,${BEHIND}`,
};

const LOCATED: ReadonlySet<ErrorKind> = new Set([
  'valueTooLong',
  'valueOutOfRange',
  'invalidValue',
  'missingTable',
  'missingColumn',
]);

/** Makes the library's error of one that a driver has thrown for a statement. */
export function translate(reader: ErrorReader, report: Report, sql: string, mayBeCommitted = true): DatabaseError {
  return withOrigin(translated(reader, report, sql, mayBeCommitted), report.origin);
}

function translated(reader: ErrorReader, report: Report, sql: string, mayBeCommitted: boolean): DatabaseError {
  const kind = reader.kind(report);
  const said = reader.withoutValues(report);
  const { sqlState, driverCode } = report;
  const cause = new DriverError(said, driverCode ?? sqlState);
  const details = { kind, sql, sqlState, driverCode, databaseMessage: said, cause };
  if (kind === 'connectionLost') {
    const fate = mayBeCommitted ? '' : ' Nothing of the transaction was committed.';
    return new ConnectionLostError({ ...details, summary: SUMMARIES[kind] + fate }, mayBeCommitted);
  }
  if (!isViolation(kind) && !LOCATED.has(kind)) return new CLASSES[kind]({ ...details, summary: SUMMARIES[kind] });
  const names = reader.names(report);
  return new CLASSES[kind]({ ...details, ...names, summary: located(kind, names) });
}

/** For a server that says so before anything is written. */
export function readOnlyServer(): ReadOnlyServerError {
  return new ReadOnlyServerError(ownFinding('readOnlyServer', SUMMARIES.readOnlyServer));
}

/** For a statement that was not sent, because its connection is closed. */
export function connectionClosed(sql: string): ConnectionLostError {
  const summary = `${SUMMARIES.connectionLost} Nothing of the transaction was committed.`;
  return new ConnectionLostError({ ...ownFinding('connectionLost', summary), sql }, false);
}

/** For a value that the database would not miss. */
export function missingValue(table: string, column: string): NotNullViolationError {
  const names = { table, columns: [column] };
  return new NotNullViolationError({
    ...ownFinding('notNullViolation', located('notNullViolation', names)),
    ...names,
  });
}

function ownFinding(kind: ErrorKind, summary: string): DatabaseErrorParts {
  return { kind, summary, sql: '', sqlState: undefined, driverCode: undefined, databaseMessage: '' };
}

/** What failed, and where. */
function located(kind: ErrorKind, names: ErrorNames): string {
  return `${SUMMARIES[kind]}${where(names)}.${ADVICE[kind] ?? ''}`;
}

function where({ constraint, table, columns = [] }: ErrorNames): string {
  const parts = constraint === undefined ? [] : [`constraint "${constraint}"`];
  const names = columns.map((column) => (table === undefined ? `"${column}"` : `"${table}.${column}"`));
  if (names.length > 0) parts.push(`${names.length === 1 ? 'column' : 'columns'} ${names.join(', ')}`);
  else if (table !== undefined) parts.push(`table "${table}"`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Puts "…" in the place of what patterns find between their first and their second group. */
export function masked(patterns: readonly RegExp[], message: string): string {
  return patterns.reduce((text, pattern) => text.replace(pattern, '$1…$2'), message);
}

/** What the groups `constraint`, `table` and `column` of the first pattern that matches have found. */
export function namedBy(patterns: readonly RegExp[], message: string): ErrorNames | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(message)?.groups;
    if (groups === undefined) continue;
    const { constraint, table, column } = groups as Partial<Record<string, string>>;
    return { constraint, table, columns: column === undefined ? [] : [column] };
  }
  return undefined;
}
