import { PlSqlLexer } from '@griffithswaite/ts-plsql-parser';
import { CharStream, CommonTokenStream as PlSqlTokens } from 'antlr4';
import sql from 'antlr4ts-sql';
import { scanSync } from 'libpg-query';
import type { Adapter } from '../../../src/model/adapter.js';

const { CaseChangingStream, CharStreams, CommonTokenStream, TSqlLexer } = sql;

/** The words of a script without spaces and comments, by a scanner that is not ours. */
type Scanner = (script: string) => string[];

/** PostgreSQL's own. */
const pgsql: Scanner = (script) => {
  try {
    return scanSync(script)
      .tokens.filter(({ tokenName }) => !tokenName.includes('COMMENT'))
      .map(({ text }) => text);
  } catch (error) {
    return [`stumbles: ${String(error)}`];
  }
};

/** Says where a grammar's lexer cannot go on: an open quote is such a place. */
const stumbling = (words: string[]): { syntaxError: (...all: unknown[]) => void } => ({
  syntaxError: (...all) => words.push(`stumbles: ${String(all[4])}`),
});

const isWord = (text: string): boolean => text.trim() !== '' && !/^(--|\/\*|<EOF>)/.test(text);

const mssql: Scanner = (script) => {
  const words: string[] = [];
  const lexer = new TSqlLexer(new CaseChangingStream(CharStreams.fromString(script), true));
  lexer.removeErrorListeners();
  lexer.addErrorListener(stumbling(words));
  const stream = new CommonTokenStream(lexer);
  stream.fill();
  words.push(...stream.getTokens().map(({ text }) => text ?? ''));
  return words.filter(isWord);
};

const oracle: Scanner = (script) => {
  const words: string[] = [];
  const lexer = new PlSqlLexer(new CharStream(script.toUpperCase()));
  lexer.removeErrorListeners();
  lexer.addErrorListener({
    ...stumbling(words),
    reportAmbiguity: () => undefined,
    reportAttemptingFullContext: () => undefined,
    reportContextSensitivity: () => undefined,
  });
  const stream = new PlSqlTokens(lexer);
  stream.fill();
  words.push(...stream.tokens.map(({ text }) => text));
  return words.filter(isWord);
};

interface Quotes {
  /** What each quote that opens something closes with, and whether a backslash escapes in it. */
  readonly [opening: string]: { readonly closing: string; readonly escapes: boolean; readonly doubles: boolean };
}

/** A scanner of the simplest kind, written from the manuals: one character after the other. */
function plainScanner(quotes: Quotes, comment: RegExp): Scanner {
  return (script) => {
    const words: string[] = [];
    let at = 0;
    const take = (pattern: RegExp): string => {
      const sticky = new RegExp(pattern.source, 'suy');
      sticky.lastIndex = at;
      return sticky.exec(script)?.[0] ?? '';
    };
    while (at < script.length) {
      const skipped = take(comment) || take(/[ \t\r\n\f\v]+/);
      if (skipped !== '') {
        at += skipped.length;
        continue;
      }
      const quote = quotes[script.charAt(at)];
      const start = at;
      if (quote === undefined) at += take(/[\w$\u0080-\uffff]+/).length || 1;
      else {
        for (at += 1; at < script.length; at++) {
          if (quote.escapes && script[at] === '\\') at++;
          else if (script[at] === quote.closing) {
            if (!quote.doubles || script[at + 1] !== quote.closing) break;
            at++;
          }
        }
        at++;
      }
      words.push(script.slice(start, at));
    }
    return words;
  };
}

const doubled = (closing: string, escapes = false): Quotes[string] => ({ closing, escapes, doubles: true });

/** An executable comment is no comment: what is in it counts. */
const MYSQL_COMMENT = /--(?=[\s]|$)[^\n]*|#[^\n]*|\/\*(?!!|M!).*?(?:\*\/|$)/;
const mysqlMode = (backslash: boolean, ansi: boolean): Scanner =>
  plainScanner(
    { "'": doubled("'", backslash), '"': doubled('"', backslash && !ansi), '`': doubled('`') },
    MYSQL_COMMENT,
  );

const sqlite = plainScanner(
  {
    "'": doubled("'"),
    '"': doubled('"'),
    '`': doubled('`'),
    '[': { closing: ']', escapes: false, doubles: false },
  },
  /--[^\n]*|\/\*.*?(?:\*\/|$)/,
);

