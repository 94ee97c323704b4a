/** `a, b ,c` as its items, trimmed; empty ones do not count. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
