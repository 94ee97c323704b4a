import type { ForeignKey, ReferentialAction, Table } from '../../model/model.js';

type Event = 'onDelete' | 'onUpdate';

/** A foreign key that SQL Server refuses with error 1785, and why. */
export interface CascadeConflict {
  readonly key: ForeignKey;
  readonly event: Event;
  /** `cycle`: the actions come back to where they began. `paths`: they reach `key.table` from `start` a second time. */
  readonly kind: 'cycle' | 'paths';
  readonly start: Table;
  /** The key through which `key.table` was reached first; only for `paths`. */
  readonly other: ForeignKey | undefined;
}

/** Every action that touches rows counts, SET NULL too, although it stops there. */
const CASCADING: ReadonlySet<ReferentialAction | undefined> = new Set(['CASCADE', 'SET NULL', 'SET DEFAULT']);

/**
 * "No table can appear more than one time in the list of all cascading referential actions that result from the DELETE
 * or UPDATE" ("Primary and foreign key constraints"). Deletes and updates are judged apart: the manual leaves open
 * whether a mixture is refused, and a schema must not be turned down on a guess.
 *
 * Two paths that start at one table and end at another meet somewhere for the first time, in a table with two cascading
 * keys. So it is enough to walk up from each key of such a table and to see whether two walks reach the same table.
 */
export function cascadeConflicts(tables: readonly Table[]): CascadeConflict[] {
  return [...conflictsOf(tables, 'onDelete'), ...conflictsOf(tables, 'onUpdate')];
}

function conflictsOf(tables: readonly Table[], event: Event): CascadeConflict[] {
  const cascading = new Map<Table, ForeignKey[]>();
  for (const table of tables) {
    const keys = table.foreignKeys.filter((key) => key.constraint && CASCADING.has(key[event]));
    if (keys.length > 0) cascading.set(table, keys);
  }
  const conflicts: CascadeConflict[] = [];
  for (const key of cycleKeys(cascading)) {
    conflicts.push({ key, event, kind: 'cycle', start: key.foreignTable, other: undefined });
  }
  const circular = new Set(conflicts.map(({ key }) => key));
  // A key that closes a cycle is already reported: without it the rest is a graph without cycles.
  const graph = new AncestorGraph(cascading, circular);
  for (const keys of cascading.values()) {
    const rest = keys.filter((key) => !circular.has(key));
    if (rest.length > 1) conflicts.push(...graph.meetings(rest).map((meeting) => ({ ...meeting, event })));
  }
  return conflicts;
}

/** Tables as numbers and marks in an array: with thousands of tables the walks are long and many. */
class AncestorGraph {
  readonly #numbers = new Map<Table, number>();
  readonly #tables: Table[] = [];
  /** The tables that each table's keys lead up to. */
  readonly #above: number[][] = [];
  /** The walk that last came by: walks are counted through all tables. */
  readonly #marks: Int32Array;
  #walks = 0;

  constructor(cascading: ReadonlyMap<Table, readonly ForeignKey[]>, without: ReadonlySet<ForeignKey>) {
    for (const [table, keys] of cascading) {
      const above = keys.filter((key) => !without.has(key)).map((key) => this.#number(key.foreignTable));
      this.#above[this.#number(table)] = above;
    }
    this.#marks = new Int32Array(this.#tables.length);
  }

  /** The keys of one table that lead to a table to which an earlier one of them leads as well. */
  meetings(keys: readonly ForeignKey[]): Omit<CascadeConflict, 'event'>[] {
    const found: Omit<CascadeConflict, 'event'>[] = [];
    const before = this.#walks;
    for (const key of keys) {
      const start = this.#walkUp(this.#number(key.foreignTable), before);
      if (start === undefined) continue;
      const other = keys[(this.#marks[start] ?? 0) - before - 1];
      const table = this.#tables[start];
      if (table) found.push({ key, kind: 'paths', start: table, other });
    }
    return found;
  }

  /** Marks every table above one; stops at the first with a mark of a walk after `before`. */
  #walkUp(from: number, before: number): number | undefined {
    const walk = ++this.#walks;
    const pending = [from];
    for (let table = pending.pop(); table !== undefined; table = pending.pop()) {
      const mark = this.#marks[table] ?? 0;
      if (mark === walk) continue;
      if (mark > before) return table;
      this.#marks[table] = walk;
      for (const above of this.#above[table] ?? []) pending.push(above);
    }
    return undefined;
  }

  #number(table: Table): number {
    const known = this.#numbers.get(table);
    if (known !== undefined) return known;
    this.#numbers.set(table, this.#tables.length);
    return this.#tables.push(table) - 1;
  }
}

/** The keys that close a cycle, depth-first and without recursion, because a chain of thousands of tables is legal. */
function cycleKeys(cascading: ReadonlyMap<Table, readonly ForeignKey[]>): ForeignKey[] {
  const found: ForeignKey[] = [];
  const done = new Set<Table>();
  const open = new Set<Table>();
  for (const start of cascading.keys()) {
    if (done.has(start)) continue;
    const stack = [{ table: start, next: 0 }];
    open.add(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const key = cascading.get(top.table)?.[top.next++];
      if (!key) {
        stack.pop();
        open.delete(top.table);
        done.add(top.table);
      } else if (open.has(key.foreignTable)) {
        found.push(key);
      } else if (!done.has(key.foreignTable)) {
        open.add(key.foreignTable);
        stack.push({ table: key.foreignTable, next: 0 });
      }
    }
  }
  return found;
}
