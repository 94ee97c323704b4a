/** Freezes a graph of plain objects and arrays, cycles included. Maps are left: their types are read-only. */
export function deepFreeze<T>(value: T): T {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    if (next instanceof Map) continue;
    for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) pending.push(child);
  }
  return value;
}
