import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  HOLDING,
  MOVES,
  MYSQL_ROW_WAITS,
  MYSQL_STATEMENT_TIMEOUTS,
  NEXT,
  PGSQL_ROW_WAITS,
  PGSQL_STATEMENT_TIMEOUTS,
  SAVEPOINT_RETRIES,
} from '../../src/lock/waits.js';
import { LOCK_TIMEOUT } from '../../src/transactions/database.js';
import { ATTEMPTS, PAUSE, RECONNECT_PAUSE, RETRY } from '../../src/transactions/retries.js';

const file = JSON.parse(
  readFileSync(new URL('../../../../conformance/protocol.json', import.meta.url), 'utf8'),
) as Readonly<Record<'milliseconds' | 'times' | 'rowWaits' | 'errors', Readonly<Record<string, unknown>>>>;

test('waits and retries are those of conformance/protocol.json', () => {
  expect({
    lockTimeout: LOCK_TIMEOUT,
    holding: HOLDING,
    nextList: NEXT,
    retry: RETRY,
    pause: PAUSE,
    reconnectPause: RECONNECT_PAUSE,
  }).toEqual(file.milliseconds);
  expect({ savepointRetries: SAVEPOINT_RETRIES, moves: MOVES, attempts: ATTEMPTS }).toEqual(file.times);
  expect({ pgsql: PGSQL_ROW_WAITS, mysql: MYSQL_ROW_WAITS }).toEqual(file.rowWaits);
});

test('what ends the wait for a lock is what conformance/protocol.json says', () => {
  const { pgsql, mysql } = file.errors as Readonly<Record<string, { readonly statementTimeout?: readonly string[] }>>;
  expect([PGSQL_STATEMENT_TIMEOUTS, MYSQL_STATEMENT_TIMEOUTS]).toEqual([
    pgsql?.statementTimeout,
    mysql?.statementTimeout,
  ]);
});
