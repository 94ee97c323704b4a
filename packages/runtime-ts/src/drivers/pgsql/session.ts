import type { EventEmitter } from 'node:events';
import type { DatabaseError } from '../../errors/database-error.js';
import { connectionClosed, translate } from '../../errors/translate.js';
import { busy, mayCommit } from '../refusals.js';
import type { Result, Row, Session, Statement } from '../session.js';
import { errorText } from '../thrown.js';
import { pgsqlErrors, pgsqlReport } from './errors.js';
import {
  Batch,
  type BatchOutcome,
  type BatchStatement,
  Command,
  type Exchange,
  Portal,
  type Preparation,
} from './exchange.js';
import { PreparedStatements } from './statements.js';
import { bound, type Wire } from './wire.js';

/** The part of `pg`'s Client that is used. */
export interface PgClient extends EventEmitter {
  query(exchange: Exchange): unknown;
  end(): Promise<void>;
}

/** How a ReadyForQuery calls a session outside of a transaction. */
const IDLE = 'I';

/** Milliseconds until a connection is cut that does not answer a good-bye. */
const GOOD_BYE = 1000;

const asRow = (row: Row): Row => row;

export class PgsqlSession implements Session {
  readonly vendor = 'pgsql';
  readonly #client: PgClient;
  readonly #wire: Wire;
  readonly #statements: PreparedStatements;
  /** Whether statements get names; behind a pooler the next may reach another server, which does not know them. */
  #namesStatements = false;
  /** Names that the server still has and nobody uses. */
  readonly #unused: string[] = [];
  #status = IDLE;
  #isOpen = true;
  #current: Exchange | undefined;

