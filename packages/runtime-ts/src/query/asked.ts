import { InvalidQueryError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import { type ClauseValue, clause } from './clause.js';
import { around } from './condition.js';
import type { LockOptions } from './lock.js';
import { merged } from './merge.js';
import { allRows, limitIn, offsetIn, type QueryParts, withCondition } from './parts.js';
import { ownRows } from './select.js';
import type { Source } from './source.js';

/** Whoever uses plain JavaScript may give any text. */
const OPERATORS: ReadonlySet<string> = new Set(['and', 'or']);

/** What a query asks for: it gathers conditions, order, limits and locks, and runs nothing. */
export abstract class Asked {
  #asked: QueryParts | undefined;
  /** What is asked of other tables, which have to be loaded first, and all that was asked for behind it. */
  #later: readonly Step[] = [];
  /** The table that its methods are about, inside of a query that joins it. */
  #inside: Source | undefined;

  /** @internal */
  abstract get $table(): TableMap;

  /** An independent query that asks for the same. */
  copy(): this {
    const copy = new (this.constructor as new () => this)();
    copy.#asked = this.#asked;
    copy.#later = this.#later;
    copy.#inside = this.#inside;
    return copy;
  }

  // Conditions

  /** The next condition is an alternative to the one before it. */
  or(): this {
    return this.$change((parts) => ({ ...parts, or: true }));
  }

  /** The next condition has to hold too; it is so unless `or()` says otherwise. */
  and(): this {
    return this.$change((parts) => ({ ...parts, or: false }));
  }

  /** Texts are compared without regard to capital letters from here on. */
  ignoreCase(ignoreCase = true): this {
    return this.$change((parts) => ({ ...parts, ignoreCase }));
  }

  /**
   * A condition in SQL: `where('Book.pages % ? = 0', 2)`. Names such as `Book.title` stand for columns; a joined table is named
   * by its relation or alias. A list becomes `(?, ?, …)`, as in `Book.id IN ?`. The SQL is the developer's own; whatever comes
   * from outside goes into the values.
   */
  where(sql: string, ...values: readonly ClauseValue[]): this {
    const own = this.$own;
    return this.$change((parts) => {
      const { root, joins } = parts;
      return withCondition(parts, around('(', clause({ own, root, joins }, sql, values), ')'));
    });
  }

  /** Takes over the conditions, order and limit of another query of the same table; its conditions belong together. */
  mergeWith(query: Asked, operator: 'and' | 'or' = 'and'): this {
    if (query.$table !== this.$table) throw new InvalidQueryError('Only queries of the same table can be merged.');
    if (!OPERATORS.has(operator)) throw new InvalidQueryError('Queries are merged by "and" or "or".');
    const other = query.copy();
    if (!other.$isWaiting) return this.$change((parts) => merged(parts, other.$parts, operator));
    return this.$wait(async (parts) => merged(parts, await other.$ready(), operator));
  }

  // Order, limits, locks

  clearOrder(): this {
    return this.$change((parts) => ({ ...parts, order: [] }));
  }

  /** Leaves out rows that are the same in all columns. */
  distinct(distinct = true): this {
    return this.$change((parts) => ({ ...parts, distinct }));
  }

  /** The first rows only. */
  limit(count: number): this {
    return this.$change((parts) => limitIn(parts, count));
  }

  /** Leaves out the first rows. */
  offset(count: number): this {
    return this.$change((parts) => offsetIn(parts, count));
  }

  /** Nobody else may change or lock the rows until the transaction ends. */
  lockForUpdate({ noWait = false }: LockOptions = {}): this {
    return this.$change((parts) => ({ ...parts, lock: { isExclusive: true, noWait } }));
  }

  /** Nobody else may change the rows until the transaction ends. */
  lockForShare({ noWait = false }: LockOptions = {}): this {
    return this.$change((parts) => ({ ...parts, lock: { isExclusive: false, noWait } }));
  }

  /** A note that the database sees and logs. */
  comment(comment: string): this {
    return this.$change((parts) => ({ ...parts, comment: harmless(comment) }));
  }

  /** @internal Makes this the query of a table inside of another query. */
  $within(own: Source, parts: QueryParts): this {
    this.#inside = own;
    this.#asked = parts;
    return this;
  }

  /** @internal The table that its methods are about. */
  get $own(): Source {
    return this.#inside ?? this.$parts.root;
  }

  /** @internal Everything that was asked for, once the tables that it needs are loaded. */
  async $ready(): Promise<QueryParts> {
    const steps = this.#later;
    let parts = this.$parts;
    for (const step of steps) parts = await step(parts);
    if (steps === this.#later) {
      this.#asked = parts;
      this.#later = [];
    }
    return parts;
  }

  /** @internal What was asked for of tables that are loaded. */
  get $parts(): QueryParts {
    return this.#asked ?? allRows(this.$table);
  }

  /** @internal */
  $change(step: (parts: QueryParts) => QueryParts): this {
    if (this.$isWaiting) return this.$wait(step);
    this.#asked = step(this.$parts);
    return this;
  }

  /** @internal For what needs other tables to be loaded. */
  $wait(step: Step): this {
    this.#later = [...this.#later, step];
    return this;
  }

  /** @internal Whether something that was asked for waits until other tables are loaded. */
  get $isWaiting(): boolean {
    return this.#later.length > 0;
  }

  /** @internal The same for whoever runs it. */
  async $prepared(): Promise<QueryParts> {
    if (this.#inside !== undefined)
      throw new InvalidQueryError('This query is part of another one: only that one can be run.');
    return ownRows(await this.$ready());
  }
}

/** Something that was asked for. */
type Step = (parts: QueryParts) => QueryParts | Promise<QueryParts>;

/** Nothing in it can end the comment, begin another, or look like a placeholder. */
const harmless = (comment: string): string =>
  comment
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\*+\/|\/\*+/g, ' ')
    .replaceAll(/[?:]/g, ' ')
    .replace(/\*+$/, '')
    .trim();
