import type { Cell } from '../drivers/session.js';

/** Texts and bytes up to a length, whole numbers within bounds. */
export type Limit =
  | readonly [of: 'characters' | 'bytes', most: number]
  | readonly [of: 'numbers', least: number, most: number];

/** What is wrong with a value in the form in which the database gets it, as the end of a sentence; nothing if it fits. */
export function beyond(limit: Limit, cell: Cell): string | undefined {
  if (cell === null) return undefined;
  if (limit[0] === 'numbers') {
    const [, least, most] = limit;
    const number = Number(cell);
    return number < least || number > most
      ? `it holds whole numbers from ${String(least)} to ${String(most)}`
      : undefined;
  }
  const [of, most] = limit;
  const length = of === 'bytes' ? bytesOf(cell) : charactersOf(String(cell), most);
  return length > most ? `it holds ${String(most)} ${of}, and got ${String(length)}` : undefined;
}

/** No text has more characters than units: only a long one has to be counted. */
const charactersOf = (text: string, most: number): number => (text.length <= most ? text.length : [...text].length);

/** PostgreSQL gets `\x` and two digits for each. */
const bytesOf = (cell: Exclude<Cell, null>): number =>
  cell instanceof Uint8Array ? cell.byteLength : (String(cell).length - 2) / 2;
