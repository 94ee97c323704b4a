import { type ScriptDialect, tokenAt } from '../platforms/sql-tokens.js';
import { expressionTree } from './expression-tree.js';
import { operatorsIn, SAME, wordOf, writtenOut } from './expression-words.js';

/**
 * Whether two expressions mean the same, as far as two texts can tell. A database prints an expression in its own way: with
 * parentheses and casts that nobody wrote, `IN` as `= ANY`, `BETWEEN` as two comparisons. Where both can be read as trees, the
 * trees are compared. Otherwise it is what no printer changes: names, values and operators. Where an expression has something that vendors rewrite, their order says
 * nothing; where it has `NOT`, which MySQL works out, operators say nothing. A false difference is worse than a missing one.
 */
export function sameExpression(mine: string, its: string, dialect: ScriptDialect): boolean {
  const [tree, itsTree] = [expressionTree(mine, dialect), expressionTree(its, dialect)];
  if (tree !== undefined && itsTree !== undefined) return tree === itsTree;
  const [one, other] = [readExpression(mine, dialect), readExpression(its, dialect)];
  if (one.words.join(' ') === other.words.join(' ')) return true;
  if (!sameSet(one.operands, other.operands)) return false;
  if (one.isNegated || other.isNegated) return true;
  if (!sameSet(one.operators, other.operators)) return false;
  return !(one.isPlain && other.isPlain);
}

interface Expression {
  /** In their order, without what says nothing. */
  readonly words: readonly string[];
  /** Names and values. */
  readonly operands: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  /** True where every vendor prints the words in the order in which they were written. */
  readonly isPlain: boolean;
  readonly isNegated: boolean;
}

/** Words that some vendor adds, and words between the parts of a call. The names of types may be those of columns too. */
const SILENT = new Set(
  (
    'any all some array row as cast convert using both from for else null symmetric asymmetric pg_catalog escape ' +
    'text varchar nvarchar character varying bpchar char integer int bigint smallint tinyint numeric decimal double ' +
    'precision real boolean bool date time timestamp timestamptz datetime interval without with zone json jsonb uuid ' +
    'bytea binary signed unsigned charset set utf8mb4 utf8mb3 utf8 latin1'
  ).split(' '),
);

const OPERATOR_WORDS = new Set(['and', 'or', 'xor', 'is', 'not', 'div', 'collate', 'case', 'when', 'then', 'end']);
/** What stands for several words on some vendor. */
const REWRITTEN = new Set(['between', 'in', 'like', 'ilike', 'similar', 'case', 'extract', 'trim', 'position', 'is']);
const LIKE: ReadonlyMap<string, string> = new Map([
  ['like', '~~'],
  ['ilike', '~~*'],
]);

function readExpression(sql: string, dialect: ScriptDialect): Expression {
  const raw = rawWords(sql, dialect);
  const words: string[] = [];
  const operands = new Set<string>();
  const operators = new Set<string>();
  let isPlain = true;
  let isNegated = false;
  let rangeIsNegated = false;
  const operator = (word: string): void => {
    words.push(word);
    operators.add(word);
  };
  for (let at = 0; at < raw.length; at++) {
    const word = raw[at] ?? '';
    if (REWRITTEN.has(word)) isPlain = false;
    const isNot = word === 'not' && raw[at - 1] !== 'is';
    const next = raw[at + 1] ?? '';
    if (isNot && ['in', 'between', 'like', 'ilike'].includes(next)) {
      isPlain = false;
      at++;
      if (next === 'in') operator('<>');
      else if (next === 'between') {
        for (const each of ['<', '>', 'or']) operator(each);
        rangeIsNegated = true;
      } else operator(`!${LIKE.get(next) ?? next}`);
    } else if (isNot) isNegated = true;
    else if (word === 'in') operator('=');
    else if (word === 'between') for (const each of ['>=', '<=']) operator(each);
    else if (word === 'and' && rangeIsNegated) rangeIsNegated = false;
    // MySQL prints a column that is a condition by itself as `0 <> c`.
    else if (word === '0' && next === '<>') at++;
    else if (LIKE.has(word)) operator(LIKE.get(word) ?? word);
    else if (OPERATOR_WORDS.has(word) || /^[^\w"'\u0080-\uffff]/.test(word)) operator(word);
    else {
      words.push(word);
      operands.add(word);
    }
  }
  return { words, operands, operators, isPlain, isNegated };
}

/** Words as one spelling of them: names in lower case without quotes, strings as `'…`, signs that belong together as one. */
function rawWords(sql: string, dialect: ScriptDialect): string[] {
  const found: string[] = [];
  let sign: { text: string; end: number } | undefined;
  const endSign = (): void => {
    // A minus that touches another operator belongs to the number behind it.
    const signs = sign === undefined ? [] : operatorsIn(sign.text, dialect);
    for (const each of signs) if (each !== '::') found.push(SAME.get(each) ?? each);
    sign = undefined;
  };
  let isCast = false;
  for (let at = 0; at < sql.length; ) {
    const number = writtenOut(sql, at);
    if (number !== undefined) {
      isCast = false;
      endSign();
      found.push(...number.text.split('.'));
      at = number.end;
      continue;
    }
    const token = tokenAt(sql, at, dialect);
    const text = sql.slice(token.start, token.end);
    at = token.end;
    if (token.kind === 'space' || token.kind === 'comment') continue;
    if (token.kind === 'symbol' && !/[()[\]{},.]/.test(text)) {
      if (sign?.end === token.start) sign = { text: sign.text + text, end: token.end };
      else {
        endSign();
        sign = { text, end: token.end };
      }
      continue;
    }
    isCast = sign?.text === '::';
    endSign();
    if (token.kind === 'symbol') {
      // What a name belongs to: a table or a schema.
      if (text === '.' && !/^\d/.test(found.at(-1) ?? '')) found.pop();
      continue;
    }
    // PostgreSQL prints -5 as '-5'::integer, and a number with a point is two words here.
    const negative = token.kind === 'string' ? /^'-(\d+(?:\.\d+)?)'$/.exec(text)?.[1] : undefined;
    if (negative !== undefined) {
      found.push('-', ...negative.split('.'));
      continue;
    }
    const word = wordOf(token, text, dialect);
    const isCharset = token.kind === 'word' && word.startsWith('_') && /^\s*'/.test(sql.slice(at));
    if (!isCast && !isCharset && !(token.kind === 'word' && SILENT.has(word))) found.push(SAME.get(word) ?? word);
  }
  endSign();
  return found;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));
