import type { Column, KeyPart, Table } from '../../model/model.js';
import type { ModelDiagnostic, Report } from '../../model/model-diagnostic.js';
import { vendorValue } from '../../model/vendor-parameter.js';
import type { PlatformOptions } from '../platform.js';
import { typeWidth } from '../prefix.js';
import { tableEngine } from './shape.js';
import { columnType, MAX_VARCHAR } from './types.js';

/** Longest CHAR and BINARY ("The CHAR and VARCHAR Types"), and what DECIMAL holds on both servers. */
const MAX_CHAR = 255;
const MAX_DIGITS = 65;
const MAX_SCALE = 30;
/** Bytes of all columns of a row but for the texts kept outside it ("Limits on Table Column Count and Row Size"). */
const MAX_ROW = 65_535;
/** Bytes of all columns of an index: InnoDB with its DYNAMIC rows, and what the other engines have at least. */
const MAX_KEY = 3072;
const MAX_OTHER_KEY = 1000;

/** True for what is kept outside the row and indexed by a prefix only. */
export function isBlob(column: Column, options: PlatformOptions): boolean {
  return column.sqlType === undefined && /^(\w*TEXT|\w*BLOB|JSON|GEOMETRY)\b/.test(columnType(column, options));
}

/** Sizes of a column that the server refuses. */
export function checkColumnSize(table: Table, column: Column, report: Report, options: PlatformOptions): void {
  if (column.sqlType !== undefined) return;
  const where = `column "${column.name}" of table "${table.name}"`;
  const about = (attribute: string, rest: Pick<ModelDiagnostic, 'code' | 'message' | 'help'>): void =>
    report({ severity: 'error', origin: column.origin, attribute, ...rest });
  const { type, size = 0, scale = 0 } = column;
  if (type === 'VARCHAR' && size > MAX_VARCHAR) {
    about('size', {
      code: 'mysql/varchar-size',
      message: `a VARCHAR of ${size} characters does not fit a row of MySQL (column "${column.name}")`,
      help: `use at most ${MAX_VARCHAR}, or type="LONGVARCHAR"`,
    });
  }
  if ((type === 'CHAR' || type === 'BINARY') && size > MAX_CHAR) {
    about('size', {
      code: 'mysql/char-size',
      message: `${type} has at most ${MAX_CHAR} ${type === 'CHAR' ? 'characters' : 'bytes'} on MySQL (${where})`,
      help: `use type="VAR${type}"`,
    });
  }
  if (column.family === 'decimal' && (size > MAX_DIGITS || scale > MAX_SCALE)) {
    about(size > MAX_DIGITS ? 'size' : 'scale', {
      code: 'mysql/decimal-size',
      message: `${type} has at most ${MAX_DIGITS} digits and ${MAX_SCALE} after the point on MySQL (${where})`,
      help: 'use fewer digits',
    });
  }
  const length = defaultLength(column);
  const room = roomOf(column);
  if (length > room && !isBlob(column, options)) {
    about(column.default ? 'defaultValue' : 'name', {
      code: 'mysql/default-size',
      message: `the default value of ${where} has ${length} ${type.includes('CHAR') ? 'characters' : 'bytes'}, and it holds ${room}`,
      help: 'shorten it, or raise size',
    });
  }
}

function defaultLength(column: Column): number {
  if (column.default?.kind !== 'value') return 0;
  if (column.family === 'binary') return Buffer.byteLength(column.default.value);
  return column.family === 'text' ? Array.from(column.default.value).length : 0;
}

function roomOf({ type, size }: Column): number {
  if (type === 'CHAR' || type === 'BINARY') return size ?? 1;
  return type === 'VARCHAR' ? (size ?? 255) : (size ?? Number.POSITIVE_INFINITY);
}

export function checkRowSize(table: Table, report: Report, options: PlatformOptions): void {
  if (table.columns.some((column) => column.sqlType !== undefined)) return;
  const bytes = table.columns.reduce(
    (sum, column) => sum + (isBlob(column, options) ? 12 : columnBytes(table, column, undefined) + 2),
    0,
  );
  if (bytes <= MAX_ROW) return;
  report({
    severity: 'error',
    code: 'mysql/row-size',
    origin: table.origin,
    attribute: 'name',
    message: `a row of table "${table.name}" would have about ${bytes} bytes, and MySQL allows ${MAX_ROW}`,
    help: 'shorten its VARCHAR columns, or make the long ones LONGVARCHAR: these are kept outside the row',
  });
}

/** Reports an index, unique or primary key that is longer than the engine's keys can be. */
export function checkKeySize(
  table: Table,
  columns: readonly KeyPart[],
  options: PlatformOptions,
  at: Pick<ModelDiagnostic, 'origin' | 'attribute'>,
  what: string,
  report: Report,
): void {
  // `check` has reported a text without a prefix.
  if (columns.some(({ column, size }) => column.sqlType !== undefined || (isBlob(column, options) && !size))) return;
  const engine = tableEngine(table, options);
  const bytes = columns.reduce((sum, { column, size }) => sum + columnBytes(table, column, size), 0);
  const most = engine.toLowerCase() === 'innodb' ? MAX_KEY : MAX_OTHER_KEY;
  if (bytes <= most) return;
  report({
    severity: 'error',
    code: 'mysql/key-size',
    ...at,
    message: `${what} of table "${table.name}" would have ${bytes} bytes, and keys of ${engine} have at most ${most}`,
    help: 'shorten its columns, or index the beginning of a long one with size on its <index-column>',
  });
}

/** Types of which the servers index no beginning (error 1089). */
const WITHOUT_PREFIX =
  /^((tiny|small|medium|big)?int|decimal|numeric|float|double|real|date|time|timestamp|datetime|year|bool|boolean|bit|enum|set|uuid)\b/i;

/** Reports prefixes that are longer than their columns, and those of types that have none. */
export function checkPrefixes(
  table: Table,
  parts: readonly KeyPart[],
  options: PlatformOptions,
  at: Pick<ModelDiagnostic, 'origin' | 'attribute'>,
  report: Report,
): void {
  for (const { column, size } of parts) {
    if (size === undefined) continue;
    const type = column.sqlType ?? columnType(column, options);
    const width = typeWidth(type);
    const where = `column "${column.name}" of table "${table.name}"`;
    const about = (message: string, help: string): void =>
      report({ severity: 'error', code: 'mysql/index-prefix', ...at, message, help });
    if (width !== undefined && size > width) {
      about(`a prefix of ${size} is longer than ${where}, which is ${type}`, `remove size="${size}" in the index`);
    } else if (WITHOUT_PREFIX.test(type)) {
      about(
        `MySQL indexes prefixes of texts and bytes only, and ${where} is ${type}`,
        `remove size="${size}" in the index`,
      );
    }
  }
}

/** Bytes of a column, or of a prefix of it, in a key: four for a character unless another character set is named. */
function columnBytes(table: Table, column: Column, prefix: number | undefined): number {
  const charset =
    vendorValue(column.vendor, 'mysql', 'Charset', 'Collate', 'Collation') ??
    vendorValue(table.vendor, 'mysql', 'Charset', 'Collate');
  const perCharacter = charset === undefined || /^utf8mb4/i.test(charset) ? 4 : 1;
  if (column.family === 'text') return (prefix ?? Math.min(roomOf(column), MAX_ROW)) * perCharacter;
  if (column.family === 'binary') return prefix ?? Math.min(roomOf(column), MAX_ROW);
  return column.family === 'array' ? (prefix ?? 0) * perCharacter : (prefix ?? 8);
}
