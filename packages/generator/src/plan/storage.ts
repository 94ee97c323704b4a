import { COLUMN_TYPES } from '../model/column-type.js';
import type { Column, Table } from '../model/model.js';
import { withoutDomain } from '../model/native-type.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import type { Stored } from '../platforms/stored.js';
import { columnLimit, type Limit } from './limit.js';
import { columnWords } from './sql-type.js';

/** What a value of a column is to the database, null apart. What a driver makes of it on its way is in `drivers/`. */
export type StorageForm =
  /** `padded`: filled up with blanks. */
  | { readonly kind: 'text'; readonly padded: boolean; readonly fixed: boolean }
  /** `range`: whole numbers beyond 64 bits, with a sign or without, do not fit; undefined: what fits is not known. */
  | { readonly kind: 'integer'; readonly range: 'signed' | 'unsigned' | undefined }
  /** `special`: infinities and NaN can be stored, and are words. `single`: has 24 bits, and is compared with 53. */
  | { readonly kind: 'float'; readonly special: boolean; readonly single: boolean }
  /** `number`: kept as an integer or a floating-point number. Without a scale, as many digits as given. `size` counts all digits. */
  | {
      readonly kind: 'decimal';
      readonly kept: 'text' | 'number';
      readonly size: number | undefined;
      readonly scale: number | undefined;
    }
  | { readonly kind: 'boolean'; readonly kept: 'boolean' | 'integer' }
  /** `filled`: the length up to which the database fills the value with zero bytes. */
  | { readonly kind: 'bytes'; readonly filled: number | undefined }
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
  /** `capital`: text in capital letters. `swapped`: bytes in the order of MySQL's UUID_TO_BIN(uuid, 1). */
  | { readonly kind: 'uuid'; readonly form: 'text' | 'capital' | 'bytes' | 'swapped' }
  | { readonly kind: 'object' }
  | { readonly kind: 'geometry'; readonly kept: 'text' | 'bytes' };

/** Digits of a second's fraction, and whether the vendor shows zeros at the end of it. */
export interface Fraction {
  readonly digits: number;
  readonly trimmed: boolean;
}

/** What a column is to a vendor. */
export interface Storage {
  /** As the vendor is told it. */
  readonly sqlType: string;
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

export function columnStorage(table: Table, given: Column, platform: Platform, options: PlatformOptions): Storage {
  const { stored } = platform;
  const column = withoutDomain(given);
  const form = storageForm(table, column, platform, options);
  const sqlType = column.sqlType ?? platform.columnType(column, options);
  const comparable = !stored.incomparable.test(sqlType);
  const exact = form.kind === 'decimal' && form.kept === 'text' && stored.decimalCollation !== undefined;
  return {
    sqlType,
    form,
    limit: columnLimit(column, form),
    collate: exact ? ` COLLATE ${stored.decimalCollation}` : '',
    comparable,
    comparedByFunction: !comparable && stored.comparesByFunction,
    emptyIsNull: form.kind === 'text' && stored.emptyTextIsNull,
    madeUp: column.notNull && column.default === undefined && stored.madeUp?.test(sqlType) === true,
    autoIncrementKey: isGivenKey(table, column) && stored.numbersKeys?.test(sqlType) === true,
  };
}

const isGivenKey = (table: Table, column: Column): boolean =>
  column.primaryKey && !column.autoIncrement && table.columns.filter(({ primaryKey }) => primaryKey).length === 1;

type Precision = readonly [size: number | undefined, scale: number | undefined];

function storageForm(table: Table, column: Column, platform: Platform, options: PlatformOptions): StorageForm {
  const { stored } = platform;
  const sqlType = column.sqlType ?? platform.columnType(column, options);
  const words = columnWords(sqlType);
  switch (column.family) {
    case 'text': {
      const fixed = column.type === 'CHAR';
      return { kind: 'text', padded: fixed && stored.padsChars, fixed };
    }
    case 'integer':
      return { kind: 'integer', range: integerRange(sqlType, stored) };
    case 'float':
      return { kind: 'float', special: stored.specialFloats, single: stored.singleFloats?.test(sqlType) === true };
    case 'decimal': {
      const given: Precision = [column.size, column.size === undefined ? undefined : (column.scale ?? 0)];
      const [size, scale] = words.isText ? given : (words.precision ?? stored.plainDecimal);
      return { kind: 'decimal', kept: words.isText ? 'text' : stored.decimals, size, scale };
    }
    case 'boolean':
      return { kind: 'boolean', kept: words.isBoolean && stored.booleans ? 'boolean' : 'integer' };
    case 'binary':
      return {
        kind: 'bytes',
        filled: stored.filledBytes?.test(sqlType) ? words.precision?.[0] : undefined,
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
      if (!words.isBytes) return { kind: 'uuid', form: stored.capitalUuids ? 'capital' : 'text' };
      return { kind: 'uuid', form: stored.swapsUuids(table) ? 'swapped' : 'bytes' };
    }
    case 'object':
      return { kind: 'object' };
    case 'geometry':
      return { kind: 'geometry', kept: stored.geometry };
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

function integerRange(sqlType: string, stored: Stored): 'signed' | 'unsigned' | undefined {
  if (stored.unsignedIntegers && /\bunsigned\b/i.test(sqlType)) return 'unsigned';
  return /^(?:unsigned\s+)?(?:tiny|small|medium|big)?\s*int/i.test(sqlType) ? 'signed' : undefined;
}

/** A verbatim type says its own digits, or leaves them to the vendor. */
function fraction(column: Column, verbatim: number | undefined, { stored }: Platform): Fraction {
  const digits = column.sqlType === undefined ? (column.size ?? 6) : (verbatim ?? stored.plainFraction);
  return { digits: Math.min(digits, 6), trimmed: stored.trimsFractions };
}
