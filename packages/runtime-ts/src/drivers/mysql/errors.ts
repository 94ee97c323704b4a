import { type ErrorKind, type ErrorNames, isViolation } from '../../errors/kind.js';
import { type ErrorReader, masked, namedBy, type Report } from '../../errors/translate.js';
import { errorMessage, errorProperty, errorText } from '../thrown.js';

const KINDS: ReadonlyMap<number, ErrorKind> = new Map([
  [1022, 'uniqueViolation'],
  [1062, 'uniqueViolation'],
  [1169, 'uniqueViolation'],
  [1586, 'uniqueViolation'],
  [1761, 'uniqueViolation'], // a cascade would make a duplicate
  [1762, 'uniqueViolation'],
  [1859, 'uniqueViolation'],
  [1216, 'foreignKeyViolation'],
  [1217, 'foreignKeyViolation'],
  [1451, 'foreignKeyViolation'],
  [1452, 'foreignKeyViolation'],
  [1048, 'notNullViolation'],
  [1263, 'notNullViolation'],
  [1364, 'notNullViolation'], // no value and no default
  [3819, 'checkViolation'],
  [4025, 'checkViolation'], // MariaDB
  [1406, 'valueTooLong'],
  [1264, 'valueOutOfRange'],
  [1690, 'valueOutOfRange'], // of an expression
  [1265, 'invalidValue'], // none of an ENUM
  [1292, 'invalidValue'],
  [1366, 'invalidValue'],
  [3140, 'invalidValue'], // JSON
  [1054, 'missingColumn'],
  [1146, 'missingTable'],
  [1213, 'deadlock'], // also a transaction that Galera could not certify
  [1614, 'deadlock'],
  [3058, 'deadlock'], // of GET_LOCK
  [1020, 'serialization'], // MariaDB with innodb_snapshot_isolation
  [3101, 'serialization'], // group replication
  [1205, 'lockTimeout'],
  [1613, 'lockTimeout'],
  [3572, 'lockTimeout'], // NOWAIT; MariaDB says 1205
  [1836, 'readOnlyServer'],
  [1047, 'connectionLost'], // a node of Galera without the others
  [3032, 'connectionLost'], // offline mode
  [1053, 'connectionLost'], // the server is shutting down
  [1077, 'connectionLost'],
  [1079, 'connectionLost'],
  [1152, 'connectionLost'],
  [1158, 'connectionLost'],
  [1159, 'connectionLost'],
  [1160, 'connectionLost'],
  [1161, 'connectionLost'],
  [1184, 'connectionLost'],
  [1927, 'connectionLost'], // killed, MariaDB
  [3169, 'connectionLost'], // killed, MySQL
  [2002, 'connectionLost'],
  [2003, 'connectionLost'],
  [2006, 'connectionLost'],
  [2013, 'connectionLost'],
  [2055, 'connectionLost'],
  [4031, 'connectionLost'], // idle for too long
]);

/** Errors whose message repeats a value: duplicate keys, and values that do not fit. */
const WITH_VALUES: ReadonlySet<number> = new Set([
  1062, 1586, 1761, 1762, 1859, 1292, 1300, 1366, 1367, 1411, 1525, 1690,
]);
const SYNTAX = 1064;

/** An option of the server is in the way, of which the message names the one. */
const PREVENTED = 1290;

/** What the driver has no number for: the connection is broken, or was broken before. */
const BROKEN = 2013;

const codeOf = ({ driverCode }: Report): number => Number(driverCode ?? 0);

function kind(report: Report): ErrorKind {
  const code = codeOf(report);
  if (hasLostSavepoint(report) || failsToCommit(report)) return 'deadlock';
  if (code === PREVENTED && /read[-_ ]only/i.test(report.message)) return 'readOnlyServer';
  return KINDS.get(code) ?? 'other';
}

/** A savepoint of ours that is gone: the server has rolled back silently, as a node of a cluster may. */
function hasLostSavepoint(report: Report): boolean {
  return codeOf(report) === 1305 && report.message.startsWith('SAVEPOINT orm_');
}

