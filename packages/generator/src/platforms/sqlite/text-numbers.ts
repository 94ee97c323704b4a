/** "Determination Of Column Affinity": the words of columns that keep texts as they are, and of those that make floating-point numbers. */
const KEEPS_TEXT = /^(?!.*int).*(char|clob|text|blob)/i;
const FLOATS = /^(?!.*int).*(real|floa|doub)/i;

const BLANKS = 'char(9, 10, 11, 12, 13, 32)';

/**
 * A condition for texts of which a column of a type makes another number: one that has more digits than a floating-point number
 * holds, and is no whole number of 64 bits. A text that is no number stays a text. Nothing where the column keeps all texts.
 */
export function isOtherNumber(sql: string, type: string): string | undefined {
  if (KEEPS_TEXT.test(type)) return undefined;
  const [whole, float] = [`CAST(${sql} AS INTEGER)`, `CAST(${sql} AS REAL)`];
  const written = `lower(trim(${sql}, ${BLANKS}))`;
  const mantissa = `substr(${written}, 1, instr(${written} || 'e', 'e') - 1)`;
  const digits = `length(trim(ltrim(replace(${mantissa}, '.', ''), '+-'), '0'))`;
  // A text beside a number is compared as the number that the column would make of it. The least of all is what smaller ones become.
  const isWhole = `${whole} = ${sql} AND ${whole} > -9223372036854775808`;
  const isLost = FLOATS.test(type)
    ? `abs(${float}) >= 9007199254740992 AND ${digits} > 15 AND NOT (${isWhole} AND ${float} = ${sql})`
    : `${digits} > 15 AND NOT (${isWhole})`;
  return `CAST(${sql} AS NUMERIC) = ${sql} AND (abs(${float}) = 9e999 OR (${isLost}))`;
}
