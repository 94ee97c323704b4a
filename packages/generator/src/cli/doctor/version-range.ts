/** Whether a version is in a range as our own package.json writes them: `^8.0.0` or `>=12`. */
export function inRange(version: string, range: string): boolean {
  const wanted = numbers(range);
  const given = numbers(version);
  const order = compare(given, wanted);
  return range.startsWith('^') ? order >= 0 && given[0] === wanted[0] : order >= 0;
}

/** Whether two versions of the parts of one product work together: before 1.0 a minor version may change everything. */
export function inStep(left: string, right: string): boolean {
  const [major, minor] = numbers(left);
  const [otherMajor, otherMinor] = numbers(right);
  return major === otherMajor && (major !== 0 || minor === otherMinor);
}

function numbers(text: string): readonly number[] {
  return (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number);
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
