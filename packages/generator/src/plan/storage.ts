import { COLUMN_TYPES } from '../model/column-type.js';
import type { Column, Table } from '../model/model.js';
import { withoutDomain } from '../model/native-type.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import type { Wire } from '../platforms/wire.js';
import { columnLimit, type Limit } from './limit.js';
import { columnWords } from './sql-type.js';

/** What a value looks like in a row of the driver and in a bound parameter, null apart. */
export type StorageForm =
  /** `padded`: arrives filled up with blanks. `noZeroByte`: a zero byte would cut the text off on its way. */
  | { readonly kind: 'text'; readonly padded: boolean; readonly fixed: boolean; readonly noZeroByte: boolean }
  /** `range`: whole numbers beyond 64 bits, with a sign or without, do not fit; undefined: what fits is not known. */
  | { readonly kind: 'integer'; readonly range: 'signed' | 'unsigned' | undefined }
  /** `special`: infinities and NaN can be stored, and arrive as words. `single`: has 24 bits, and is compared with 53. */
  | { readonly kind: 'float'; readonly special: boolean; readonly single: boolean }
  /** `number`: arrives as an int or a float. Without a scale, as many digits as given. `size` counts all digits. */
  | {
      readonly kind: 'decimal';
      readonly arrives: 'text' | 'number';
      readonly size: number | undefined;
      readonly scale: number | undefined;
    }
  | { readonly kind: 'boolean'; readonly sent: 'boolean' | 'integer' }
  /** `filled`: the length up to which the database fills the value with zero bytes. */
  | { readonly kind: 'bytes'; readonly arrives: BytesForm; readonly filled: number | undefined }
  | { readonly kind: 'date' }
  /** `days`: the vendor's form of a time is an interval, `+00 12:30:00`. */
  | { readonly kind: 'time'; readonly fraction: Fraction; readonly days: boolean }
  | { readonly kind: 'datetime'; readonly fraction: Fraction; readonly zone: boolean }
  /** One label of the value set. */
  | { readonly kind: 'label' }
  /** The position of a label, from 0. */
  | { readonly kind: 'index' }
  /** The sum of the bits of labels. */
  | { readonly kind: 'mask' }
  | { readonly kind: 'json' }
  | { readonly kind: 'list' }
  /** An array of the database, as its text. */
  | { readonly kind: 'array'; readonly element: { readonly form: StorageForm } }
  /** `capital`: text in capital letters. */
  | { readonly kind: 'uuid'; readonly form: 'text' | 'capital' }
  /** `swapped`: in the order of MySQL's UUID_TO_BIN(uuid, 1). */
  | { readonly kind: 'uuid'; readonly form: 'bytes' | 'swapped'; readonly arrives: BytesForm }
  | { readonly kind: 'object'; readonly arrives: BytesForm }
  | { readonly kind: 'geometry'; readonly sent: 'text' | 'bytes' };

/** `hex`: hexadecimal digits, sent as such too. */
export type BytesForm = 'string' | 'stream' | 'hex';

/** Digits of a second's fraction, and whether the vendor shows zeros at the end of it. */
export interface Fraction {
  readonly digits: number;
  readonly trimmed: boolean;
}

/** What a column looks like on the wire of a vendor. */
export interface Storage {
  readonly form: StorageForm;
  /** What the column can hold, where the schema says it; checked before a statement is sent. */
  readonly limit: Limit | undefined;
  /** What comparing and ordering the column need after its name: ` COLLATE orm_decimal`. */
  readonly collate: string;
  /** False when the vendor has no `=` for the type (JSON of PostgreSQL, large objects of Oracle). */
  readonly comparable: boolean;
  /** True when a function of the vendor compares what `=` cannot. */
  readonly comparedByFunction: boolean;
  /** True when an empty text is NULL in the database. */
  readonly emptyIsNull: boolean;
  /** True when the database would make up a value for a required column that nobody has set. */
  readonly madeUp: boolean;
  /** True for a key that the schema leaves to the program, and that the database would number where it has no value. */
  readonly autoIncrementKey: boolean;
}

