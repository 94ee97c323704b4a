import { Pool } from '../../../../runtime-ts/src/drivers/pool.js';
import type { Session } from '../../../../runtime-ts/src/drivers/session.js';
import { ConflictError } from '../../../../runtime-ts/src/errors/database-error.js';
import { runLocked } from '../../../../runtime-ts/src/lock/locked-work.js';
import { ListPlan } from '../../../../runtime-ts/src/sortable/list-plan.js';
import { Database } from '../../../../runtime-ts/src/transactions/database.js';
import { Retries } from '../../../../runtime-ts/src/transactions/retries.js';
import type { DriverLoader } from '../../platforms/driver.js';
import type { RuntimeLocking } from '../../platforms/locking.js';
import { asCell, refusalOf } from '../../platforms/session-connection.js';
import type { ListStatement, PlannedTable } from './plan.js';
import type { ListScope } from './scope.js';
import { ListHeld, ListSession, type ListSessionOptions, type LockedList, type Row } from './session.js';

/** Seconds: how long to wait for a server is the driver's to decide. */
const A_DAY = 86_400;

/** Lists as generated classes in TypeScript have them: their locks, retries and time-outs are those of the runtime. */
export class RuntimeSession extends ListSession {
  readonly #locking: RuntimeLocking;
  readonly #pool: Pool;
  readonly #database: Database;
  readonly #plans = new Map<PlannedTable, ListPlan>();

  constructor(options: ListSessionOptions, locking: RuntimeLocking, load: DriverLoader) {
    super(options);
    this.#locking = locking;
    this.#pool = new Pool(locking.vendor.driver(options.settings, load), { max: 1, acquireTimeout: A_DAY });
    this.#database = new Database(this.name, this.#pool, { lockTimeout: options.timeoutSeconds * 1000 });
  }

  connect(): Promise<void> {
    return this.#onSession(() => Promise.resolve());
  }

  prepare(): Promise<string | undefined> {
    return this.#onSession((session) => this.#locking.refusal?.(session) ?? Promise.resolve(undefined));
  }

  async read(table: PlannedTable, name: ListStatement): Promise<readonly Row[]> {
    const plan = this.#planOf(table);
    const wait = this.waitFor(table, []);
    const retries = new Retries(this.#database.timeouts.lock);
    for (;;) {
      try {
        return (await this.#database.run(plan.one(name, plan.none))).rows;
      } catch (error) {
        if (!retries.mayRetry(error)) throw this.#refusal(error);
      }
      await wait.during(() => retries.pause());
    }
  }

  async underLock<T>(table: PlannedTable, scope: ListScope, work: (list: LockedList) => Promise<T>): Promise<T> {
    const plan = this.#planOf(table);
    const list = plan.scope(...scope.map(asCell));
    const wait = this.waitFor(table, scope);
    wait.begin();
    try {
      return await runLocked(this.#database, {
        protocol: this.#locking.protocol,
        locks: [list],
        work: async ({ con, lockingReads }) => {
          wait.end();
          try {
            return await work(async (name, to) => {
              const values = to === undefined ? {} : { to: String(to) };
              const results = await con.together(plan.all(plan.reading(name, lockingReads), list, values));
              return results.at(-1)?.rows ?? [];
            });
          } catch (error) {
            // It may have met rows that others hold, and is then retried.
            wait.begin();
            throw error;
          }
        },
      });
    } catch (error) {
      throw this.#refusal(error);
    } finally {
      wait.end();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #onSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await this.#pool.use(work);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  #refusal(error: unknown): unknown {
    return error instanceof ConflictError
      ? new ListHeld()
      : refusalOf(error, this.#locking.vendor, this.options.settings);
  }

  #planOf(planned: PlannedTable): ListPlan {
    const known = this.#plans.get(planned);
    if (known !== undefined) return known;
    const { table, lists, statements } = planned;
    const plan = new ListPlan({
      ...lists,
      statements: Object.fromEntries(statements),
      locks: this.#locking.protocol,
      dialect: this.#locking.dialect,
      table: table.name,
      model: table.className,
      keyWidth: table.primaryKey.length,
      scopeNames: lists.list.scope.map(({ name }) => name),
    });
    this.#plans.set(planned, plan);
    return plan;
  }
}
