import { channel } from 'node:diagnostics_channel';
import type { Statement } from '../drivers/session.js';

/** What subscribers of `ormgen:query` get when a statement has ended. Values are no part of it: they may be secrets. */
export interface QueryMessage {
  readonly connection: string;
  readonly sql: string;
  /** Milliseconds until the answer; for statements that were sent together, until that of all of them. */
  readonly duration: number;
  readonly error: unknown;
}

const queries = channel('ormgen:query');

/** Tells subscribers of what `send` sends; costs nothing when there are none. */
export function observed<T>(
  connection: string,
  statements: readonly Pick<Statement, 'sql'>[],
  send: () => Promise<T>,
): Promise<T> {
  return queries.hasSubscribers ? published(connection, statements, send) : send();
}

async function published<T>(
  connection: string,
  statements: readonly Pick<Statement, 'sql'>[],
  send: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  const publish = (error?: unknown): void => {
    const duration = performance.now() - begun;
    for (const { sql } of statements) {
      queries.publish({ connection, sql, duration, error } satisfies QueryMessage);
    }
  };
  try {
    const result = await send();
    publish();
    return result;
  } catch (error) {
    publish(error);
    throw error;
  }
}
