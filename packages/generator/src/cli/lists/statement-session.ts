import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseConnection, DatabaseError, type SqlValue } from '../../platforms/connection.js';
import type { ListValue } from '../../platforms/lists.js';
import type { StatementLocking } from '../../platforms/locking.js';
import type { ListStatement, PlannedTable } from './plan.js';
import { bound, type ListScope } from './scope.js';
import { ListHeld, ListSession, type ListSessionOptions, type LockedList, type Row } from './session.js';
import type { Wait } from './wait.js';

export const LONGEST_PAUSE_MS = 50;

/** Lists of vendors that the runtime for TypeScript has no drivers for: locked by the planned statements, one by one. */
export class StatementSession extends ListSession {
  constructor(
    options: ListSessionOptions,
    private readonly locking: StatementLocking,
    private readonly database: DatabaseConnection,
  ) {
    super(options);
  }

  async prepare(): Promise<undefined> {
    await this.locking.prepare?.(this.database);
    return undefined;
  }

  read(table: PlannedTable, name: ListStatement): Promise<readonly Row[]> {
    return this.#patiently(table, [], () => this.#run(table, name, []));
  }

  underLock<T>(table: PlannedTable, scope: ListScope, work: (list: LockedList) => Promise<T>): Promise<T> {
    return this.#patiently(table, scope, (wait) => this.#transaction(table, scope, wait, work));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  async #run(
    table: PlannedTable,
    name: ListStatement,
    scope: ListScope,
    given: Partial<Readonly<Record<ListValue, SqlValue>>> = {},
  ): Promise<readonly Row[]> {
    let rows: readonly Row[] = [];
    for (const step of table.statements.get(name) ?? []) {
      const { sql, values } = bound(step, table.lists, scope, given);
      rows = await this.database.run(sql, values);
    }
    return rows;
  }

  async #transaction<T>(
    table: PlannedTable,
    scope: ListScope,
    wait: Wait,
    work: (list: LockedList) => Promise<T>,
  ): Promise<T> {
    const { locking, database } = this;
    try {
      await locking.begin(database);
      const timeouts = locking.timeouts(Math.max(1, Math.ceil(wait.left)));
      const [row] = await wait.during(() => this.#run(table, 'lock', scope, timeouts));
      if (locking.isGranted?.(row) === false) throw new ListHeld();
      const result = await work((name, to) => this.#run(table, name, scope, to === undefined ? {} : { to }));
      await database.commit();
      return result;
    } catch (error) {
      await database.rollback().catch(() => undefined);
      throw error;
    }
  }

  /** Does work again while others are in its way. */
  async #patiently<T>(table: PlannedTable, scope: ListScope, attempt: (wait: Wait) => Promise<T>): Promise<T> {
    const wait = this.waitFor(table, scope);
    for (let longest = 2; ; longest = Math.min(LONGEST_PAUSE_MS, longest * 2)) {
      try {
        return await attempt(wait);
      } catch (error) {
        const isConflict = error instanceof DatabaseError && this.locking.conflicts.has(error.code ?? '');
        if (!(error instanceof ListHeld) && !isConflict) throw error;
        if (wait.left <= 0) throw new ListHeld();
      }
      await wait.during(() => pause(1 + Math.random() * longest));
    }
  }
}
