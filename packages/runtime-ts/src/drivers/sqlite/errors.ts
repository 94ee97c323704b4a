import type { ErrorKind, ErrorNames } from '../../errors/kind.js';
import { type ErrorReader, masked, namedBy, type Report } from '../../errors/translate.js';
import { errorMessage, errorProperty, errorText } from '../thrown.js';

/** Extended result codes. */
const KINDS: ReadonlyMap<number, ErrorKind> = new Map([
  [2067, 'uniqueViolation'],
  [1555, 'uniqueViolation'], // primary key
  [2579, 'uniqueViolation'], // rowid
  [787, 'foreignKeyViolation'],
  [1299, 'notNullViolation'],
  [275, 'checkViolation'],
  [3091, 'checkViolation'], // a STRICT table and a value of another type
  [517, 'serialization'], // somebody wrote since this transaction began to read
]);

/** What better-sqlite3 calls the codes, which it gives by name only. */
const CODES: Readonly<Record<string, number>> = {
  SQLITE_CONSTRAINT_UNIQUE: 2067,
  SQLITE_CONSTRAINT_PRIMARYKEY: 1555,
  SQLITE_CONSTRAINT_ROWID: 2579,
  SQLITE_CONSTRAINT_FOREIGNKEY: 787,
  SQLITE_CONSTRAINT_NOTNULL: 1299,
  SQLITE_CONSTRAINT_CHECK: 275,
  SQLITE_CONSTRAINT_DATATYPE: 3091,
  SQLITE_CONSTRAINT_TRIGGER: 1811,
  SQLITE_BUSY_RECOVERY: 261,
  SQLITE_BUSY_SNAPSHOT: 517,
  SQLITE_BUSY_TIMEOUT: 773,
  SQLITE_LOCKED_SHAREDCACHE: 262,
  SQLITE_ERROR: 1,
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_NOMEM: 7,
  SQLITE_READONLY: 8,
  SQLITE_INTERRUPT: 9,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_TOOBIG: 18,
  SQLITE_CONSTRAINT: 19,
  SQLITE_MISMATCH: 20,
  SQLITE_NOTADB: 26,
};

/** What has the code of any mistake in a statement. A trigger that raises an error has another one. */
const NO_TABLE = /^no such table: (?:[^.]+\.)?(?<table>[^.]+)$/;
const NO_COLUMN = /^no such column: (?:(?:[^.]+\.)?(?<table>[^."]+)\.)?"?(?<column>[^."]+)/;
const NO_COLUMN_TO_WRITE = /^table (?<table>.+) has no column named (?<column>.+)$/;

const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
/** Texts and numbers beyond what SQLite can hold; a row id that is no number. */
const TOO_BIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;

const codeOf = ({ driverCode }: Report): number => Number(driverCode ?? 0);

function kind(report: Report): ErrorKind {
  const code = codeOf(report);
  const known = KINDS.get(code);
  if (known !== undefined) return known;
  switch (code & 0xff) {
    case CONSTRAINT:
      return violation(report.message);
    case BUSY:
    case LOCKED:
      return 'lockTimeout';
    case ERROR:
      return mistake(report.message);
    case TOO_BIG:
      return 'valueTooLong';
    case MISMATCH:
      return 'invalidValue';
    default:
      return 'other';
  }
}

const VIOLATIONS: readonly (readonly [string, ErrorKind])[] = [
  ['UNIQUE constraint failed', 'uniqueViolation'],
  ['PRIMARY KEY must be unique', 'uniqueViolation'],
  ['FOREIGN KEY constraint failed', 'foreignKeyViolation'],
  ['NOT NULL constraint failed', 'notNullViolation'],
  ['CHECK constraint failed', 'checkViolation'],
  ['cannot store ', 'checkViolation'],
];

function violation(message: string): ErrorKind {
  return VIOLATIONS.find(([start]) => message.startsWith(start))?.[1] ?? 'constraintViolation';
}

function mistake(message: string): ErrorKind {
  if (NO_TABLE.test(message)) return 'missingTable';
  return NO_COLUMN.test(message) || NO_COLUMN_TO_WRITE.test(message) ? 'missingColumn' : 'other';
}

/** Values are never in the text of a statement, and only full-text search repeats what was searched for. */
function withoutValues({ message }: Report): string {
  return masked([/^(fts\d: .*?")(?:.*)("[^"]*)$/s, /^(malformed MATCH expression: \[).*(\])$/s], message.trim());
}

/** UNIQUE constraint failed: book.isbn, book.shop / index 'book_lower' / CHECK constraint failed: price_positive */
function names({ message }: Report): ErrorNames {
  const several = /^UNIQUE constraint failed: (?<table>[^,]+)\.[^,.]+(?:, [^,]+\.[^,.]+)+$/.exec(message)?.groups;
  if (several !== undefined) {
    const columns = [...message.matchAll(/\.([^,.]+)(?:,|$)/g)].map(([, name = '']) => name);
    return { table: several['table'], columns };
  }
  return namedBy(NAMED, message) ?? {};
}

const NAMED = [
  /^(?:UNIQUE|NOT NULL) constraint failed: (?<table>[^,]+)\.(?<column>[^,.]+)$/,
  /^UNIQUE constraint failed: index '(?<constraint>.+)'$/,
  /^CHECK constraint failed: (?<constraint>.+)$/s,
  /^cannot store \w+ value in \w+ column (?<table>.+)\.(?<column>[^.]+)$/,
  NO_TABLE,
  NO_COLUMN_TO_WRITE,
  NO_COLUMN,
];

export const sqliteErrors: ErrorReader = { kind, names, withoutValues };

/** An error of `node:sqlite` or better-sqlite3 as a report. */
export function sqliteReport(error: unknown): Report {
  const [number, name] = [errorProperty(error, 'errcode'), errorText(error, 'code') ?? ''];
  return {
    origin: error,
    message: errorMessage(error),
    driverCode: typeof number === 'number' ? number : (CODES[name] ?? primaryCode(name)),
  };
}

/** `SQLITE_IOERR_READ` is a kind of `SQLITE_IOERR`. */
function primaryCode(name: string): number | undefined {
  return CODES[name.split('_').slice(0, 2).join('_')];
}

/** Whether somebody else holds the lock, so that waiting helps. */
export const isBusy = (report: Report): boolean => (codeOf(report) & 0xff) === BUSY && codeOf(report) !== 517;
