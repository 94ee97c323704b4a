import type { Row } from '../session.js';
import { type Bound, corked, type Wire } from './wire.js';

/**
 * What is sent and answered until the server is ready again. The methods `submit` and `handle…` are those that `pg` calls; it
 * calls none behind an error, so the end is told by the session: `finish` when the server is ready, `abort` when it is gone.
 */
export abstract class Exchange {
  /** The first error of the server. */
  protected failure: unknown;
  #settled = false;

  abstract submit(wire: Wire): void;
  /** The server is ready for the next; what failed, if something did. */
  protected abstract end(failure: unknown): void;

  finish(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.end(this.failure);
  }

  abort(error: unknown): void {
    this.failure ??= error;
    this.finish();
  }

  handleError(error: unknown): void {
    this.failure ??= error;
  }

  handleRowDescription(): void {}
  handleDataRow(_message: { readonly fields: Row }): void {}
  handleCommandComplete(_message: { readonly text: string }): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleReadyForQuery(): void {}
  handleCopyData(): void {}

  /** Nobody has rows to send, and the server would wait for them. */
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('COPY FROM STDIN has nothing to read here');
  }
}

/** A text for the simple protocol; rows are thrown away. */
export class Command extends Exchange {
  readonly #sql: string;
  readonly #done: (failure: unknown) => void;

  constructor(sql: string, done: (failure: unknown) => void) {
    super();
    this.#sql = sql;
    this.#done = done;
  }

  submit(wire: Wire): void {
    wire.query(this.#sql);
  }

  protected end(failure: unknown): void {
    this.#done(failure);
  }
}

/** What the server has to do before a statement can be bound. */
export type Preparation =
  | { readonly deed: 'close'; readonly name: string }
  | { readonly deed: 'parse'; readonly name: string; readonly sql: string };

export interface BatchStatement {
  readonly name: string;
  readonly preparations: readonly Preparation[];
  readonly values: readonly Bound[];
}

export interface BatchResult<T> {
  readonly rows: T[];
  /** `UPDATE 3`, `INSERT 0 1`, `SELECT 10`, `BEGIN`. */
  tag: string;
}

/** How a batch has ended. */
export interface BatchOutcome<T> {
  /** Of the statements that were carried out. */
  readonly results: readonly BatchResult<T>[];
  /** What the server did not come to, because an error was before it. */
  readonly unprepared: readonly Preparation[];
  readonly failure: unknown;
  /** What `make` has thrown. */
  readonly refusal: { readonly error: unknown } | undefined;
}

/** Statements with one Sync behind them: the server skips all that follow an error. */
export class Batch<T> extends Exchange {
  readonly #statements: readonly BatchStatement[];
  readonly #make: (row: Row) => T;
  readonly #done: (outcome: BatchOutcome<T>) => void;
  readonly #results: BatchResult<T>[] = [];
  readonly #preparations: readonly Preparation[];
  #prepared = 0;
  #current: BatchResult<T> = { rows: [], tag: '' };
  #refusal: { readonly error: unknown } | undefined;

  constructor(statements: readonly BatchStatement[], make: (row: Row) => T, done: (outcome: BatchOutcome<T>) => void) {
    super();
    this.#statements = statements;
    this.#make = make;
    this.#done = done;
    this.#preparations = statements.flatMap(({ preparations }) => preparations);
  }

  submit(wire: Wire): void {
    corked(wire, () => {
      for (const { name, preparations, values } of this.#statements) {
        for (const step of preparations) prepare(wire, step);
        wire.bind({ portal: '', statement: name, values });
        wire.execute({ portal: '', rows: 0 });
      }
      wire.sync();
    });
  }

  /** The server has answered the next Parse or Close. */
  handlePrepared(): void {
    this.#prepared++;
  }

  override handleDataRow({ fields }: { readonly fields: Row }): void {
    if (this.#refusal !== undefined) return;
    try {
      this.#current.rows.push(this.#make(fields));
    } catch (error) {
      this.#refusal = { error };
    }
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.#current.tag = text;
    this.#results.push(this.#current);
    this.#current = { rows: [], tag: '' };
  }

  override handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  protected end(failure: unknown): void {
    this.#done({
      results: this.#results,
      unprepared: this.#preparations.slice(this.#prepared),
      failure,
      refusal: this.#refusal,
    });
  }
}

function prepare(wire: Wire, step: Preparation): void {
  if (step.deed === 'close') wire.close({ type: 'S', name: step.name });
  else wire.parse({ name: step.name, text: step.sql });
}

/** One statement whose rows are fetched in portions: without a Sync the portal stays open in between. */
export class Portal extends Exchange {
  readonly #sql: string;
  readonly #values: readonly Bound[];
  readonly #portion: number;
  #wire: Wire | undefined;
  #rows: Row[] = [];
  #state: 'open' | 'ending' | 'ended' = 'open';
  #wake: () => void = () => undefined;

  constructor(sql: string, values: readonly Bound[], portion: number) {
    super();
    this.#sql = sql;
    this.#values = values;
    this.#portion = portion;
  }

  submit(wire: Wire): void {
    this.#wire = wire;
    corked(wire, () => {
      wire.parse({ name: '', text: this.#sql });
      wire.bind({ portal: '', statement: '', values: this.#values });
      wire.execute({ portal: '', rows: this.#portion });
      wire.flush();
    });
  }

  /** What has arrived, once a portion is whole or there is no more; then `isOver`. */
  async portion(): Promise<readonly Row[]> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#state === 'ended') resolve();
    });
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** What ended it before its time. */
  get error(): unknown {
    return this.failure;
  }

  get isOver(): boolean {
    return this.#state === 'ended';
  }

  more(): void {
    const wire = this.#wire;
    if (wire === undefined || this.#state !== 'open') return;
    corked(wire, () => {
      wire.execute({ portal: '', rows: this.#portion });
      wire.flush();
    });
  }

  /** Gives up the rest, and waits until the server is ready. */
  async stop(): Promise<void> {
    this.#sync();
    if (this.#state === 'ended') return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  override handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#rows.push(fields);
  }

  override handlePortalSuspended(): void {
    this.#wake();
  }

  override handleCommandComplete(): void {
    this.#sync();
  }

  override handleEmptyQuery(): void {
    this.#sync();
  }

  override handleError(error: unknown): void {
    super.handleError(error);
    // Behind an error the server waits for a Sync, which nobody has sent yet.
    this.#sync();
  }

  protected end(): void {
    this.#state = 'ended';
    this.#wake();
  }

  /** Without a transaction the server closes the portal with it, within one when the next statement takes its place. */
  #sync(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    this.#wire?.sync();
  }
}
