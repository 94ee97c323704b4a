import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { Words } from '../platforms/sql-words.js';

/** Names in small letters. */
interface CreatedTrigger {
  readonly name: string;
  readonly table: string;
}

/** The trigger that a statement creates. */
export function createdTrigger(sql: string, dialect: ScriptDialect): CreatedTrigger | undefined {
  const words = new Words(sql, dialect);
  let i = words.is(1, 'TEMP') || words.is(1, 'TEMPORARY') ? 2 : 1;
  if (!words.is(0, 'CREATE') || !words.is(i, 'TRIGGER')) return undefined;
  i = words.is(i + 1, 'IF', 'NOT', 'EXISTS') ? i + 4 : i + 1;
  const { name, end } = words.name(i);
  const on = words.tokens.findIndex((_, n) => n >= end && words.is(n, 'ON'));
  const table = on < 0 ? [] : words.name(on + 1).name;
  return { name: lower(name), table: lower(table) };
}

/** The trigger that a statement drops, in small letters. */
export function droppedTrigger(sql: string, dialect: ScriptDialect): string | undefined {
  const words = new Words(sql, dialect);
  if (!words.is(0, 'DROP', 'TRIGGER')) return undefined;
  return lower(words.names(2).names[0] ?? []);
}

const lower = (name: readonly { readonly text: string }[]): string => (name.at(-1)?.text ?? '').toLowerCase();
