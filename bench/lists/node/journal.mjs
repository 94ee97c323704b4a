// What the loops of a Node process did, in the order in which it became true: the same rows and files that ../journal.php writes,
// which says why their order is a serial one. Each loop has a journal of its own, which code finds without being handed it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const storage = new AsyncLocalStorage();

/** Runs the work of one loop. */
export const withJournal = (journal, work) => storage.run(journal, work);

/** What the transaction of a loop has done so far. */
export class Journal {
  /** What the open transaction of the caller has done. */
  pending = [];
  /** The operation that runs in a transaction of its own. */
  own;
  /** The number of the last transaction whose COMMIT has returned, and that had something to tell. */
  committed = 0;
  #number = 0;
  #acknowledged;
  #state;

  constructor(process, folder, isTraced) {
    this.process = process;
    this.#acknowledged = openSync(join(folder, `acknowledged-${process}.jsonl`), 'a');
    this.#state = isTraced ? openSync(join(folder, `state-${process}`), 'a') : undefined;
  }

  /** A transaction begins, or begins again. */
  begin() {
    this.pending = [];
  }

  /** It was not done after all. */
  drop(entry) {
    this.pending = this.pending.filter((each) => each !== entry);
  }

  /** What writes down what the transaction has done, if there is anything, and the transaction's number. */
  row() {
    const entries = this.own === undefined ? this.pending : [this.own];
    if (entries.length === 0) return undefined;
    const number = ++this.#number;
    return { number, values: [process.hrtime.bigint(), this.process, number, JSON.stringify(entries)] };
  }

  trace(sign) {
    if (this.#state !== undefined) writeSync(this.#state, sign);
  }

  /** Tells, for good and with the time, that a COMMIT has returned. What was killed before that may be done or not. */
  acknowledge(entries) {
    const results = entries.map(({ result }) => result ?? null);
    writeSync(this.#acknowledged, `${JSON.stringify([this.committed, results, Date.now() / 1000])}\n`);
  }
}

/** A driver whose sessions write the journal of the loop that uses them, right before each COMMIT. */
export function journalled(driver, { connections, queries = [] }) {
  return {
    vendor: driver.vendor,
    rules: driver.rules,
    writers: Math.min(driver.writers, connections),
    hasReaders: driver.hasReaders,
    async connect(access) {
      const session = await driver.connect(access);
      for (const query of queries) await session.command(query);
      return new JournalSession(session);
    },
  };
}

class JournalSession {
  #session;

  constructor(session) {
    this.#session = session;
  }

  get vendor() {
    return this.#session.vendor;
  }

  get isOpen() {
    return this.#session.isOpen;
  }

  get inTransaction() {
    return this.#session.inTransaction;
  }

  get isBusy() {
    return this.#session.isBusy;
  }

  async command(sql) {
    const journal = storage.getStore();
    const row = sql === 'COMMIT' ? journal?.row() : undefined;
    if (row !== undefined) await this.#session.run(this.#insert(row));
    await this.#traced(() => this.#session.command(sql));
    if (row !== undefined) journal.committed = row.number;
  }

  run(...given) {
    return this.#traced(() => this.#session.run(...given));
  }

  async together(statements) {
    const journal = storage.getStore();
    const end = statements.findIndex(({ sql }) => sql === 'COMMIT');
    const row = end < 0 ? undefined : journal?.row();
    if (row === undefined) return this.#traced(() => this.#session.together(statements));
    const all = [...statements.slice(0, end), this.#insert(row), ...statements.slice(end)];
    const results = await this.#traced(() => this.#session.together(all));
    journal.committed = row.number;
    return results.filter((_, index) => index !== end);
  }

  stream(statement, portion) {
    return this.#session.stream(statement, portion);
  }

  close() {
    return this.#session.close();
  }

  #insert({ values }) {
    const places = values.map((_, index) => (this.vendor === 'pgsql' ? `$${index + 1}` : '?'));
    return { sql: `INSERT INTO journal (at, process, number, entries) VALUES (${places.join(', ')})`, values };
  }

  async #traced(work) {
    const before = this.inTransaction;
    try {
      return await work();
    } finally {
      if (this.inTransaction !== before) storage.getStore()?.trace(before ? ')' : '(');
    }
  }
}
