import type { Connection } from './connection.js';
import type { Frame } from './frame.js';
import type { IdentityMap } from './identity-map.js';
import type { TransactionSession } from './transaction-session.js';

/** What a transaction or savepoint is part of. */
export interface Place {
  readonly database: Connection;
  readonly transaction: TransactionSession;
  readonly identities: IdentityMap;
  readonly isByHand: boolean;
  /** What opens it on the server, and its savepoint unless it is the outermost. */
  readonly opening: readonly string[];
  readonly savepoint: string | undefined;
  readonly parent: Frame | undefined;
  readonly ended: () => void;
}
