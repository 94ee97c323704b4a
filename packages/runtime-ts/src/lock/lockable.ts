import type { Statement } from '../drivers/session.js';

export type LockStatement = 'lock' | 'lockKey' | 'key' | 'write' | 'unlock';

/** What the statements of a lock take: `wait` and `after` are time-outs, `to` is a key. */
export type LockValues = Readonly<Partial<Record<'wait' | 'after' | 'to', string>>>;

/**
 * Something that one writer has for itself until the end of its transaction, such as a list. The statements that lock it were
 * planned at build time.
 */
export interface Lockable {
  /** The same text for what is surely the same. */
  readonly id: string;
  /** The table whose rows it is about. */
  readonly table: string;
  /** Whether a row of the database is locked, which all nodes of a cluster see, and every isolation level. */
  readonly isRow: boolean;
  /** For messages: `list of "task" (project_id = 5)`. */
  describe(): string;
  /** `lock` and `key` are about this one, others about any. */
  statement(name: LockStatement, values?: LockValues): Statement;
}