  constructor(client: PgClient, wire: Wire, maxStatements: number) {
    this.#client = client;
    this.#wire = wire;
    this.#statements = new PreparedStatements(maxStatements);
    // Before the client's own listener, so that the next exchange can begin in it.
    wire.prependListener('readyForQuery', ({ status }: { readonly status: string }) => this.#ready(status));
    const prepared = (): void => {
      if (this.#current instanceof Batch) this.#current.handlePrepared();
    };
    wire.prependListener('parseComplete', prepared);
    wire.prependListener('closeComplete', prepared);
    wire.prependListener('end', () => this.#lost(new Error('Connection terminated unexpectedly')));
    client.on('error', (error: unknown) => this.#lost(error));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get inTransaction(): boolean {
    return this.#status !== IDLE;
  }

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** For a connection that reaches the same session of the server each time. */
  keepStatements(): void {
    this.#namesStatements = true;
  }

  async command(sql: string): Promise<void> {
    const wasInTransaction = this.inTransaction;
    const failure = await this.#exchange<unknown>(sql, (done) => new Command(sql, done));
    if (failure !== undefined) throw this.#error(failure, sql, [sql], wasInTransaction);
  }

  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  async run<T>(statement: Statement, make?: (row: Row) => T): Promise<Result<T | Row>> {
    const [result] = await this.#batch<T | Row>([statement], make ?? asRow);
    return result ?? { rows: [], affected: 0, insertId: undefined };
  }

  /** Without BEGIN before them, all of them are one transaction, which an error takes back. */
  together(statements: readonly Statement[]): Promise<readonly Result[]> {
    return statements.length === 0 ? Promise.resolve([]) : this.#batch(statements, asRow);
  }

  async *stream(statement: Statement, portion: number): AsyncGenerator<readonly Row[], undefined> {
    const wasInTransaction = this.inTransaction;
    const portal = new Portal(statement.sql, bound(statement.values), portion);
    this.#begin(statement.sql, portal);
    try {
      while (!portal.isOver) {
        const rows = await portal.portion();
        if (portal.error !== undefined) {
          throw this.#error(portal.error, statement.sql, [statement.sql], wasInTransaction);
        }
        if (rows.length > 0) yield rows;
        portal.more();
      }
    } finally {
      await portal.stop();
    }
    return undefined;
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const cut = setTimeout(() => this.#wire.stream.destroy(), GOOD_BYE);
    await this.#client.end().finally(() => clearTimeout(cut));
  }

  async #batch<T>(statements: readonly Statement[], make: (row: Row) => T): Promise<readonly Result<T>[]> {
    const wasInTransaction = this.#status !== IDLE;
    const first = await this.#send(statements, make);
    this.#take(first);
    if (first.failure === undefined) return resultsOf(first);
    if (!isStale(first.failure)) throw this.#failed(first, statements, wasInTransaction);
    this.#unused.push(...this.#statements.clear());
    // Only where nothing has happened yet that would happen twice.
    if (wasInTransaction || !first.results.every(({ tag }) => tag === 'BEGIN')) {
      throw this.#failed(first, statements, wasInTransaction);
    }
    if (this.#status !== IDLE) await this.command('ROLLBACK');
    const second = await this.#send(statements, make);
    this.#take(second);
    if (second.failure === undefined) return resultsOf(second);
    throw this.#failed(second, statements, wasInTransaction);
  }

  #send<T>(statements: readonly Statement[], make: (row: Row) => T): Promise<BatchOutcome<T>> {
    const sql = statements[0]?.sql ?? '';
    // Refused before names are given: what is not sent is not prepared.
    this.#mustBeFree(sql);
    const values = statements.map((statement) => bound(statement.values));
    const batch = statements.map((statement, index) => this.#prepared(statement, values[index] ?? []));
    return this.#exchange<BatchOutcome<T>>(sql, (done) => new Batch(batch, make, done));
  }

  /** What the server did not come to prepare is forgotten; what `make` has thrown is thrown. */
  #take<T>(outcome: BatchOutcome<T>): void {
    for (const step of outcome.unprepared) {
      if (step.deed === 'parse') this.#statements.forget(step.sql);
      else this.#unused.push(step.name);
    }
    if (outcome.failure === undefined && outcome.refusal !== undefined) throw outcome.refusal.error;
  }

  #prepared({ sql, once = false }: Statement, values: BatchStatement['values']): BatchStatement {
    const preparations: Preparation[] = this.#unused.splice(0).map((name) => ({ deed: 'close', name }));
    if (once || !this.#namesStatements) {
      preparations.push({ deed: 'parse', name: '', sql });
      return { name: '', preparations, values };
    }
    const { name, isNew, evicted } = this.#statements.use(sql);
    if (evicted !== undefined) preparations.push({ deed: 'close', name: evicted });
    if (isNew) preparations.push({ deed: 'parse', name, sql });
    return { name, preparations, values };
  }

  #exchange<T>(sql: string, make: (done: (outcome: T) => void) => Exchange): Promise<T> {
    return new Promise((resolve) => this.#begin(sql, make(resolve)));
  }

  #begin(sql: string, exchange: Exchange): void {
    this.#mustBeFree(sql);
    this.#current = exchange;
    try {
      this.#client.query(exchange);
    } catch (error) {
      // A message that is only half written cannot be taken back.
      this.#wire.stream.destroy();
      this.#lost(error);
    }
  }

  #mustBeFree(sql: string): void {
    if (!this.#isOpen) throw connectionClosed(sql);
    if (this.#current !== undefined) throw busy();
  }

  #ready(status: string): void {
    this.#status = status;
    const exchange = this.#current;
    this.#current = undefined;
    exchange?.finish();
  }

  #lost(error: unknown): void {
    this.#isOpen = false;
    this.#status = IDLE;
    const exchange = this.#current;
    this.#current = undefined;
    exchange?.abort(error);
  }

  /** The first statement without a result is the one that failed; behind the last it is the commit of all. */
  #failed(outcome: BatchOutcome<unknown>, statements: readonly Statement[], wasInTransaction: boolean): DatabaseError {
    const texts = statements.map(({ sql }) => sql);
    const sql = texts[outcome.results.length] ?? texts.at(-1) ?? '';
    return this.#error(outcome.failure, sql, texts, wasInTransaction);
  }

  #error(error: unknown, sql: string, sent: readonly string[], wasInTransaction: boolean): DatabaseError {
    return translate(pgsqlErrors, pgsqlReport(error), sql, mayCommit(sent, wasInTransaction));
  }
}

function resultsOf<T>({ results }: BatchOutcome<T>): readonly Result<T>[] {
  return results.map(({ rows, tag }) => ({ rows, affected: changedRows(tag), insertId: undefined }));
}

function changedRows(tag: string): number {
  const [, count] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE|COPY) (\d+)$/.exec(tag) ?? [];
  return Number(count ?? 0);
}

/** The columns of a prepared statement are others since somebody changed a table, or somebody has thrown it away. */
function isStale(failure: unknown): boolean {
  const code = errorText(failure, 'code');
  return code === '26000' || (code === '0A000' && errorText(failure, 'routine') === 'RevalidateCachedQuery');
}
