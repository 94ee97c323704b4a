import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionSettings } from '../../config/connection-settings.js';
import { printable } from '../../diagnostics/printable.js';
import { type DatabaseConnection, DatabaseError, type SqlValue } from '../../platforms/connection.js';
import type { ListStep, ListValue } from '../../platforms/lists.js';
import { withoutPassword } from '../insert/scrub.js';
import type { Terminal } from '../terminal.js';
import type { PlannedLists, PlannedTable } from './plan.js';
import { bound, type ListScope, shownScope } from './scope.js';

type Row = readonly SqlValue[];
type Given = Partial<Readonly<Record<ListValue, SqlValue>>>;

/** Who waits longer than this is told what for. */
const TELL_AFTER_MS = 1000;
export const LONGEST_PAUSE_MS = 50;

/** A list that others held for too long. */
export class ListHeld extends Error {}

/** An open connection, on which lists are read and changed. */
export class ListSession {
  constructor(
    readonly plan: PlannedLists,
    private readonly settings: ConnectionSettings,
    private readonly database: DatabaseConnection,
    private readonly terminal: Terminal,
    /** How long others may hold a list. */
    private readonly timeoutSeconds: number,
  ) {}

  get name(): string {
    return this.plan.connection.name;
  }

  /** Prepares changes. The answer says why lists without a header table cannot be locked here. */
  prepare(): Promise<string | undefined> {
    return this.plan.locking.prepare?.(this.database) ?? Promise.resolve(undefined);
  }

  /** Reads outside of a transaction. */
  read(table: PlannedTable, step: ListStep): Promise<readonly Row[]> {
    return this.#patiently(table, [], () => this.run(table, step, []));
  }

  /** Runs one step of a planned statement. */
  run(table: PlannedTable, step: ListStep, scope: ListScope, given: Given = {}): Promise<readonly Row[]> {
    const { sql, values } = bound(step, table.lists, scope, given);
    return this.database.run(sql, values);
  }

  /** Runs all steps of a statement of generated classes; the rows are those of the last one. */
  async planned(table: PlannedTable, name: string, scope: ListScope, given: Given = {}): Promise<readonly Row[]> {
    let rows: readonly Row[] = [];
    for (const step of table.lists.statements.get(name) ?? []) rows = await this.run(table, step, scope, given);
    return rows;
  }

  /** Locks a list as generated classes do, in a transaction of its own; begins again when others were in the way. */
  underLock<T>(table: PlannedTable, scope: ListScope, work: () => Promise<T>): Promise<T> {
    return this.#patiently(table, scope, (wait) => this.#transaction(table, scope, wait, work));
  }

  /** What went wrong, without the password. */
  clean(error: DatabaseError): string {
    const code = error.code === undefined || error.message.includes(error.code) ? '' : ` (${error.code})`;
    return printable(withoutPassword(`${error.message}${code}`, this.settings));
  }

  async #transaction<T>(table: PlannedTable, scope: ListScope, wait: Wait, work: () => Promise<T>): Promise<T> {
    const { locking } = this.plan;
    let key: SqlValue | undefined;
    try {
      await locking.begin(this.database);
      const row = await wait.during(() => this.#lock(table, scope, wait.left));
      const answer = locking.answer?.(row);
      if (answer?.granted === false) throw new ListHeld();
      key = answer?.key;
      const result = await work();
      await this.database.commit();
      return result;
    } catch (error) {
      await this.database.rollback().catch(() => undefined);
      throw error;
    } finally {
      // A connection that is lost has given the lock back.
      if (key !== undefined) await this.planned(table, 'unlock', [], { to: key }).catch(() => undefined);
    }
  }

  async #lock(table: PlannedTable, scope: ListScope, left: number): Promise<Row | undefined> {
    const { locking } = this.plan;
    try {
      const [row] = await this.planned(table, 'lock', scope, locking.timeouts(Math.max(1, Math.ceil(left))));
      return row;
    } catch (error) {
      if (error instanceof DatabaseError && locking.isStatementTimeout?.(error) === true) throw new ListHeld();
      throw error;
    }
  }

  /** Does work again while others are in its way. */
  async #patiently<T>(table: PlannedTable, scope: ListScope, attempt: (wait: Wait) => Promise<T>): Promise<T> {
    const { locking } = this.plan;
    const wait = new Wait(this.timeoutSeconds * 1000, () => {
      const limit = `up to ${String(this.timeoutSeconds)} s`;
      this.terminal.talk(`waiting for ${listName(table, scope)}: another session holds it (${limit})`);
    });
    for (let longest = 2; ; longest = Math.min(LONGEST_PAUSE_MS, longest * 2)) {
      try {
        return await attempt(wait);
      } catch (error) {
        const isHeld =
          error instanceof ListHeld ||
          (error instanceof DatabaseError &&
            (locking.conflicts.has(error.code ?? '') || locking.isConflict?.(error) === true));
        if (!isHeld) throw error;
        if (wait.left <= 0) throw new ListHeld();
      }
      await wait.during(() => pause(1 + Math.random() * longest));
    }
  }
}

/** The time that others may hold a list. Slow work is not mistaken for it: only waiting counts as waiting. */
class Wait {
  readonly #begun = performance.now();
  #isTold = false;

  constructor(
    private readonly milliseconds: number,
    private readonly tell: () => void,
  ) {}

  get left(): number {
    return this.#begun + this.milliseconds - performance.now();
  }

  /** Runs what waits for others; if that lasts beyond the first second, it is told, once. */
  async during<T>(waiting: () => Promise<T>): Promise<T> {
    const soon = Math.max(0, this.#begun + TELL_AFTER_MS - performance.now());
    const timer = setTimeout(() => {
      if (!this.#isTold) this.tell();
      this.#isTold = true;
    }, soon);
    try {
      return await waiting();
    } finally {
      clearTimeout(timer);
    }
  }
}

/** `task (user_id = 5)`. */
export function listName({ name, lists }: PlannedTable, scope: ListScope): string {
  const shown = scope.length === 0 ? '' : ` (${shownScope(scope, lists.list.scope)})`;
  return `${printable(name)}${shown}`;
}
