import type { Result, Row, Session, Statement, TransactionRules, Vendor } from '../drivers/session.js';
import { errorMessage } from '../drivers/thrown.js';
import { ConflictError, ConnectionLostError, isDatabaseError } from '../errors/database-error.js';
import { ConnectionError, type OrmError, RollbackError, TransactionError } from '../errors/orm-error.js';
import { inFrame } from './ambient.js';
import type { BeginOptions, Connection, OpenTransaction, TransactionOptions } from './connection.js';
import type { IdentityMap } from './identity-map.js';
import { observed } from './observe.js';
import type { Place } from './place.js';
import * as refusals from './refusals.js';
import { beginStatements, type Isolation, release, rollbackTo, savepoint } from './statements.js';
import { HeldRows } from './streams.js';
import { type Conflict, type Failure, failureOf, saidBy, type TransactionSession } from './transaction-session.js';
import { Turns } from './turns.js';
import { type Action, type Performed, type Restorable, runActions, runQuietly, Undo } from './undo.js';

/**
 * An open transaction or savepoint. Statements and transactions inside it take turns, each nested transaction as a whole, so
 * that those which are open at a moment form a chain, whose last one may send.
 */
export class Frame implements OpenTransaction {
  /** The transaction that it is, or is a part of. */
  readonly root: TransactionSession;
  readonly target: this = this;
  readonly #place: Place;
  readonly #turns: Turns;
  readonly #undo = new Undo();
  readonly #depth: number;
  #child: Frame | undefined;
  #isOpened = false;
  /** What failed here, where the server then refuses everything until a rollback. */
  #failure: Failure | undefined;
  /** Why nothing more is sent for it. */
  #refusal: (() => OrmError) | undefined;
  /** Whether its last statements were sent with COMMIT. */
  #isFinished = false;
  /** Whether a transaction around it is rolled back while it waits to be rolled back itself. */
  #isOverrun = false;
  #end: 'committed' | 'rolled back' | undefined;

