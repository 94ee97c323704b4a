import type { Migration } from './migration.js';

/**
 * For each migration the names of those that were there when it was written. Two of which neither knows the other come from
 * two branches, and may run in either order. One that does not say what it follows knows all that are older.
 */
export function lineage(migrations: readonly Migration[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, ReadonlySet<string>>();
  const older = new Set<string>();
  for (const { name, follows } of migrations) {
    const isWhole = follows?.every((each) => known.has(each)) === true;
    known.set(name, isWhole ? new Set(follows.flatMap((each) => [each, ...(known.get(each) ?? [])])) : new Set(older));
    older.add(name);
  }
  return known;
}

/** The migrations that no other follows: what the next one is written on top of. */
export function headsOf(migrations: readonly Migration[]): readonly string[] {
  const known = new Set([...lineage(migrations).values()].flatMap((names) => [...names]));
  return migrations.map(({ name }) => name).filter((name) => !known.has(name));
}
