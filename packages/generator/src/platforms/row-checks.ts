import type { HasBit } from './renumber.js';
import type { ObjectName } from './shape.js';
import type { ScriptDialect } from './sql-tokens.js';

/** How queries for rows are written. */
export interface RowChecks {
  readonly dialect: ScriptDialect;
  readonly name: (object: ObjectName) => string;
  readonly identifier: (name: string) => string;
  /** The function that counts the characters of a text; absent where a column takes values of any type and size. */
  readonly length?: string;
  /** The function that counts bytes, where types have a size in bytes. */
  readonly bytes?: string;
  /** A value as a type, where an expression must be told. */
  readonly cast?: (sql: string, type: string) => string;
  /** The beginning of a value, where an index can be of that. */
  readonly prefix?: (sql: string, size: number) => string;
  /** How texts become other values, where that can be asked without an error. */
  readonly texts?: TextChecks;
  /** Whether a text becomes another number in a column of a type, where a column takes any text; nothing where it stays a text. */
  readonly isOtherNumber?: (sql: string, type: string) => string | undefined;
  /** Floating-point types with 24 bits; others have 53. */
  readonly single?: RegExp;
  /** What values lose in a smaller type; absent where a column takes any of them. */
  readonly losses?: LossChecks;
  /** A text as SQL, where types with labels are objects of their own. */
  readonly text?: (value: string) => string;
  /** Whether a number has a bit, where the vendor has another word for it. */
  readonly hasBit?: HasBit;
  /** A SELECT that stops after `MOST_ROWS`. */
  readonly select: (columns: string, rest: string) => string;
}

export interface TextChecks {
  /** Whether a text is a number; one without a point where it must be whole. */
  readonly isNumber: (sql: string, whole: boolean) => string;
  readonly asNumber: (sql: string) => string;
  /** Whether a text is a date, perhaps with a time behind it. */
  readonly isDate: (sql: string) => string;
  /** Whether a text that is a date has a time of day that is not midnight. */
  readonly hasTime: (sql: string) => string;
  /** Any value as the text that it becomes. */
  readonly asText: (sql: string) => string;
  /** A text by its characters, where a comparison ignores capitals and blanks at the end. */
  readonly exactly?: (sql: string) => string;
}

export interface LossChecks {
  /** The digits of a DECIMAL that says none, before the point and behind it; absent where it has any number of them. */
  readonly decimalDigits?: readonly [whole: number, scale: number];
  /** The digits of a fraction of a second, where a type does not say them. */
  readonly secondDigits?: number;
  /** Whether a number of a type has more digits behind the point. `whole`: it becomes an integer. */
  readonly isRounded: (sql: string, type: string, scale: number, whole: boolean) => string;
  /** The midnight before a moment. */
  readonly midnight: (sql: string) => string;
  /** A moment or a time of day with the fraction of a second that a type has. */
  readonly inType: (sql: string, type: string) => string;
}

export const FLOATING = /^(binary_)?(real|float|double)\b/i;

/** Most decimal fractions have no exact form in a floating-point number: what is behind the digits that it holds is no loss. */
export const isRounded =
  (single: RegExp): LossChecks['isRounded'] =>
  (sql, type, scale) => {
    const rounded = `ROUND(${sql}, ${String(scale)})`;
    if (!FLOATING.test(type)) return `${sql} <> ${rounded}`;
    return `ABS(${sql} - ${rounded}) > ABS(${sql}) * ${single.test(type) ? '1E-7' : '1E-15'}`;
  };

/** One more than are counted. */
export const MOST_ROWS = 1001;
