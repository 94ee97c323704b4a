import { createHash } from 'node:crypto';
import { dangerOf } from '../platforms/sql-danger.js';
import { transactionStep } from '../platforms/sql-drops.js';
import { type Statement, splitScript } from '../platforms/sql-script.js';
import { type ScriptDialect, significantTokens, tokenAt } from '../platforms/sql-tokens.js';
import { Words } from '../platforms/sql-words.js';

/** A statement of a migration, with what the lines `-- orm:` before it say. */
export interface MigrationStatement extends Statement {
  /** It must not be in a transaction. */
  readonly alone: boolean;
  /** Lines `-- orm: allow …`: what somebody has let pass belongs to what ran. */
  readonly allows: readonly string[];
  /** It settles something of the session only: it is run again by a runner that goes on behind it. */
  readonly isSession: boolean;
  /** It changes rows only: on every vendor a transaction holds it. */
  readonly isRows: boolean;
  /** What in it could destroy something; undefined when it is known to be harmless. */
  readonly danger: string | undefined;
}

/** What is done or not done as a whole. */
export interface Step {
  /** Statements about the session that come first. They are no part of the transaction. */
  readonly session: readonly MigrationStatement[];
  readonly statements: readonly MigrationStatement[];
  /** Whether a transaction holds it, with the line about it in the history. */
  readonly isTransaction: boolean;
}

export interface ScriptProblem {
  readonly message: string;
  readonly help?: string;
  readonly start: number;
  readonly end: number;
}

/** `up.sql` or `down.sql`, cut into steps. */
export interface MigrationScript {
  readonly steps: readonly Step[];
  /** Statements about the session behind the last step. */
  readonly closing: readonly MigrationStatement[];
  readonly problems: readonly ScriptProblem[];
}

const ALONE = /^--\s*orm:\s*alone\s*$/;
const ALLOW = /^--\s*orm:\s*(allow\b.*?)\s*$/;
const ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'WITH']);

/** Cuts a file into steps. `transactional`: whether the vendor can take CREATE and ALTER back. */
export function readScript(text: string, dialect: ScriptDialect, transactional: boolean): MigrationScript {
  const { statements, problems } = splitScript(text, dialect);
  const found: ScriptProblem[] = [...problems];
  const steps: Step[] = [];
  let session: MigrationStatement[] = [];
  let open: MigrationStatement[] = [];
  const close = (isTransaction: boolean): void => {
    if (open.length === 0) return;
    steps.push({ session, statements: open, isTransaction });
    session = [];
    open = [];
  };
  let end = 0;
  let [hasBegun, isOurs] = [false, false];
  const read = statements.map((each) => {
    const words = new Words(each.text, dialect);
    return { each, words, isSession: isSetting(words), transaction: transactionStep(words) };
  });
  const last = read.findLastIndex(({ isSession, transaction }) => !isSession && transaction === undefined);
  for (const [at, { each, words, isSession, transaction }] of read.entries()) {
    const lines = linesBefore(text, end, each.start, dialect);
    const statement: MigrationStatement = {
      ...each,
      alone: lines.some((line) => ALONE.test(line)),
      allows: lines.flatMap((line) => ALLOW.exec(line)?.[1] ?? []),
      isSession,
      isRows: ROWS.has(words.upper(0)),
      // Worked out where somebody asks: most runs of a long history do not.
      get danger() {
        return dangerOf(words);
      },
    };
    end = each.end;
    if (transaction !== undefined) {
      // One around everything is for those who run the file by hand; it says what is so anyway. Behind the end of the one that orm
      // prints for SQLite, people add statements of their own.
      const isAround =
        transactional &&
        (transaction === 'begin' ? !hasBegun && open.length + steps.length === 0 : hasBegun && (isOurs || at > last));
      if (transaction === 'rollback' || !isAround) found.push(transactionProblem(statement, words.upper(0)));
      hasBegun = transaction === 'begin';
      isOurs = hasBegun && words.is(1, 'IMMEDIATE');
      continue;
    }
    if (isSession && (statement.alone || !transactional)) {
      close(true);
      session.push(statement);
    } else if (statement.alone || !transactional) {
      close(true);
      open.push(statement);
      close(statement.isRows && !statement.alone);
    } else {
      open.push(statement);
    }
  }
  close(true);
  return { steps, closing: session, problems: found };
}

/** Statements that hold as long as the session: `SET …`, `PRAGMA …`. */
const isSetting = (words: Words): boolean => {
  const first = words.upper(0);
  if (first === 'PRAGMA') return true;
  return (first === 'SET' || first === 'RESET') && !words.is(1, 'LOCAL') && !words.is(1, 'CONSTRAINTS');
};

const transactionProblem = ({ start, end }: Statement, word: string): ScriptProblem => ({
  message: `${word} has no place in a migration`,
  help: 'remove it: orm itself begins and ends transactions, where the database has them for such statements; a line "-- orm: alone" above a statement keeps it out of them',
  start,
  end,
});

/** A comment of one line. */
export interface CommentLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The comments between two statements that have a line of their own: one behind a statement is about that one. */
export function commentsBefore(text: string, from: number, to: number, dialect: ScriptDialect): readonly CommentLine[] {
  const lines: CommentLine[] = [];
  for (let at = from; at < to; ) {
    const { kind, start, end } = tokenAt(text, at, dialect);
    const isLine = kind === 'comment' && text.startsWith('--', start);
    if (isLine && text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === '') {
      lines.push({ text: text.slice(start, end), start, end });
    }
    at = end;
  }
  return lines;
}

export const linesBefore = (...given: Parameters<typeof commentsBefore>): readonly string[] =>
  commentsBefore(...given).map((line) => line.text);

/**
 * One text for what some of the first steps do, or all: spaces, line ends and comments but `-- orm: alone` and `allow` make no
 * difference to it. A runner asks for one behind every step, so each statement is read once for all of them.
 */
export function checksums(
  { steps, closing }: Pick<MigrationScript, 'steps' | 'closing'>,
  dialect: ScriptDialect,
): (count?: number) => string {
  const hash = createHash('sha256');
  const add = (statement: MigrationStatement): void => {
    const tokens = significantTokens(statement.text, dialect).map(({ start, end }) => statement.text.slice(start, end));
    hash.update(JSON.stringify([statement.alone, ...statement.allows, ...tokens]));
  };
  const known: string[] = [];
  return (count = steps.length) => {
    for (let at = known.length; at <= count; at++) {
      const step = steps[at - 1];
      for (const each of [...(step?.session ?? []), ...(step?.statements ?? [])]) add(each);
      if (at === steps.length) for (const each of closing) add(each);
      known.push(hash.copy().digest('hex'));
    }
    return known[count] ?? '';
  };
}
