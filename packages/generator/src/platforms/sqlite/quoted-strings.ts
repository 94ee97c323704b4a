import { text } from './quoting.js';
import { folded } from './table-facts.js';
import { isWord, nameOf, oneLine, type Token, tokens } from './tokens.js';

/** Names of the row id, which a table has without a column of that name. Only checks and conditions of indexes can use them. */
const ROW_ID = ['rowid', 'oid', '_rowid_'];

/**
 * An expression of a table, with `"abc"` as `'abc'` where it names no column: SQLite reads that as a string, but refuses it
 * in a new table unless it is built to accept it.
 */
export function withStrings(sql: string, columns: readonly { readonly name: string }[], hasRowId: boolean): string {
  const names = new Set([...columns.map(({ name }) => folded(name)), ...(hasRowId ? ROW_ID : [])]);
  const line = tokens(oneLine(sql));
  const solid = line.filter(({ kind }) => kind !== 'space');
  return line
    .map((token) => {
      const isName = !token.text.startsWith('"') || names.has(folded(nameOf(token)));
      return isName || isOtherName(solid, solid.indexOf(token)) ? token.text : text(nameOf(token));
    })
    .join('');
}

/** True for the name of a table, a function, a collation or a type: only a column falls back to a string. */
function isOtherName(solid: readonly Token[], at: number): boolean {
  const [before, after] = [solid[at - 1], solid[at + 1]];
  return before?.text === '.' || after?.text === '.' || after?.text === '(' || isWord(before, 'COLLATE', 'AS');
}
