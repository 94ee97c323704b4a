/** What the words of a vendor's type say about its values. */
export interface TypeWords {
  readonly isText: boolean;
  readonly isBytes: boolean;
  readonly isBoolean: boolean;
  readonly isInterval: boolean;
  readonly hasZone: boolean;
  /** The numbers in parentheses: `(10, 2)`. One number of a decimal means no digits after the point. */
  readonly precision: readonly [number, number] | undefined;
}

const known = new Map<string, TypeWords>();

/** Reads a type of any vendor. Types repeat from column to column, so each is read once. */
export function columnWords(sqlType: string): TypeWords {
  let words = known.get(sqlType);
  if (!words) {
    words = readWords(sqlType);
    known.set(sqlType, words);
  }
  return words;
}

function readWords(sqlType: string): TypeWords {
  const numbers = /\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(sqlType);
  return {
    isText: /char|text|clob/i.test(sqlType),
    isBytes: /binary|blob|bytea|\braw\b|image/i.test(sqlType),
    isBoolean: /bool/i.test(sqlType),
    isInterval: /interval/i.test(sqlType),
    hasZone: /with\s+(local\s+)?time\s+zone|timestamptz|timetz|datetimeoffset/i.test(sqlType),
    precision: numbers ? [Number(numbers[1]), Number(numbers[2] ?? 0)] : undefined,
  };
}
