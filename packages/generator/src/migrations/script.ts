import { createHash } from 'node:crypto';
import { statementPurpose } from '../platforms/sql-drops.js';
import { type Statement, splitScript } from '../platforms/sql-script.js';
import { type ScriptDialect, significantTokens, tokenAt } from '../platforms/sql-tokens.js';
import { Words } from '../platforms/sql-words.js';

/** A statement of a migration, with what the lines `-- orm:` before it say. */
export interface MigrationStatement extends Statement {
  /** It must not be in a transaction. */
  readonly alone: boolean;
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
  for (const each of statements) {
    const { transaction, danger } = statementPurpose(each.text, dialect);
    const words = new Words(each.text, dialect);
    const isSession = isSetting(words);
    const statement: MigrationStatement = {
      ...each,
      alone: linesBefore(text, end, each.start, dialect).some((line) => ALONE.test(line)),
      isSession,
      isRows: ROWS.has(words.upper(0)),
      danger,
    };
    end = each.end;
    if (transaction !== undefined) {
      if (transaction === 'rollback' || !transactional) found.push(transactionProblem(statement, transaction));
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

const transactionProblem = ({ start, end }: Statement, transaction: string): ScriptProblem => ({
  message: `${transaction.toUpperCase()} has no place in a migration`,
  help: 'remove it: orm itself begins and ends transactions, where the database has them for such statements',
  start,
  end,
});

/** The comments of one line between two statements. */
export function linesBefore(text: string, from: number, to: number, dialect: ScriptDialect): readonly string[] {
  const lines: string[] = [];
  for (let at = from; at < to; ) {
    const token = tokenAt(text, at, dialect);
    if (token.kind === 'comment' && text.startsWith('--', token.start)) lines.push(text.slice(token.start, token.end));
    at = token.end;
  }
  return lines;
}

/** One text for what some steps do: comments, spaces and line ends make no difference to it. */
export function checksum(
  { steps, closing }: Pick<MigrationScript, 'steps' | 'closing'>,
  dialect: ScriptDialect,
  count = steps.length,
): string {
  const hash = createHash('sha256');
  const add = (statement: MigrationStatement): void => {
    const tokens = significantTokens(statement.text, dialect).map(({ start, end }) => statement.text.slice(start, end));
    hash.update(JSON.stringify([statement.alone, ...tokens]));
  };
  for (const step of steps.slice(0, count)) for (const each of [...step.session, ...step.statements]) add(each);
  if (count === steps.length) for (const each of closing) add(each);
  return hash.digest('hex');
}