/** What a group of servers calls it when a transaction could not be certified (error 149 of the storage engine). */
function failsToCommit(report: Report): boolean {
  return codeOf(report) === 1180 && /\berror:? 149\b/.test(report.message);
}

function withoutValues(report: Report): string {
  const message = report.message.trim();
  const code = codeOf(report);
  // What follows the mistake, as it was sent: there may be values in it.
  if (code === SYNTAX) return masked([/('[^'"0-9]*)['"0-9].*(')/s], message);
  if (!WITH_VALUES.has(code)) return message;
  // A value may contain anything, so the last place where a name can follow it is its end. Names are in quotes on MySQL
  // (' for column 'x' at row 1), in backticks on MariaDB, but for those of keys.
  const named = /(').*(' \S+ \S+ '[^'`]*'[^'`]*)$/s;
  return masked([named.test(message) ? named : /(').*(')/s], message);
}

function names(report: Report): ErrorNames {
  const what = kind(report);
  const { message } = report;
  switch (what) {
    case 'missingTable':
      return namedBy([/^Table '(?:[^']+\.)?(?<table>[^'.]+)' doesn't exist$/], message) ?? {};
    case 'missingColumn':
      return namedBy([/^Unknown column '(?:(?:[^']+\.)?(?<table>[^'.]+)\.)?(?<column>[^'.]+)' in /], message) ?? {};
    case 'valueTooLong':
    case 'valueOutOfRange':
    case 'invalidValue':
      return namedBy(COLUMN_OF_VALUE, message) ?? {};
    default:
      return isViolation(what) ? violated(message) : {};
  }
}

/** The value comes first and may contain anything, so the column is at the end. MariaDB writes `shop`.`book`.`title`. */
const COLUMN_OF_VALUE = [
  /^.* for column '(?:(?<table>[^'.]+)\.)?(?<column>[^'.]+)'(?: at row \d+|\.)$/s,
  /^.* for column (?:`[^`]+`\.)?`(?<table>[^`]+)`\.`(?<column>[^`]+)` at row \d+$/s,
];

/** The value comes first and may contain anything, so the last match is the key. MySQL adds the table to it. */
const KEY = /^.*for key '(?:(?<table>[^'.]+)\.)?(?<constraint>[^']+)'$/s;
const FOREIGN_KEY =
  /\((?:`[^`]+`\.)?`(?<table>[^`]+)`, CONSTRAINT `(?<constraint>[^`]+)` FOREIGN KEY \((?<columns>[^)]*)\)/;

function violated(message: string): ErrorNames {
  const key = namedBy([KEY], message);
  if (key !== undefined) return key;
  const groups = FOREIGN_KEY.exec(message)?.groups;
  if (groups !== undefined) {
    const columns = [...(groups['columns'] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return { constraint: groups['constraint'], table: groups['table'], columns };
  }
  return namedBy(VIOLATED, message) ?? {};
}

const VIOLATED = [
  /^Column '(?<column>.+)' cannot be null/,
  /^Field '(?<column>.+)' doesn't have a default value/,
  /^Check constraint '(?<constraint>.+)' is violated/,
  /^CONSTRAINT `(?<constraint>.+)` failed for (?:`[^`]+`\.)?`(?<table>[^`]+)`/,
];

export const mysqlErrors: ErrorReader = { kind, names, withoutValues };

/** An error of `mysql2` as a report. */
export function mysqlReport(error: unknown): Report {
  const number = errorProperty(error, 'errno');
  const isServers = typeof number === 'number' && number > 0;
  // The driver calls fatal what it cannot go on after.
  const isFatal = errorProperty(error, 'fatal') === true || errorText(error, 'syscall') !== undefined;
  return {
    origin: error,
    message: errorText(error, 'sqlMessage') ?? errorMessage(error),
    sqlState: errorText(error, 'sqlState')?.replace(/^#/, ''),
    driverCode: isServers ? number : isFatal ? BROKEN : undefined,
  };
}
