import { type ErrorKind, type ErrorNames, isViolation } from '../../errors/kind.js';
import { type ErrorReader, masked, namedBy, type Report } from '../../errors/translate.js';
import { errorMessage, errorText } from '../thrown.js';

const KINDS: ReadonlyMap<string, ErrorKind> = new Map([
  ['23505', 'uniqueViolation'],
  ['23503', 'foreignKeyViolation'],
  ['23001', 'foreignKeyViolation'], // ON DELETE RESTRICT since PostgreSQL 18
  ['23502', 'notNullViolation'],
  ['23514', 'checkViolation'],
  ['23P01', 'constraintViolation'],
  ['23000', 'constraintViolation'],
  ['22001', 'valueTooLong'],
  ['22003', 'valueOutOfRange'],
  ['22008', 'valueOutOfRange'], // a date or time
  ['22007', 'invalidValue'],
  ['22P02', 'invalidValue'],
  ['42703', 'missingColumn'],
  ['40001', 'serialization'],
  ['40P01', 'deadlock'],
  ['55P03', 'lockTimeout'],
  ['25006', 'readOnlyServer'],
  // The server says good-bye: shutdown, crash, database dropped, and its time-outs for idle sessions and transactions.
  ['57P01', 'connectionLost'],
  ['57P02', 'connectionLost'],
  ['57P03', 'connectionLost'],
  ['57P04', 'connectionLost'],
  ['57P05', 'connectionLost'],
  ['25P03', 'connectionLost'],
  ['25P04', 'connectionLost'],
]);

const NO_RELATION = '42P01';
const PROTOCOL = '08P01';

/** Violations whose DETAIL begins with the columns of a key. */
const WITH_KEY: ReadonlySet<string> = new Set(['23505', '23503', '23001', '23P01']);

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** The server always sends a code. What has none comes from the driver, which has no other news than a broken connection. */
function kind({ sqlState = '', message }: Report): ErrorKind {
  const known = KINDS.get(sqlState);
  if (known !== undefined) return known;
  // An alias that the statement does not introduce has the same code. FROM is FROM in every language.
  if (sqlState === NO_RELATION) return /\bFROM\b/.test(firstLine(message)) ? 'other' : 'missingTable';
  // The protocol was not followed: a placeholder without a value. What ends the connection is fatal.
  if (sqlState === PROTOCOL) return message.startsWith('FATAL') ? 'connectionLost' : 'other';
  return sqlState === '' || sqlState.startsWith('08') ? 'connectionLost' : 'other';
}

/**
 * The first line of a violated constraint has names only; what follows it has the values of the key, or the whole row, in
 * which a value may look like the columns of a key. Errors of data (class 22) repeat the value in quotes or as bytes.
 * Elsewhere values stand in single quotes, if at all. By the structure and not by the words, which may be in any language.
 */
function withoutValues({ sqlState = '', message }: Report): string {
  const text = message.trim();
  if (sqlState.startsWith('22')) {
    return firstLine(masked([/("|«|„|“).*("|»|“|”)/s, /(0x)[0-9a-f]{2}(?: 0x[0-9a-f]{2})*()/gi], text));
  }
  const [first = '', ...lines] = text.split('\n');
  const kept = [first];
  const isViolated = sqlState.startsWith('23');
  for (const line of isViolated && !WITH_KEY.has(sqlState) ? [] : lines) {
    const key = line.indexOf(')=(');
    if (key >= 0) {
      // A value may contain anything, also what looks like the end of it, and more lines.
      kept.push(`${line.slice(0, key)})=(…)`);
      break;
    }
    if (!isViolated) kept.push(masked([/(').*(')/, /(\$\d+ = ).+()$/], line));
  }
  return kept.join('\n');
}

function names(report: Report): ErrorNames {
  const what = kind(report);
  if (what === 'missingTable') return namedBy([/relation "(?:[^"]+\.)?(?<table>[^".]+)"/], report.message) ?? {};
  if (what === 'missingColumn') return namedBy(MISSING_COLUMN, report.message) ?? {};
  if (!isViolation(what)) return {};
  const told = report.names ?? {};
  return hasKey(report) ? { ...told, columns: keyColumns(report.message) } : told;
}

/** Of what is written, `column "x" of relation "book"`, or read: `column "x"`, `column book.x`. */
const MISSING_COLUMN = [
  /^[^\n]*column "(?<column>[^"\n]+)" of relation "(?<table>[^"\n]+)"/,
  /^[^\n]*column "(?<column>[^"\n]+)"/,
  /^[^\n]*column (?:[^\s"]+\.)?(?<table>[^\s".]+)\.(?<column>[^\s".]+) /,
];

function hasKey({ sqlState, message }: Report): boolean {
  if (sqlState === '23505' || sqlState === '23P01') return true;
  // The other way round the key is the one that is referred to.
  return sqlState === '23503' && /^[^\n"]*insert or update on table/.test(message);
}

const KEY_COLUMNS =
  /^[^\n]*\n[^\n(]*\(((?:[\p{L}\p{N}_$]+|"(?:[^"]|"")+")(?:, (?:[\p{L}\p{N}_$]+|"(?:[^"]|"")+"))*)\)=\(/u;

/** DETAIL:  Key (isbn, shop)=(…) already exists. None where an expression is part of the key. */
function keyColumns(message: string): readonly string[] {
  const list = KEY_COLUMNS.exec(message)?.[1] ?? '';
  return (list.match(/[\p{L}\p{N}_$]+|"(?:[^"]|"")+"/gu) ?? []).map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}

export const pgsqlErrors: ErrorReader = { kind, names, withoutValues };

/** An error of `pg` as a report, its text put together as `psql` and PHP show it. */
export function pgsqlReport(error: unknown): Report {
  const message = errorMessage(error);
  const text = (name: string): string | undefined => errorText(error, name);
  const severity = text('severity');
  // Errors of the network have a code too, of another form.
  if (severity === undefined) return { origin: error, message };
  const lines = [`${severity}:  ${message}`];
  const [detail, hint, where, column] = [text('detail'), text('hint'), text('where'), text('column')];
  if (detail !== undefined) lines.push(`DETAIL:  ${detail}`);
  if (hint !== undefined) lines.push(`HINT:  ${hint}`);
  if (where !== undefined) lines.push(`CONTEXT:  ${where}`);
  return {
    origin: error,
    sqlState: text('code'),
    message: lines.join('\n'),
    names: {
      constraint: text('constraint'),
      table: text('table'),
      columns: column === undefined ? [] : [column],
    },
  };
}
