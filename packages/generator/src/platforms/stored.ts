import type { Table } from '../model/model.js';

/** What a vendor makes of values that it stores, where the vendors differ. One constant per vendor folder. */
export interface Stored {
  /** CHAR is filled up with blanks. */
  readonly padsChars: boolean;
  /** Infinities and NaN can be stored, and are words. */
  readonly specialFloats: boolean;
  /** Types of floating-point numbers of 24 bits that are compared as if they had 53. */
  readonly singleFloats?: RegExp;
  /** What decimals are kept as, unless the column is text. */
  readonly decimals: 'text' | 'number';
  /** Digits and scale of a decimal without a size; undefined: no limit. */
  readonly plainDecimal: readonly [number | undefined, number | undefined];
  /** The collation that compares decimals kept as text. */
  readonly decimalCollation?: string;
  /** The type BOOLEAN takes no integers. */
  readonly booleans: boolean;
  /** Types of bytes that are filled up with zero bytes. */
  readonly filledBytes?: RegExp;
  /** Fractions of seconds are shown without the zeros at their end. */
  readonly trimsFractions: boolean;
  /** Digits of a second's fraction where a verbatim type names none. */
  readonly plainFraction: number;
  /** Types that have no `=`. */
  readonly incomparable: RegExp;
  /** Such types are compared by a function of the vendor's, and not by a cast. */
  readonly comparesByFunction: boolean;
  /** Whole numbers may be declared without a sign, and then reach twice as far. */
  readonly unsignedIntegers: boolean;
  /** Types of which a NOT NULL column without a default gets a value that nobody gave. */
  readonly madeUp?: RegExp;
  /** Types of which the only column of a primary key gets a number, even in place of a NULL that is written. */
  readonly numbersKeys?: RegExp;
  /** An empty text is stored as NULL. */
  readonly emptyTextIsNull: boolean;
  readonly geometry: 'text' | 'bytes';
  /** UUIDs that are no bytes are shown in capital letters. */
  readonly capitalUuids: boolean;
  /** True when UUIDs of the table that are bytes have their time bits first. */
  swapsUuids(table: Table): boolean;
}