/** The form of a column's values between PHP and the vendor. */
export function columnStorage(table: Table, given: Column, platform: Platform, options: PlatformOptions): Storage {
  const { wire } = platform;
  const column = withoutDomain(given);
  const form = storageForm(table, column, platform, options);
  const sqlType = column.sqlType ?? platform.columnType(column, options);
  const comparable = !wire.incomparable.test(sqlType);
  const exact = form.kind === 'decimal' && form.arrives === 'text' && wire.decimalCollation !== undefined;
  return {
    form,
    limit: columnLimit(column, form),
    collate: exact ? ` COLLATE ${wire.decimalCollation}` : '',
    comparable,
    comparedByFunction: !comparable && wire.comparesByFunction,
    emptyIsNull: form.kind === 'text' && wire.emptyTextIsNull,
    madeUp: column.notNull && column.default === undefined && wire.madeUp?.test(sqlType) === true,
    autoIncrementKey: isGivenKey(table, column) && wire.numbersKeys?.test(sqlType) === true,
  };
}

const isGivenKey = (table: Table, column: Column): boolean =>
  column.primaryKey && !column.autoIncrement && table.columns.filter(({ primaryKey }) => primaryKey).length === 1;

type Precision = readonly [size: number | undefined, scale: number | undefined];

function storageForm(table: Table, column: Column, platform: Platform, options: PlatformOptions): StorageForm {
  const { wire } = platform;
  const sqlType = column.sqlType ?? platform.columnType(column, options);
  const words = columnWords(sqlType);
  const bytes = wire.hexBytes?.test(sqlType) ? 'hex' : wire.bytes;
  switch (column.family) {
    case 'text': {
      const fixed = column.type === 'CHAR';
      return { kind: 'text', padded: fixed && wire.padsChars, fixed, noZeroByte: wire.textEndsAtZero };
    }
    case 'integer':
      return { kind: 'integer', range: integerRange(sqlType, wire) };
    case 'float':
      return { kind: 'float', special: wire.specialFloats, single: wire.singleFloats?.test(sqlType) === true };
    case 'decimal': {
      const given: Precision = [column.size, column.size === undefined ? undefined : (column.scale ?? 0)];
      const [size, scale] = words.isText ? given : (words.precision ?? wire.plainDecimal);
      return { kind: 'decimal', arrives: words.isText ? 'text' : wire.decimals, size, scale };
    }
    case 'boolean':
      return { kind: 'boolean', sent: words.isBoolean && wire.booleans ? 'boolean' : 'integer' };
    case 'binary':
      return {
        kind: 'bytes',
        arrives: bytes,
        filled: wire.filledBytes?.test(sqlType) ? words.precision?.[0] : undefined,
      };
    case 'date':
      return { kind: 'date' };
    case 'time':
      return { kind: 'time', fraction: fraction(column, words.precision?.[0], platform), days: words.isInterval };
    case 'datetime':
      return { kind: 'datetime', fraction: fraction(column, words.precision?.[0], platform), zone: words.hasZone };
    case 'enum':
      return { kind: column.enumStorage === 'index' ? 'index' : 'label' };
    case 'set':
      return { kind: 'mask' };
    case 'json':
      return { kind: 'json' };
    case 'array':
      if (column.elementType === undefined) return { kind: 'list' };
      return { kind: 'array', element: { form: storageForm(table, elementOf(column), platform, options) } };
    case 'uuid': {
      if (!words.isBytes) return { kind: 'uuid', form: wire.capitalUuids ? 'capital' : 'text' };
      return { kind: 'uuid', form: wire.swapsUuids(table) ? 'swapped' : 'bytes', arrives: bytes };
    }
    case 'object':
      return { kind: 'object', arrives: bytes };
    case 'geometry':
      return { kind: 'geometry', sent: wire.geometry };
  }
}

/** A column of what the elements of an array are. */
function elementOf(column: Column): Column {
  const type = column.elementType ?? 'LONGVARCHAR';
  const element = {
    ...column,
    type,
    family: COLUMN_TYPES[type].family,
    elementType: undefined,
    sqlType: column.sqlType?.replace(/(\s*\[\d*\])+\s*$/, ''),
  };
  return withoutDomain(element);
}

function integerRange(sqlType: string, wire: Wire): 'signed' | 'unsigned' | undefined {
  if (wire.unsignedIntegers && /\bunsigned\b/i.test(sqlType)) return 'unsigned';
  return /^(?:unsigned\s+)?(?:tiny|small|medium|big)?\s*int/i.test(sqlType) ? 'signed' : undefined;
}

/** A verbatim type says its own digits, or leaves them to the vendor. */
function fraction(column: Column, verbatim: number | undefined, { wire }: Platform): Fraction {
  const digits = column.sqlType === undefined ? (column.size ?? 6) : (verbatim ?? wire.plainFraction);
  return { digits: Math.min(digits, 6), trimmed: wire.trimsFractions };
}