/** Each vendor's scanners: MySQL has one for each of its modes. */
const SCANNERS: Readonly<Record<Adapter, readonly Scanner[]>> = {
  pgsql: [pgsql],
  mysql: [mysqlMode(true, false), mysqlMode(true, true), mysqlMode(false, false)],
  sqlite: [sqlite],
  mssql: [mssql],
  oracle: [oracle],
};

/** A script and the places where its statements end. */
export interface CleanScript {
  readonly text: string;
  readonly ends: readonly number[];
}

/** The statements of a script that is as it should be: every one of ours ends at the end of a line. */
export function cleanScript(text: string): CleanScript {
  const ends = [
    0,
    ...[...text.matchAll(/;\n(?:\/\n)?\n/g)].map(({ 0: end, index }) => index + end.length),
    text.length,
  ];
  return { text, ends };
}

/**
 * What is different in what two scripts do, without what they say: each statement by its first words and how many items
 * its first brackets hold. What is the same in both, statement by statement, is not looked at: the lexers are slow.
 */
export function sqlDifference(clean: CleanScript, played: string, adapter: Adapter): string | undefined {
  const shortest = Math.min(clean.text.length, played.length);
  let front = 0;
  while (front < shortest && clean.text[front] === played[front]) front++;
  let back = 0;
  while (back < shortest - front && clean.text.at(-1 - back) === played.at(-1 - back)) back++;
  if (front === shortest && clean.text.length === played.length) return undefined;
  const start = clean.ends.findLast((end) => end <= front) ?? 0;
  const rest = clean.text.length - (clean.ends.find((end) => end >= clean.text.length - back) ?? clean.text.length);
  const [expected, actual] = [clean.text, played].map((text) => text.slice(start, text.length - rest));
  for (const scan of SCANNERS[adapter]) {
    const before = skeletons(scan(expected ?? ''));
    const after = skeletons(scan(actual ?? ''));
    const at = after.findIndex((line, row) => line !== before[row]);
    if (at >= 0 || after.length !== before.length) {
      return `${after[at] ?? '(no statement)'}, not ${before[at < 0 ? after.length : at] ?? '(none)'}`;
    }
  }
  return undefined;
}

/** Extensions of PostgreSQL are a list, of which a schema may name several. */
function skeletons(words: readonly string[]): string[] {
  return statements(words)
    .map(skeleton)
    .filter((line, index, all) => !line.startsWith('CREATE EXTENSION') || line !== all[index - 1]);
}

function statements(words: readonly string[]): string[][] {
  const found: string[][] = [[]];
  for (const word of words) {
    if (word === ';') found.push([]);
    else found.at(-1)?.push(word);
  }
  // Nothing comes after the last one.
  const last = found.pop() ?? [];
  return last.length === 0 ? found : [...found, ['unfinished', ...last]];
}

/** Statements that end with an expression, a query or a list of the schema's own: it may hold as much as it likes. */
const COUNTED: Readonly<Record<string, { readonly brackets: boolean; readonly commas: boolean }>> = {
  'CREATE VIEW': { brackets: false, commas: false },
  'CREATE DOMAIN': { brackets: false, commas: false },
  'CREATE TYPE': { brackets: true, commas: false },
  'CREATE INDEX': { brackets: false, commas: true },
  'CREATE UNIQUE': { brackets: false, commas: true },
  'CREATE TABLE': { brackets: false, commas: true },
};

function skeleton(words: readonly string[]): string {
  let depth = 0;
  let brackets = 0;
  let commas = 0;
  for (const word of words) {
    if (word === '(') brackets += depth++ === 0 ? 1 : 0;
    else if (word === ')') depth--;
    else if (word === ',' && depth === 1 && brackets === 1) commas++;
  }
  const what = words.slice(0, 2).join(' ').toUpperCase();
  const counted = COUNTED[what] ?? { brackets: true, commas: true };
  const outside = depth === 0 ? '' : `, ${depth} open`;
  const stumbles = words.filter((word) => word.startsWith('stumbles')).join(', ');
  const held = `${counted.brackets ? brackets : 'some'} brackets, ${counted.commas ? commas : 'some'} commas`;
  return `${what}: ${held}${outside}${stumbles}`;
}
