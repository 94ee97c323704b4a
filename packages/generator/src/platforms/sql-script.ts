import { type ScriptDialect, type Token, tokenAt } from './sql-tokens.js';

/** One statement of a SQL file, as it is sent to the database. */
export interface Statement {
  readonly text: string;
  /** UTF-16 offsets of the text in the file. */
  readonly start: number;
  readonly end: number;
}

/** A place where a file cannot be split; running it would do something else than it says. */
interface ScriptProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface Script {
  readonly statements: readonly Statement[];
  readonly problems: readonly ScriptProblem[];
}

/**
 * Splits a SQL file into statements the way the vendor's own command-line client does, so that a file that works
 * there works here. Comments before a statement are left out, comments inside it stay.
 */
export function splitScript(text: string, dialect: ScriptDialect): Script {
  return new Splitter(text, dialect).split();
}

const DELIMITER_LINE = /[ \t]*delimiter(?:[ \t]+(\S+))?[^\r\n]*/iuy;
const GO_LINE = /[ \t]*go(?:[ \t]+(\d+))?[ \t]*(?:--[^\r\n]*)?(?=[\r\n]|$)/iuy;
const SLASH_LINE = /[ \t]*\/[ \t]*(?=[\r\n]|$)/uy;

/** How many tokens of a statement say what it is: `CREATE OR REPLACE NONEDITIONABLE PACKAGE`. */
const HEAD_TOKENS = 6;
const ROUTINE = /^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE)\b/;
const TRIGGER = /^(EXPLAIN )?CREATE (TEMP |TEMPORARY )?TRIGGER\b/;
const PROGRAM =
  /^(DECLARE\b|BEGIN\b|< <|CREATE (OR REPLACE )?((NON)?EDITIONABLE )?(FUNCTION|PROCEDURE|PACKAGE|TRIGGER|TYPE|LIBRARY)\b)/;
const WHOLE_BATCH = /^(DECLARE\b|(CREATE|ALTER) (OR ALTER )?(PROC|PROCEDURE|FUNCTION|TRIGGER|VIEW)\b)/;
/** What makes BEGIN something else than the start of a block in T-SQL. */
const NOT_A_BLOCK = /^\s+(TRAN|DISTRIBUTED|DIALOG|CONVERSATION)/i;

class Splitter {
  readonly #statements: Statement[] = [];
  readonly #problems: ScriptProblem[] = [];
  #delimiter = ';';
  /** Where the statement being read started; -1 between statements. */
  #start = -1;
  /** The end of its last token that is neither space nor comment. */
  #end = -1;
  /** Its first tokens, upper-cased and joined by spaces: what kind of statement it is. */
  #head = '';
  #headTokens = 0;
  /** The last two tokens, for SQLite's `; END ;`. */
  #last: readonly string[] = [];
  #parentheses = 0;
  #blocks = 0;

  constructor(
    private readonly text: string,
    private readonly dialect: ScriptDialect,
  ) {}

