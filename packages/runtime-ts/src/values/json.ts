import { wrongType } from './refusal.js';
import type { Value } from './value.js';

/** What can stand in a document. */
export type JsonValue = string | number | boolean | null | JsonDocument;

/** A document where the schema names no type of its own. */
export type JsonDocument = JsonValue[] | { [key: string]: JsonValue };

/** Half of a character, which `JSON.stringify` writes as an escape and no other language reads. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    throw wrongType('a document without a bigint and without a circle', value);
  }
}

const hasOnlyFinite = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' || value === null || Object.values(value).every(hasOnlyFinite);

/** The text of a document as both languages write it. */
function written(value: unknown): string {
  const document = typeof value === 'object' && value !== null ? textOf(value) : undefined;
  if (document === undefined || !/^[[{]/.test(document)) throw wrongType('an object or an array', value);
  if (HALF.test(document)) throw wrongType('a document of whole characters', value);
  // JSON.stringify silently makes null of them.
  if (document.includes('null') && !hasOnlyFinite(value)) throw wrongType('a document of finite numbers', value);
  return document.replace(/[\u2028\u2029]/g, (line) => (line === '\u2028' ? '\\u2028' : '\\u2029'));
}

/** A JSON document. A change inside it counts: it is compared as the text that it becomes. */
export function json<V = JsonDocument>(): Value<V, string> {
  const read = (cell: string): V => JSON.parse(cell) as V;
  return {
    read,
    write: written,
    // Both by the same hand, so that numbers and characters may be spelled in another way in the database.
    isSame: (value, cell) => textOf(value) === textOf(read(cell)),
  };
}
