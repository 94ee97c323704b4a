import type { ForeignKey, Table } from './model.js';

/** Tables so that what a table refers to comes before it, and the keys that a cycle leaves for the end. */
export interface TableOrder {
  readonly tables: readonly Table[];
  /** Constraints to be added when all tables exist: those that close a cycle of two or more tables. */
  readonly deferred: ReadonlySet<ForeignKey>;
}

/**
 * Dependency order, stable: a table stands where the schema has it unless something it needs must come first.
 * Depth-first without recursion, because a chain of thousands of tables is legal.
 */
export function orderTables(tables: readonly Table[]): TableOrder {
  const member = new Set(tables);
  const placed = new Set<Table>();
  const open = new Set<Table>();
  const ordered: Table[] = [];
  const deferred = new Set<ForeignKey>();
  for (const start of tables) {
    if (placed.has(start)) continue;
    const stack: { table: Table; next: number }[] = [{ table: start, next: 0 }];
    open.add(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const key = top.table.foreignKeys[top.next++];
      if (!key) {
        stack.pop();
        open.delete(top.table);
        placed.add(top.table);
        ordered.push(top.table);
        continue;
      }
      const target = key.foreignTable;
      if (!key.constraint || target === top.table || placed.has(target) || !member.has(target)) continue;
      if (open.has(target)) deferred.add(key);
      else {
        open.add(target);
        stack.push({ table: target, next: 0 });
      }
    }
  }
  return { tables: ordered, deferred };
}
