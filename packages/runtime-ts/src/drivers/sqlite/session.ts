import { setImmediate, setTimeout } from 'node:timers/promises';
import { connectionClosed, translate } from '../../errors/translate.js';
import { busy } from '../refusals.js';
import { returnsChanged } from '../returning.js';
import type { Cell, Parameter, Result, Row, Session, Statement } from '../session.js';
import { isBusy, sqliteErrors, sqliteReport } from './errors.js';
import { type Bound, exactNumber, type Handle, type Prepared, type RawRow } from './handle.js';
import type { SqliteFunction } from './settings.js';

/** The longest pause in milliseconds before a lock is tried again. */
const LONGEST_PAUSE = 50;

/** What every transaction says, worth being prepared. */
const REPEATED = /^(?:BEGIN|SAVEPOINT|RELEASE|COMMIT)\b[^;]*$/;

/** A statement, with what its text says of its answers. */
interface Known {
  readonly statement: Prepared;
  /** Whether it changes rows. What does not leaves the numbers of the last change standing. */
  readonly counts: boolean;
  readonly inserts: boolean;
}

const knownOf = (sql: string, statement: Prepared): Known => ({
  statement,
  counts: statement.hasRows ? returnsChanged(sql) : /^\s*(?:insert|update|delete|replace|with)\b/i.test(sql),
  inserts: /^\s*(?:insert|replace|with)\b/i.test(sql),
});

/** How a program says for how long locks are waited for. */
const PATIENCE = /^\s*pragma\s+busy_timeout\s*=\s*(\d{1,9})\s*;?\s*$/i;

export class SqliteSession implements Session {
  readonly vendor = 'sqlite';
  readonly #handle: Handle;
  #timeout: number;
  readonly #maxStatements: number;
  /** The one that was used longest ago first. */
  readonly #statements = new Map<string, Known>();
  #isOpen = true;
  #isBusy = false;
  /** Of the stream that is under way. */
  #rows: Iterator<RawRow> | undefined;

  /** @param timeout milliseconds to wait for a lock */
  constructor(handle: Handle, timeout: number, maxStatements: number) {
    this.#handle = handle;
    this.#timeout = timeout;
    this.#maxStatements = maxStatements;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get inTransaction(): boolean {
    return this.#isOpen && this.#handle.isInTransaction;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  define(name: string, work: SqliteFunction): void {
    this.#handle.define(name, work);
  }

  async command(sql: string): Promise<void> {
    const answer = this.#alone(sql, () => this.#command(sql));
    if (answer instanceof Promise) await answer;
  }

  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  async run<T>(statement: Statement, make?: (row: Row) => T): Promise<Result<T | Row>> {
    const answer = this.#alone(statement.sql, () => this.#run(statement));
    const result = answer instanceof Promise ? await answer : answer;
    return make === undefined ? result : { ...result, rows: result.rows.map(make) };
  }

