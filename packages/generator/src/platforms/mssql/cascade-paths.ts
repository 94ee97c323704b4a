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
  for (const keys of cascading.values()) {
    const reached = new Map<Table, ForeignKey>();
    // A key that closes a cycle is already reported: without it the rest is a graph without cycles.
    for (const key of keys.length > 1 ? keys.filter((candidate) => !circular.has(candidate)) : []) {
      const meeting = walkUp(key, cascading, circular, reached);
      if (meeting) conflicts.push({ key, event, kind: 'paths', start: meeting, other: reached.get(meeting) });
    }
  }
  return conflicts;
}

/** Marks every table above a key; stops at the first that another key of the same table has marked. */
function walkUp(
  key: ForeignKey,
  cascading: ReadonlyMap<Table, readonly ForeignKey[]>,
  circular: ReadonlySet<ForeignKey>,
  reached: Map<Table, ForeignKey>,
): Table | undefined {
  const pending = [key.foreignTable];
  for (let table = pending.pop(); table; table = pending.pop()) {
    const first = reached.get(table);
    if (first === key) continue;
    if (first) return table;
    reached.set(table, key);
    for (const above of cascading.get(table) ?? []) if (!circular.has(above)) pending.push(above.foreignTable);
  }
  return undefined;
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
