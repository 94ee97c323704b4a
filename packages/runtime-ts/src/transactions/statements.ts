import type { TransactionRules } from '../drivers/session.js';
import { TransactionError } from '../errors/orm-error.js';

const LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;

export type Isolation = (typeof LEVELS)[number];

export const beginStatements = (rules: TransactionRules, isolation: Isolation | undefined): readonly string[] =>
  rules.begin(isolation === undefined ? undefined : levelOf(isolation));

/** Whoever uses plain JavaScript may give any text, and it goes into a statement. */
function levelOf(isolation: Isolation): string {
  if (!LEVELS.includes(isolation)) {
    throw new TransactionError(`There is no such isolation level. Give one of ${LEVELS.join(', ')}.`);
  }
  return isolation.toUpperCase();
}

export const savepoint = (rules: TransactionRules, name: string): string => `SAVEPOINT ${rules.quoted(name)}`;
export const rollbackTo = (rules: TransactionRules, name: string): string =>
  `ROLLBACK TO SAVEPOINT ${rules.quoted(name)}`;
export const release = (rules: TransactionRules, name: string): string => `RELEASE SAVEPOINT ${rules.quoted(name)}`;

const HARMLESS = /^\s*(?:select|values|set|show|do|declare|fetch|close)\b/i;

/** Whether others may have to wait for a transaction that has sent this. */
export const mayLockRows = (sql: string): boolean =>
  !HARMLESS.test(sql) || /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\block\s+in\s+share\b/i.test(sql);