  async together(statements: readonly Statement[]): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (const statement of statements) {
      const answer = this.#alone(statement.sql, () => this.#run(statement));
      results.push(answer instanceof Promise ? await answer : answer);
    }
    return results;
  }

  async *stream({ sql, values, once }: Statement, portion: number): AsyncGenerator<readonly Row[], undefined> {
    this.#take(sql);
    try {
      const opened = await this.#patiently(sql, () => {
        // Of its own: a statement that is walked through cannot be run beside it.
        const begun = this.#prepare(sql, once ?? false).statement.iterate(values.map(asBound));
        return { begun, first: portionOf(begun, portion) };
      });
      this.#rows = opened.begun;
      for (
        let each = opened.first;
        each.length > 0;
        each = await this.#patiently(sql, () => portionOf(opened.begun, portion))
      ) {
        yield each;
        // Nothing else would have its turn until the last row.
        await setImmediate();
      }
    } finally {
      this.#leaveRows();
      this.#isBusy = false;
    }
    return undefined;
  }

  close(): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    this.#isOpen = false;
    return new Promise((resolve) => {
      // A database with rows that are still read cannot be closed.
      this.#leaveRows();
      this.#statements.clear();
      this.#handle.close();
      resolve();
    });
  }

  #leaveRows(): void {
    this.#rows?.return?.();
    this.#rows = undefined;
  }

  #command(sql: string): void {
    const [, patience] = PATIENCE.exec(sql) ?? [];
    // SQLite would hold up everything else for as long.
    if (patience !== undefined) this.#timeout = Number(patience);
    else if (REPEATED.test(sql)) this.#prepare(sql, false).statement.run([]);
    else this.#handle.exec(sql);
  }

  #run({ sql, values, once = false }: Statement): Result {
    const { statement, counts, inserts } = this.#prepare(sql, once);
    const bound = values.map(asBound);
    if (statement.hasRows) {
      const rows = statement.all(bound).map(asRow);
      return { rows, affected: counts ? rows.length : 0, insertId: undefined };
    }
    const { changes, lastInsertRowid } = statement.run(bound);
    const affected = counts ? Number(changes) : 0;
    return { rows: [], affected, insertId: inserts && affected > 0 ? numberOf(lastInsertRowid) : undefined };
  }

  #prepare(sql: string, once: boolean): Known {
    const known = this.#statements.get(sql) ?? knownOf(sql, this.#handle.prepare(sql));
    if (once) return known;
    this.#statements.delete(sql);
    this.#statements.set(sql, known);
    if (this.#statements.size > this.#maxStatements) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return known;
  }

  /** What is done at once is so without a promise: each costs as much as a small statement. */
  #alone<T>(sql: string, work: () => T): T | Promise<T> {
    this.#take(sql);
    try {
      const result = work();
      this.#isBusy = false;
      return result;
    } catch (error) {
      return this.#late(sql, work, error);
    }
  }

  async #late<T>(sql: string, work: () => T, error: unknown): Promise<T> {
    try {
      this.#mustBeLocked(error, sql);
      return await this.#again(sql, work);
    } finally {
      this.#isBusy = false;
    }
  }

  #take(sql: string): void {
    if (!this.#isOpen) throw connectionClosed(sql);
    if (this.#isBusy) throw busy();
    this.#isBusy = true;
  }

  /** Waits for a lock, if there is one, without holding up everything else in the process. */
  #patiently<T>(sql: string, work: () => T): T | Promise<T> {
    if (!this.#isOpen) throw connectionClosed(sql);
    try {
      return work();
    } catch (error) {
      this.#mustBeLocked(error, sql);
      return this.#again(sql, work);
    }
  }

  async #again<T>(sql: string, work: () => T): Promise<T> {
    const deadline = performance.now() + this.#timeout;
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const left = deadline - performance.now();
      if (left > 0) await setTimeout(Math.min(pause * (0.5 + Math.random()), left));
      if (!this.#isOpen) throw connectionClosed(sql);
      try {
        return work();
      } catch (error) {
        this.#mustBeLocked(error, sql, left);
      }
    }
  }

  #mustBeLocked(error: unknown, sql: string, left = this.#timeout): void {
    const report = sqliteReport(error);
    if (!isBusy(report) || !this.#mayWait(sql) || left <= 0) throw translate(sqliteErrors, report, sql);
  }

  /**
   * As SQLite itself: who already reads and now wants to write does not wait, because the other may wait for the reader. And a
   * text of several statements is not repeated, of which the first ones are done.
   */
  #mayWait(sql: string): boolean {
    if (/;\s*\S/.test(sql)) return false;
    return !this.#handle.isInTransaction || /^\s*(?:commit|end)\b/i.test(sql);
  }
}

function portionOf(rows: Iterator<RawRow>, portion: number): readonly Row[] {
  const gathered: Row[] = [];
  while (gathered.length < portion) {
    const next = rows.next();
    if (next.done === true) break;
    gathered.push(asRow(next.value));
  }
  return gathered;
}

/** In place: the row is nobody else's. */
function asRow(row: RawRow): Row {
  for (let index = 0; index < row.length; index++) {
    const cell = row[index];
    if (typeof cell === 'bigint') row[index] = exactNumber(cell);
  }
  return row;
}

const numberOf = (id: number | bigint): number | bigint => {
  const exact: Cell = exactNumber(id);
  return typeof exact === 'number' ? exact : id;
};

function asBound(value: Parameter): Bound {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}
