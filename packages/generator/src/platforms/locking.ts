import type { Dialect } from '../../../runtime-ts/src/dialects/dialect.js';
import type { Session } from '../../../runtime-ts/src/drivers/session.js';
import type { LockProtocol } from '../../../runtime-ts/src/lock/protocol.js';
import type { DatabaseConnection, SqlValue } from './connection.js';
import type { SessionVendor } from './session-connection.js';

/** How the lists of a vendor are locked. One per folder, in `locking.ts`. */
export type Locking = RuntimeLocking | StatementLocking;

/** By the runtime for TypeScript. */
export interface RuntimeLocking {
  readonly by: 'runtime';
  readonly vendor: SessionVendor;
  readonly protocol: LockProtocol;
  readonly dialect: Dialect;
  /** Why a list without a header table cannot be locked on this server. */
  refusal?(session: Session): Promise<string | undefined>;
}

/** By the planned statements, where the runtime has no driver: what they do not say. */
export interface StatementLocking {
  readonly by: 'statements';
  /** Prepares a connection for changing lists. */
  prepare?(connection: DatabaseConnection): Promise<void>;
  /** Begins a transaction at READ COMMITTED. */
  begin(connection: DatabaseConnection): Promise<void>;
  /** Time-outs as the planned `lock` takes them: `wait` for the lock, `after` for rows under it. */
  timeouts(milliseconds: number): { readonly wait: SqlValue; readonly after: SqlValue };
  /** Reads the answer of the planned `lock`; without this, a lock that did not fail is granted. */
  isGranted?(row: readonly SqlValue[] | undefined): boolean;
  /** Codes of errors that say that another session was in the way: after a rollback, trying again may work. */
  readonly conflicts: ReadonlySet<string>;
}
