import { wrongType } from './refusal.js';
import type { Value } from './value.js';

/** A JSON document. A change inside it counts: it is compared as the text that it becomes. */
export function json<V>(): Value<V, string> {
  const write = (value: V): string => {
    const written: unknown = JSON.stringify(value);
    if (typeof written !== 'string') throw wrongType('what JSON can say', value);
    return written;
  };
  const read = (cell: string): V => JSON.parse(cell) as V;
  return { read, write, isSame: (value, cell) => write(value) === JSON.stringify(read(cell)) };
}
