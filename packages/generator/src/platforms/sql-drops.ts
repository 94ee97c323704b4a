import { type ScriptDialect, significantTokens, type Token } from './sql-tokens.js';

/** A part of a name as it was written. An unquoted one is folded by the vendor's rules. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}

/** A table name, schema first where one is given. */
export type TableName = readonly NamePart[];

/** What a statement does, as far as `sql:insert` must know before it runs it. */
export interface StatementPurpose {
  /** Tables that it drops, also inside a block, an EXECUTE IMMEDIATE or a DO. */
  readonly dropped: readonly TableName[];
  /** Schemas, in MySQL's words databases, that it drops with all that is in them. */
  readonly droppedSchemas: readonly NamePart[];
  /** It only drops something, so that it may fail because that is not there. */
  readonly isDrop: boolean;
  readonly transaction: 'begin' | 'commit' | 'rollback' | undefined;
}

/** Statements that only describe code for later; a DROP in them does not happen now. */
const DEFINITIONS = new Set(['CREATE', 'ALTER', 'COMMENT']);
/** Statements that may run SQL that they hold in a string. */
const RUNNERS = new Set(['BEGIN', 'DECLARE', 'EXEC', 'EXECUTE', 'IF', 'DO']);

export function statementPurpose(sql: string, dialect: ScriptDialect): StatementPurpose {
  const words = new Words(sql, dialect);
  const first = words.upper(0);
  const dropped = DEFINITIONS.has(first) ? [] : droppedTables(words, RUNNERS.has(first));
  const isSchema = words.is(0, 'DROP', 'SCHEMA') || words.is(0, 'DROP', 'DATABASE');
  const droppedSchemas = isSchema ? nameList(words, 2).flatMap((name) => name.slice(-1)) : [];
  return {
    dropped,
    droppedSchemas,
    isDrop: first === 'DROP' || isAlterDrop(words),
    transaction: transactionStep(words),
  };
}

/** The significant tokens of a statement with their texts. */
class Words {
  readonly tokens: readonly Token[];

  constructor(
    private readonly sql: string,
    readonly dialect: ScriptDialect,
  ) {
    this.tokens = significantTokens(sql, dialect);
  }

  text(i: number): string {
    const token = this.tokens[i];
    return token === undefined ? '' : this.sql.slice(token.start, token.end);
  }

  /** The upper-cased text of a word or symbol; nothing for a quoted name or a string. */
  upper(i: number): string {
    const kind = this.tokens[i]?.kind;
    return kind === 'word' || kind === 'symbol' ? this.text(i).toUpperCase() : '';
  }

  is(i: number, ...words: readonly string[]): boolean {
    return words.every((word, n) => this.upper(i + n) === word);
  }
}

function droppedTables(words: Words, looksIntoStrings: boolean): TableName[] {
  const found: TableName[] = [];
  for (let i = 0; i < words.tokens.length; i++) {
    if (words.is(i, 'DROP', 'TABLE')) found.push(...nameList(words, i + 2));
    else if (words.is(i, 'DROP', 'FOREIGN', 'TABLE')) found.push(...nameList(words, i + 3));
    else if (looksIntoStrings && words.tokens[i]?.kind === 'string') {
      const inner = stringValue(words.text(i));
      if (/\bdrop\b/i.test(inner)) found.push(...droppedTables(new Words(inner, words.dialect), true));
    }
  }
  return found;
}

function nameList(words: Words, from: number): TableName[] {
  const names: TableName[] = [];
  let i = words.is(from, 'IF', 'EXISTS') ? from + 2 : from;
  while (true) {
    const name: NamePart[] = [];
    while (true) {
      const part = namePart(words, i);
      if (part === undefined) break;
      name.push(part);
      i++;
      if (!words.is(i, '.')) break;
      i++;
    }
    if (name.length === 0) return names;
    names.push(name);
    if (!words.is(i, ',')) return names;
    i++;
  }
}

function namePart(words: Words, i: number): NamePart | undefined {
  const token = words.tokens[i];
  const text = words.text(i);
  if (token?.kind === 'word') return { text, quoted: false };
  if (token?.kind !== 'name' || token.open) return undefined;
  const closing = text.at(-1) ?? '';
  return { text: text.slice(1, -1).replaceAll(closing + closing, closing), quoted: true };
}

/** The text of a string literal of any vendor: `'…'`, `N'…'`, `$tag$…$tag$`, `q'[…]'`. */
function stringValue(literal: string): string {
  const dollar = /^\$[^$]*\$/u.exec(literal)?.[0];
  if (dollar !== undefined) return literal.slice(dollar.length, -dollar.length);
  if (/^n?q'/i.test(literal)) return literal.slice(literal.indexOf("'") + 2, -2);
  return literal.slice(literal.indexOf("'") + 1, -1).replaceAll("''", "'");
}

/** `ALTER TABLE t DROP …` with that one action. */
function isAlterDrop(words: Words): boolean {
  if (!words.is(0, 'ALTER', 'TABLE')) return false;
  let i = words.is(2, 'IF', 'EXISTS') ? 4 : 2;
  if (words.is(i, 'ONLY')) i++;
  while (namePart(words, i) !== undefined && words.is(i + 1, '.')) i += 2;
  return words.is(i + 1, 'DROP') && !words.tokens.some((_, n) => words.is(n, ','));
}

function transactionStep(words: Words): StatementPurpose['transaction'] {
  const first = words.upper(0);
  const second = words.upper(1);
  const isPlain =
    second === '' || /^(WORK|TRAN|TRANSACTION|;|DEFERRED|IMMEDIATE|EXCLUSIVE|ISOLATION|READ)$/.test(second);
  if (first === 'START' && second === 'TRANSACTION') return 'begin';
  // `BEGIN` followed by anything else is a block of T-SQL or PL/SQL.
  if (first === 'BEGIN' && isPlain) return 'begin';
  if ((first === 'COMMIT' || first === 'END') && isPlain) return 'commit';
  if ((first === 'ROLLBACK' || first === 'ABORT') && isPlain) return words.is(2, 'TO') ? undefined : 'rollback';
  return undefined;
}
