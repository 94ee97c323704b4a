import type { Statement } from '../../src/drivers/session.js';
import type { Lockable, LockStatement, LockValues } from '../../src/lock/lockable.js';
import { OtherLocks } from '../../src/lock/other-locks.js';
import type { LockProtocol } from '../../src/lock/protocol.js';
import { mysqlLocks } from '../../src/lock/protocols/mysql.js';
import { pgsqlLocks } from '../../src/lock/protocols/pgsql.js';
import { sqliteLocks } from '../../src/lock/protocols/sqlite.js';
import type { Engine } from './transactions.js';

export function protocolOf(engine: Engine): LockProtocol {
  if (engine === 'sqlite') return sqliteLocks;
  return engine.startsWith('pgsql') ? pgsqlLocks : mysqlLocks;
}

const pgsqlLock = (key: string, ...values: readonly string[]): Statement => ({
  sql:
    "SELECT current_setting('lock_timeout'), current_setting('transaction_isolation'), k.lock_key, current_setting('transaction_read_only'), " +
    `set_config('lock_timeout', $1, TRUE), pg_advisory_xact_lock(k.lock_key), set_config('lock_timeout', $2, TRUE) FROM (SELECT ${key} AS lock_key OFFSET 0) k`,
  values,
});

const mysqlLock = (key: string, ...values: readonly string[]): Statement => ({
  sql: `SELECT GET_LOCK(k.lock_key, ?), /*!80000 @@transaction_isolation */ /*M! @@tx_isolation */, k.lock_key, @@GLOBAL.read_only FROM (SELECT ${key} AS lock_key) k`,
  values,
});

/** A counter that one writer has for itself, with the statements that the generator plans for lists. */
export class Counter implements Lockable {
  readonly table = 'counter';
  readonly isRow = false;
  readonly id: string;
  readonly number: number;
  readonly #engine: Engine;

  constructor(engine: Engine, number: number) {
    this.#engine = engine;
    this.number = number;
    this.id = `counter ${number}`;
  }

  describe(): string {
    return `counter ${this.number}`;
  }

  statement(name: LockStatement, { wait = '', after = '', to = '' }: LockValues = {}): Statement {
    if (this.#engine.startsWith('pgsql')) {
      const key = `CAST(${this.number} AS BIGINT)`;
      if (name === 'key') return { sql: `SELECT ${key}`, values: [] };
      return name === 'lock' ? pgsqlLock(key, wait, after) : pgsqlLock('CAST($3 AS BIGINT)', wait, after, to);
    }
    const key = `CONCAT('orm_', SHA2(CONCAT(DATABASE(), ${this.number}), 224))`;
    if (name === 'key') return { sql: `SELECT ${key}`, values: [] };
    return name === 'lock' ? mysqlLock(key, wait) : mysqlLock('?', wait, to);
  }
}

export class MovedCounter extends OtherLocks {
  meanwhile(): string {
    return 'The counter was moved';
  }

  again(): string {
    return 'The counter is moved';
  }
}
