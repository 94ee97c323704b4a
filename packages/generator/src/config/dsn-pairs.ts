import { type DsnPairs, type ReadValue, readSeparated } from '../../../runtime-ts/src/drivers/dsn/pairs.js';

/** `A=b;C={d;e}` as the SQL Server driver reads it: `}}` stands for a brace in a value with braces. */
export const readBraces = (text: string): DsnPairs => readSeparated(text, bracedValue);

function bracedValue(text: string, start: number): ReadValue {
  const lead = /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
  if (text[start + lead] !== '{') {
    const end = text.indexOf(';', start);
    const stop = end < 0 ? text.length : end;
    return { value: text.slice(start, stop).trim(), end: stop };
  }
  const found = /^\{((?:[^}]|\}\})*)\}\s*(?=;|$)/.exec(text.slice(start + lead));
  if (!found) return { value: '', end: text.length, problem: 'a value starts with { and has no } at its end' };
  return { value: (found[1] ?? '').replaceAll('}}', '}'), end: start + lead + found[0].length };
}
