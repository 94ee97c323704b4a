import { statementPurpose } from './sql-drops.js';
import type { ScriptDialect } from './sql-tokens.js';
import { type TableName, Words } from './sql-words.js';

/** A table that has another name behind a statement. */
export interface Renaming {
  readonly from: TableName;
  readonly to: TableName;
}

/** The tables that a statement gives other names, as far as its words say. */
export function renamingsIn(sql: string, dialect: ScriptDialect): readonly Renaming[] {
  const words = new Words(sql, dialect);
  if (words.is(0, 'RENAME')) return renamed(words);
  if (!words.is(0, 'ALTER', 'TABLE')) return [];
  const at = words.is(2, 'IF', 'EXISTS') ? 4 : 2;
  const { name: from, end } = words.name(words.is(at, 'ONLY') ? at + 1 : at);
  return words.tokens.flatMap((_, i): Renaming[] => {
    if (i < end) return [];
    if (words.is(i, 'SET', 'SCHEMA')) return [{ from, to: [...words.name(i + 2).name.slice(-1), ...from.slice(-1)] }];
    const to = newName(words, i);
    return to.length === 0 ? [] : [{ from, to: to.length > 1 ? to : [...from.slice(0, -1), ...to] }];
  });
}

/** MySQL and Oracle: `RENAME TABLE a TO b, c TO d`. */
function renamed(words: Words): readonly Renaming[] {
  const found: Renaming[] = [];
  for (let i = words.is(1, 'TABLE') ? 2 : 1; ; ) {
    const { name: from, end } = words.name(words.is(i, 'IF', 'EXISTS') ? i + 2 : i);
    const { name: to, end: next } = words.name(end + 1);
    if (!words.is(end, 'TO') || from.length === 0 || to.length === 0) return found;
    found.push({ from, to });
    if (!words.is(next, ',')) return found;
    i = next + 1;
  }
}

/** What stands behind RENAME, where it is the table that is renamed. */
function newName(words: Words, i: number): TableName {
  if (words.is(i, 'RENAME', 'TO')) return words.name(i + 2).name;
  if (!words.is(i, 'RENAME') || words.dialect.blocks !== 'mysql') return [];
  if (words.is(i + 1, 'AS') || words.is(i + 1, '=')) return words.name(i + 2).name;
  return /^(COLUMN|INDEX|KEY)$/.test(words.upper(i + 1)) ? [] : words.name(i + 1).name;
}

/** Rows of a table that a statement puts into another one. */
export interface Copy {
  readonly from: TableName;
  readonly into: TableName;
}

/** What `INSERT … SELECT … FROM` and `CREATE TABLE … AS SELECT … FROM` copy whole. */
export function copyIn(sql: string, dialect: ScriptDialect): Copy | undefined {
  if (!/\bselect\b/i.test(sql)) return undefined;
  const { insertsInto, creates } = statementPurpose(sql, dialect);
  const into = insertsInto ?? (creates?.kind === 'TABLE' ? creates.name : undefined);
  const words = new Words(sql, dialect);
  let depth = 0;
  let from: TableName | undefined;
  for (let i = 0; i < words.tokens.length; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')')) depth--;
    else if (depth > 0) continue;
    else if (/^(WHERE|LIMIT|JOIN|GROUP|UNION|FETCH|OFFSET)$/.test(words.upper(i))) return undefined;
    else if (words.is(i, 'FROM')) from = words.name(words.is(i + 1, 'ONLY') ? i + 2 : i + 1).name;
  }
  return into === undefined || from === undefined || from.length === 0 ? undefined : { from, into };
}

/** Whether two names may mean one table: a schema that is not said may be any. */
export function maySame(one: TableName, other: TableName): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const tail = long.slice(long.length - short.length);
  return short.length > 0 && short.every(({ text }, at) => text.toLowerCase() === tail[at]?.text.toLowerCase());
}
