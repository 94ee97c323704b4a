/** Fewer tables may begin alike by chance, or because they are about one thing. */
const FEWEST_TABLES = 8;
/** Tables of others, such as a log of migrations, do not have it. */
const NEARLY_ALL = 0.9;

/**
 * What nearly all tables begin with because an application puts it there, such as `ps_` or `llx_`: it says nothing about a
 * table, and names in code are better without it. Empty where there is no such thing.
 */
export function commonPrefix(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    const [prefix] = /^[a-z][a-z0-9]{0,8}_(?=[a-z])/i.exec(name) ?? [];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [[prefix, count] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  const isWord = names.includes(prefix.slice(0, -1));
  return !isWord && count >= FEWEST_TABLES && count >= names.length * NEARLY_ALL ? prefix : '';
}
