import type { Vendor } from '../drivers/session.js';
import { TransactionError } from '../errors/orm-error.js';

const LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;

export type Isolation = (typeof LEVELS)[number];

export function beginStatements(vendor: Vendor, isolation: Isolation | undefined): readonly string[] {
  const level = isolation === undefined ? undefined : levelOf(isolation);
  switch (vendor) {
    case 'pgsql':
      return [level === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${level}`];
    case 'mysql':
      return [...(level === undefined ? [] : [`SET TRANSACTION ISOLATION LEVEL ${level}`]), 'START TRANSACTION'];
    case 'sqlite':
      // A transaction that reads first could not write once another one has.
      return ['BEGIN IMMEDIATE'];
  }
}

/** Whoever uses plain JavaScript may give any text, and it goes into a statement. */
function levelOf(isolation: Isolation): string {
  if (!LEVELS.includes(isolation)) {
    throw new TransactionError(`There is no such isolation level. Give one of ${LEVELS.join(', ')}.`);
  }
  return isolation.toUpperCase();
}

const quoted = (vendor: Vendor, name: string): string => (vendor === 'mysql' ? `\`${name}\`` : `"${name}"`);

export const savepoint = (vendor: Vendor, name: string): string => `SAVEPOINT ${quoted(vendor, name)}`;
export const rollbackTo = (vendor: Vendor, name: string): string => `ROLLBACK TO SAVEPOINT ${quoted(vendor, name)}`;
export const release = (vendor: Vendor, name: string): string => `RELEASE SAVEPOINT ${quoted(vendor, name)}`;

/** Whether the server refuses every statement after one that failed, until it is told to roll back. */
export const failureAborts = (vendor: Vendor): boolean => vendor === 'pgsql';

/**
 * Whether the level that was set for a transaction stays for the next one when the server ends the transaction itself, as after a
 * deadlock. ROLLBACK takes it back. Variables of the session do not show it.
 */
export const levelOutlivesTransaction = (vendor: Vendor): boolean => vendor === 'mysql';

/** Sets the level of the transaction that the connection has next. */
export const setsNextLevel = (vendor: Vendor, sql: string): boolean =>
  vendor === 'mysql' && /^\s*set\s+transaction\b/i.test(sql);

const HARMLESS = /^\s*(?:select|values|set|show|do|declare|fetch|close)\b/i;

/** Whether others may have to wait for a transaction that has sent this. */
export const mayLockRows = (sql: string): boolean =>
  !HARMLESS.test(sql) || /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\block\s+in\s+share\b/i.test(sql);

/** Whether several statements are one round trip. */
export const sendsTogether = (vendor: Vendor): boolean => vendor === 'pgsql';
