import type { BeginOptions, Connection, OpenTransaction, TransactionOptions } from '../transactions/connection.js';
import { defaultConnection } from './connections.js';

/**
 * Runs `work` in a transaction on the default connection: committed when it resolves, rolled back when it rejects. Everything that
 * it calls is part of it, with nothing to hand on. It may run more than once, since conflicts with others are retried.
 */
export const transaction = <T>(work: (con: Connection) => Promise<T>, options?: TransactionOptions): Promise<T> =>
  defaultConnection().transaction(work, options);

/** Begins a transaction on the default connection that you end yourself, and hand to what is to be part of it. */
export const begin = (options?: BeginOptions): Promise<OpenTransaction> => defaultConnection().begin(options);
