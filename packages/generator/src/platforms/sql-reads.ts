import type { ScriptDialect } from './sql-tokens.js';
import { Words } from './sql-words.js';

const WRITES = /^(INSERT|UPDATE|DELETE|MERGE)$/;
/** Before UPDATE in `FOR UPDATE` and `FOR NO KEY UPDATE`, and before names. */
const NO_START = /^(FOR|KEY|AS|\.)$/;

/** The word by which a statement does more than to read rows, in upper case; undefined where it only reads. Functions are not looked into. */
export function writingWord(sql: string, dialect: ScriptDialect): string | undefined {
  const words = new Words(sql, dialect);
  const { tokens } = words;
  const first = tokens.findIndex((_, i) => !words.is(i, '('));
  if (!words.is(first, 'SELECT') && !words.is(first, 'WITH'))
    return words.upper(first) || words.text(Math.max(first, 0));
  let depth = 0;
  for (const i of tokens.keys()) {
    const word = words.upper(i);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (word === 'INTO' && !NO_START.test(words.upper(i - 1))) return `${words.upper(first)} … INTO`;
    else if (WRITES.test(word) && startsStatement(words, i, depth === first && words.is(first, 'WITH'))) return word;
  }
  return undefined;
}

/** Whether a word that may also be a name is the first of a statement: behind the parts of a WITH, or in one of them. */
function startsStatement(words: Words, i: number, isBehindWith: boolean): boolean {
  const kind = words.tokens[i + 1]?.kind;
  if (NO_START.test(words.upper(i - 1)) || (kind !== 'word' && kind !== 'name')) return false;
  // T-SQL needs nothing between two statements.
  return isBehindWith || words.dialect.blocks === 'mssql' || /^[()]$/.test(words.upper(i - 1));
}