  private constructor(place: Place) {
    this.root = place.transaction;
    this.#place = place;
    this.#depth = place.parent === undefined ? 0 : place.parent.#depth + 1;
    this.#turns = new Turns(() => place.transaction.watch());
    if (place.parent === undefined) place.transaction.whenStalled(() => this.#refuseWaiting());
  }

  /** An outermost transaction. */
  static outermost(
    database: Connection,
    transaction: TransactionSession,
    identities: IdentityMap,
    { isolation, isByHand }: { readonly isolation: Isolation | undefined; readonly isByHand: boolean },
    ended: () => void,
  ): Frame {
    const opening = beginStatements(transaction.rules, isolation);
    const place = { database, transaction, identities, isByHand, opening, savepoint: undefined };
    return new Frame({ ...place, parent: undefined, ended });
  }

  get name(): string {
    return this.#place.transaction.name;
  }

  get vendor(): Vendor {
    return this.#place.transaction.vendor;
  }

  get rules(): TransactionRules {
    return this.#place.transaction.rules;
  }

  get inTransaction(): boolean {
    return this.#end === undefined;
  }

  /** Where statements go after it has ended: what is still open around it, or the database. */
  get around(): Connection {
    const { parent, database } = this.#place;
    return parent === undefined ? database : parent.inTransaction ? parent : parent.around;
  }

  /** Whether a statement would not be refused. */
  get canRun(): boolean {
    return this.#refusal === undefined && this.#failure === undefined && !this.#place.transaction.isAborted;
  }

  get identities(): IdentityMap {
    return this.#place.identities;
  }

  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  run<T>(statement: Statement, make?: (row: Row) => T): Promise<Result<T | Row>> {
    return this.#inTurn(async (session) => {
      const statements = [statement];
      const [result] = this.#isOpenFor(statements) ? [] : ((await this.#open(session, statements)) ?? []);
      if (result !== undefined) return make === undefined ? result : { ...result, rows: result.rows.map(make) };
      return await observed<Result<T | Row>>(this.name, statements, () =>
        make === undefined ? session.run(statement) : session.run(statement, make),
      );
    });
  }

  together(statements: readonly Statement[]): Promise<readonly Result[]> {
    return this.#inTurn((session) => this.#sendTogether(session, statements));
  }

  finish(statements: readonly Statement[]): Promise<readonly Result[]> {
    const isLast = this.#place.parent === undefined && this.#turns.pending === 0;
    if (!isLast || !this.rules.sendsTogether) return this.together(statements);
    return this.#inTurn(async (session) => {
      const all = [...statements, { sql: 'COMMIT', values: [] }];
      const results = await this.#sendTogether(session, all);
      this.#isFinished = true;
      this.#end = 'committed';
      this.#refusal = () => refusals.over(this.name, 'committed');
      await this.#place.transaction.giveBack();
      return results.slice(0, -1);
    });
  }

  async *stream(statement: Statement, portion: number): AsyncGenerator<readonly Row[], undefined> {
    const { rules } = this;
    if (rules.cursor !== undefined) return yield* rules.cursor(this, statement, portion);
    const held = new HeldRows();
    const pumping = this.#inTurn(
      async (session) => {
        if (!this.#isOpenFor([statement])) await this.#open(session, []);
        await observed(this.name, [statement], () => held.pump(session.stream(statement, portion)));
      },
      () => held.giveWay(),
    );
    return yield* held.portions(pumping);
  }

  async transaction<T>(work: (con: Frame) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const child = await this.#nest(options, false);
    return (await child.perform(work)).result;
  }

  begin(options: BeginOptions = {}): Promise<Frame> {
    return this.#nest(options, true);
  }

  async onCommit(action: Action): Promise<void> {
    if (this.#refusal !== undefined) throw this.#refusal();
    this.#undo.onCommit(action);
    return Promise.resolve();
  }

  onRollback(action: Action): void {
    if (this.#refusal !== undefined) throw this.#refusal();
    this.#undo.onRollback(action);
  }

  note(object: Restorable): void {
    if (this.#refusal !== undefined) throw this.#refusal();
    this.#undo.note(object);
  }

  /** Runs work in it, and ends it. */
  async perform<T>(work: (con: Frame) => Promise<T>): Promise<Performed<T>> {
    try {
      const result = await inFrame(this.#place.database, this, () => work(this));
      return { result, actions: await this.#commit() };
    } catch (error) {
      if (this.#isFinished) {
        this.#committed();
        throw refusals.failedLate(this.name, error);
      }
      const seen = error instanceof ConflictError ? error : (this.#conflict() ?? error);
      await runQuietly(this.name, await this.#rollBack(() => refusals.failed(this.name, error)));
      throw seen;
    }
  }

  async commit(): Promise<void> {
    let actions: readonly Action[];
    try {
      actions = await this.#commit();
    } catch (error) {
      await runQuietly(this.name, await this.#rollBack(() => refusals.over(this.name, 'rolled back')));
      throw error;
    }
    await runActions(actions);
  }

  async rollback(): Promise<void> {
    if (this.#end === 'committed') throw refusals.over(this.name, this.#end);
    await runActions(await this.#rollBack(() => refusals.over(this.name, 'rolled back')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#end === undefined) await this.rollback();
  }

  async #nest({ isolation }: BeginOptions, isByHand: boolean): Promise<Frame> {
    if (isolation !== undefined) {
      throw new TransactionError('An isolation level can only be chosen for the outermost transaction.');
    }
    this.#mustGoOn();
    await this.#turns.take();
    // It may have ended meanwhile, without knowing of this one.
    if (!this.canRun) {
      this.#turns.giveBack();
      this.#mustGoOn();
    }
    const name = `orm_${this.#depth + 1}`;
    const child = new Frame({
      ...this.#place,
      isByHand,
      opening: [savepoint(this.rules, name)],
      savepoint: name,
      parent: this,
      ended: () => {
        this.#child = undefined;
        this.#turns.giveBack();
      },
    });
    this.#child = child;
    return child;
  }

  async #inTurn<T>(send: (session: Session) => Promise<T>, giveWay?: () => void): Promise<T> {
    this.#mustGoOn();
    const waiting = this.#turns.take();
    if (waiting !== undefined) await waiting;
    try {
      return await this.#place.transaction.exclusively(() => this.#attempt(send), giveWay);
    } finally {
      this.#turns.giveBack();
    }
  }

  async #attempt<T>(send: (session: Session) => Promise<T>): Promise<T> {
    this.#mustGoOn();
    const { transaction } = this.#place;
    try {
      return await send(transaction.lent ?? (await transaction.session()));
    } catch (error) {
      const isLost = error instanceof ConnectionLostError && !error.mayBeCommitted;
      if (transaction.isBegun || !isLost) throw this.#noteFailure(error);
      transaction.giveUpSession();
      try {
        return await send(await transaction.session());
      } catch (again) {
        // Another server may be about to take over, which is what the first one says.
        throw this.#noteFailure(again instanceof ConnectionError ? error : again);
      }
    }
  }

  #noteFailure(error: unknown): unknown {
    if (isDatabaseError(error) && !this.#place.transaction.noteFailure(error) && this.rules.failureAborts) {
      this.#failure ??= failureOf(saidBy(error), error);
    }
    return error;
  }

  /** Whether it is open on the server, which is about to be sent these. */
  #isOpenFor(statements: readonly Statement[]): boolean {
    this.#place.transaction.noteSent(statements);
    return this.#isOpened;
  }

  async #sendTogether(session: Session, statements: readonly Statement[]): Promise<readonly Result[]> {
    const results = this.#isOpenFor(statements) ? undefined : await this.#open(session, statements);
    return results ?? (await observed(this.name, statements, () => session.together(statements)));
  }

  /** Opens what is not open yet on the server; what statements gave, if they went in the same message. */
  async #open(session: Session, statements: readonly Statement[]): Promise<readonly Result[] | undefined> {
    const unopened = this.#unopened();
    if (!this.rules.sendsTogether) {
      for (const frame of unopened) {
        await this.#place.transaction.command(...frame.#place.opening);
        frame.#opened();
      }
      return undefined;
    }
    const opening = unopened.flatMap((frame) => frame.#place.opening.map((sql) => ({ sql, values: [] })));
    const all = [...opening, ...statements];
    try {
      const results = await observed(this.name, all, () => session.together(all));
      for (const frame of unopened) frame.#opened();
      return results.slice(opening.length);
    } catch (error) {
      if (isDatabaseError(error) && session.inTransaction) for (const frame of unopened) frame.#opened();
      throw error;
    }
  }

  #unopened(): readonly Frame[] {
    if (this.#isOpened) return [];
    const { parent } = this.#place;
    return parent === undefined ? [this] : [...parent.#unopened(), this];
  }

  #opened(): void {
    this.#isOpened = true;
    this.#place.transaction.isBegun = true;
  }

  #mustGoOn(): void {
    if (this.#refusal !== undefined) throw this.#refusal();
    this.#place.transaction.refuseWhileAborted();
    if (this.#failure !== undefined) {
      throw this.#place.transaction.refusal(`a statement in it failed: ${this.#failure.reason}`);
    }
  }

  /** The conflict, or the loss of the server, after which it cannot go on. */
  #conflict(): Conflict | undefined {
    return this.#place.transaction.abortion?.conflict ?? this.#failure?.conflict;
  }

  async #commit(): Promise<readonly Action[]> {
    if (this.#isFinished) return this.#committed();
    if (this.#refusal !== undefined) throw this.#refusal();
    this.#place.transaction.refuseWhileAborted();
    if (this.#failure !== undefined) {
      throw new RollbackError(
        `The transaction on "${this.name}" cannot be committed because a statement in it failed: ${this.#failure.reason}.`,
      );
    }
    const isByHand = this.#child === undefined ? false : this.#child.#place.isByHand;
    if (this.#turns.pending > 0) throw refusals.notAwaited(this.name, this.#turns.pending, isByHand);
    this.#refusal = () => refusals.over(this.name, 'committed');
    await this.#place.transaction.exclusively(() => this.#sendCommit());
    return this.#committed();
  }

  /** What is to be done after the commit. */
  #committed(): readonly Action[] {
    this.#place.ended();
    return this.#place.parent === undefined ? this.#undo.committed() : [];
  }

  async #sendCommit(): Promise<void> {
    const { transaction, parent, savepoint: name } = this.#place;
    if (this.#end !== undefined) throw refusals.over(this.name, this.#end);
    if (this.#isOpened) {
      try {
        await transaction.command(name === undefined ? 'COMMIT' : release(this.rules, name));
      } catch (error) {
        throw this.#noteFailure(error);
      }
    }
    this.#end = 'committed';
    if (parent === undefined) await transaction.giveBack();
    else this.#undo.mergeInto(parent.#undo);
  }

  /** Whatever is under way in it ends with it; what is to be done then. */
  async #rollBack(why: () => OrmError): Promise<readonly Action[]> {
    if (this.#end !== undefined) return [];
    const chain = this.#close(why);
    await this.#place.transaction.exclusively(() => this.#sendRollback());
    const actions = chain.flatMap((frame) => frame.#undo.rolledBack());
    this.#place.ended();
    return actions;
  }

  /** Closes it and what is open in it; all of them, the innermost first. */
  #close(why: () => OrmError): readonly Frame[] {
    if (this.#end === 'committed') return [];
    const inner = this.#child === undefined ? [] : this.#child.#close(why);
    this.#isOverrun = this.#end !== undefined;
    this.#end = 'rolled back';
    this.#refusal = why;
    this.#turns.refuse(why);
    return [...inner, this];
  }

  async #sendRollback(): Promise<void> {
    const { transaction, savepoint: name } = this.#place;
    if (this.#isOverrun) return;
    if (name === undefined) {
      await transaction.rollBack();
    } else if (this.#isOpened && transaction.abortion === undefined) {
      try {
        await transaction.together(rollbackTo(this.rules, name), release(this.rules, name));
      } catch (error) {
        transaction.abort(`its savepoint is gone: ${errorMessage(error)}`, error);
      }
    }
  }

  #refuseWaiting(): void {
    this.#turns.refuse(() => refusals.stalled(this.name));
    if (this.#child !== undefined) this.#child.#refuseWaiting();
  }
}
