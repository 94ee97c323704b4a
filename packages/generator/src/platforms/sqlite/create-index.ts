import { sameName } from './table-facts.js';
import { isWord, nameOf, oneLine, type Token, tokens } from './tokens.js';

/** What the text of CREATE INDEX says and no pragma does. */
export interface IndexText {
  /** The parts between the parentheses, without collation and order. */
  readonly parts: readonly string[];
  readonly where: string | undefined;
}

/**
 * Reads the text of `sqlite_master.sql` of an index. SQLite has accepted it: nothing here reports an error. `collations` are
 * those of the parts: a COLLATE at the end may be one of the last operand alone.
 */
export function readCreateIndex(sql: string, collations: readonly string[]): IndexText {
  const all = tokens(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const on = all.findIndex((token) => isWord(token, 'ON'));
  const open = all.findIndex((token, at) => at > on && token.text === '(');
  const parts: Token[][] = [[]];
  let at = open + 1;
  for (let depth = 1; at < all.length; at++) {
    const token = all[at];
    if (token === undefined) break;
    if (token.text === '(') depth++;
    else if (token.text === ')' && --depth === 0) break;
    if (token.text === ',' && depth === 1) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  const condition = isWord(all[at + 1], 'WHERE') ? all.slice(at + 2).filter(({ text }) => text !== ';') : undefined;
  return {
    parts: parts.map((part, i) => textOf(sql, withoutWords(part, collations[i] ?? ''))),
    where: condition && textOf(sql, condition),
  };
}

/** Without COLLATE and the order behind it. */
function withoutWords(part: readonly Token[], collation: string): readonly Token[] {
  const ordered = isWord(part.at(-1), 'ASC', 'DESC') ? part.slice(0, -1) : part;
  const last = ordered.at(-1);
  if (last === undefined || ordered.length < 3 || !isWord(ordered.at(-2), 'COLLATE')) return ordered;
  const isWhole = !sameName(collation, 'BINARY') && sameName(nameOf(last), collation);
  return isWhole ? ordered.slice(0, -2) : ordered;
}

/** On one line, without parentheses around the whole. */
function textOf(sql: string, part: readonly Token[]): string {
  const [first, last] = [part[0], part.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first.text === '(' && last.text === ')' && isEnclosed(part)) return textOf(sql, part.slice(1, -1));
  return oneLine(sql.slice(first.start, last.start + last.text.length));
}

function isEnclosed(part: readonly Token[]): boolean {
  let depth = 0;
  return part.every(({ text }, at) => {
    if (text === '(') depth++;
    else if (text === ')') depth--;
    return depth > 0 || at === part.length - 1;
  });
}