  split(): Script {
    const { text, dialect } = this;
    let at = Math.max(this.#lineCommand(0), 0);
    while (at < text.length) {
      if (text.startsWith(this.#delimiter, at) && this.#ends(at)) {
        at += this.#delimiter.length;
        // SQL Server's MERGE is an error without its semicolon; the others want the statement without.
        this.#finish(dialect.blocks === 'mssql' ? at : this.#end);
        continue;
      }
      const token = tokenAt(text, at, dialect, this.#delimiter);
      at = token.end;
      if (token.open) this.#reportOpen(token);
      if (token.kind === 'space') {
        const lineStart = lastLineStart(text, token);
        const command = lineStart === undefined ? -1 : this.#lineCommand(lineStart);
        if (command >= 0) at = command;
      } else if (token.kind !== 'comment') this.#take(token);
    }
    this.#finish(this.#end);
    return { statements: this.#statements, problems: this.#problems };
  }

  #take(token: Token): void {
    if (this.#start < 0) this.#start = token.start;
    this.#end = token.end;
    const isHead = this.#headTokens < HEAD_TOKENS;
    const isSqlite = this.dialect.blocks === 'sqlite';
    // Behind the head only words such as BEGIN and END and signs matter, but in a trigger of SQLite.
    if (!isHead && !isSqlite && (token.kind === 'name' || token.kind === 'string' || token.end > token.start + 5))
      return;
    const text = this.text.slice(token.start, Math.min(token.end, token.start + 40)).toUpperCase();
    if (isHead) this.#head = this.#head === '' ? text : `${this.#head} ${text}`;
    this.#headTokens++;
    if (isSqlite) this.#last = [this.#last[1] ?? '', text];
    if (token.kind === 'symbol') {
      if (text === '(') this.#parentheses++;
      if (text === ')') this.#parentheses = Math.max(0, this.#parentheses - 1);
    } else if (token.kind === 'word') this.#countBlock(text, token.end);
  }

  /** BEGIN … END, where the vendor's client counts them, and CASE … END inside. */
  #countBlock(word: string, end: number): void {
    const { blocks } = this.dialect;
    if (word !== 'BEGIN' && word !== 'CASE' && word !== 'END') return;
    if (blocks === 'pgsql' ? !ROUTINE.test(this.#head) : blocks !== 'mssql') return;
    if (word === 'END') this.#blocks = Math.max(0, this.#blocks - 1);
    else if (word === 'CASE') this.#blocks += blocks === 'mssql' || this.#blocks > 0 ? 1 : 0;
    else if (blocks === 'pgsql' || !NOT_A_BLOCK.test(this.text.slice(end, end + 40))) this.#blocks++;
  }

  /** Whether the delimiter at an offset ends the statement that is being read. */
  #ends(at: number): boolean {
    switch (this.dialect.blocks) {
      case 'pgsql':
        // As psql: CREATE RULE … DO (a; b) and BEGIN ATOMIC … END hold semicolons.
        return this.#parentheses === 0 && this.#blocks === 0;
      case 'sqlite':
        // As sqlite3_complete(): a trigger ends with `; END ;`.
        return !this.#isTrigger() || (this.#last.at(-1) === 'END' && this.#last.at(-2) === ';');
      case 'oracle':
        return !this.#isProgram();
      case 'mssql':
        return this.#blocks === 0 && !this.#needsWholeBatch(at);
      case 'mysql':
        return true;
    }
  }

  #isTrigger(): boolean {
    return TRIGGER.test(this.#head);
  }

  /** PL/SQL, which holds `;` and ends with a line `/`. */
  #isProgram(): boolean {
    return PROGRAM.test(this.#head);
  }

  /** Variables live as long as their batch, modules are a whole batch, and `IF a; ELSE b` is one statement. */
  #needsWholeBatch(at: number): boolean {
    return WHOLE_BATCH.test(this.#head) || /^;\s*else\b/i.test(this.text.slice(at, at + 200));
  }

  /** Handles a line that is for the client and not for the server; the offset after it, or -1. */
  #lineCommand(at: number): number {
    const { blocks } = this.dialect;
    if (blocks === 'mysql' && this.#start < 0) {
      const match = matchAt(DELIMITER_LINE, this.text, at);
      if (match === null) return -1;
      if (match[1] === undefined) this.#problem('DELIMITER without a delimiter', at, DELIMITER_LINE.lastIndex);
      else this.#delimiter = match[1];
      return DELIMITER_LINE.lastIndex;
    }
    if (blocks === 'mssql') {
      const match = matchAt(GO_LINE, this.text, at);
      if (match === null) return -1;
      if (match[1] !== undefined)
        this.#problem('GO with a count is not supported: write the batch out', at, GO_LINE.lastIndex);
      this.#finish(this.#end);
      return GO_LINE.lastIndex;
    }
    if (blocks === 'oracle') {
      const match = matchAt(SLASH_LINE, this.text, at);
      if (match === null) return -1;
      this.#finish(this.#end);
      return SLASH_LINE.lastIndex;
    }
    return -1;
  }

  #finish(end: number): void {
    if (this.#start >= 0) {
      this.#statements.push({ text: this.text.slice(this.#start, end), start: this.#start, end });
    }
    this.#start = -1;
    this.#end = -1;
    this.#head = '';
    this.#headTokens = 0;
    this.#last = [];
    this.#parentheses = 0;
    this.#blocks = 0;
  }

  #reportOpen(token: Token): void {
    const what = token.kind === 'comment' ? 'comment' : token.kind === 'name' ? 'quoted name' : 'string';
    this.#problem(`this ${what} is never closed`, token.start, Math.min(token.start + 2, token.end));
  }

  #problem(message: string, start: number, end: number): void {
    this.#problems.push({ message, start, end });
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the line starts that a space leads into; nothing when it holds no line end. */
function lastLineStart(text: string, space: Token): number | undefined {
  for (let at = space.end; at > space.start; at--) if (/[\r\n]/.test(text[at - 1] ?? '')) return at;
  return undefined;
}
