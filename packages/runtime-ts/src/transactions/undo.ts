import { errorMessage } from '../drivers/thrown.js';

/** What is done after a commit or a rollback. */
export type Action = () => void | Promise<void>;

/** An object whose state follows a rollback. */
export interface Restorable {
  snapshot(): unknown;
  restore(snapshot: unknown): void;
}

/** Work that was committed. */
export interface Performed<T> {
  readonly result: T;
  /** What is to be done after the commit. */
  readonly actions: readonly Action[];
}

/** What a rollback has to put back in memory, and what is to be done after the end of a transaction. */
export class Undo {
  /** The state of objects before they were changed. Holds them until the end: a weak map cannot be walked. */
  readonly #snapshots = new Map<Restorable, unknown>();
  readonly #onCommit: Action[] = [];
  readonly #onRollback: Action[] = [];

  note(object: Restorable): void {
    if (!this.#snapshots.has(object)) this.#snapshots.set(object, object.snapshot());
  }

  onCommit(action: Action): void {
    this.#onCommit.push(action);
  }

  onRollback(action: Action): void {
    this.#onRollback.push(action);
  }

  /** What was changed now belongs to the transaction around, whose older snapshots win. */
  mergeInto(around: Undo): void {
    for (const [object, snapshot] of this.#snapshots) {
      if (!around.#snapshots.has(object)) around.#snapshots.set(object, snapshot);
    }
    around.#onCommit.push(...this.#onCommit);
    around.#onRollback.push(...this.#onRollback);
    this.#forget();
  }

  /** It is committed: what is to be done now. */
  committed(): readonly Action[] {
    const actions = [...this.#onCommit];
    this.#forget();
    return actions;
  }

  /** Puts objects back; what is to be done then, so that it sees them as they are. */
  rolledBack(): readonly Action[] {
    const snapshots = [...this.#snapshots].reverse();
    const actions = [...this.#onRollback].reverse();
    this.#forget();
    for (const [object, snapshot] of snapshots) object.restore(snapshot);
    return actions;
  }

  #forget(): void {
    this.#snapshots.clear();
    this.#onCommit.length = 0;
    this.#onRollback.length = 0;
  }
}

/** Runs all of them, then throws what the first one that failed has thrown. */
export async function runActions(actions: readonly Action[]): Promise<void> {
  const failures: unknown[] = [];
  for (const action of actions) {
    try {
      await action();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** For a rollback after an error, which is what the caller is to see. */
export async function runQuietly(name: string, actions: readonly Action[]): Promise<void> {
  await runActions(actions).catch((error: unknown) => {
    process.emitWarning(`What was to be done after a rollback on "${name}" failed: ${errorMessage(error)}`);
  });
}
