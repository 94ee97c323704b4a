/** Edits (insert, delete, replace, swap of neighbours) between two words. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const plain = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '');

/** The candidate a person most likely meant, or nothing when none is near. Case, `-` and `_` cost nothing. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word);
  if (wanted.length > 100) return undefined;
  let best: string | undefined;
  let bestDistance = Math.floor(Math.max(wanted.length, 3) / 3) + 1;
  for (const candidate of candidates) {
    const other = plain(candidate);
    const d = distance(wanted, other);
    // Words with no letter in common are not near, however short they are.
    if (d < bestDistance && d < Math.max(wanted.length, other.length)) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** `did you mean "x"?`, or the whole list when nothing is near and the list is short enough to read. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  const near = nearest(word, known);
  if (near !== undefined) return `did you mean "${near}"?`;
  if (known.length === 0 || known.length > 60) return undefined;
  return `known here: ${known.join(', ')}`;
}
