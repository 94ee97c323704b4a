/**
 * Edits (insert, delete, replace, swap of neighbours) between two words, as far as they are fewer than `limit`: cells of
 * the table that are further than that from its diagonal cannot be part of a shorter way.
 */
function distance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = new Array<number>(b.length + 1).fill(limit);
    row[0] = i;
    let least = limit;
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row[j] = best;
      least = Math.min(least, best);
    }
    // A swap reaches back two rows.
    if (least >= limit && leastOfLast >= limit) return limit;
    leastOfLast = least;
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
    if (Math.abs(other.length - wanted.length) >= bestDistance) continue;
    const d = distance(wanted, other, bestDistance);
    // Words with no letter in common are not near, however short they are.
    if (d < bestDistance && d < Math.max(wanted.length, other.length)) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/**
 * How many words may be looked at for suggestions in one run, where both the mistakes and the words come from a file: with
 * thousands of each, what nobody can read would take minutes to find.
 */
const MOST_WORDS = 200_000;

/** Shared by everything that one run reports: the first mistakes have suggestions, and what follows has none. */
export class Suggestions {
  #left = MOST_WORDS;

  /** `suggestion`, as long as there is something left. */
  of(word: string, candidates: readonly string[]): string | undefined {
    if (candidates.length > this.#left) return undefined;
    this.#left -= candidates.length;
    return suggestion(word, candidates);
  }
}

/** `did you mean "x"?`, or the whole list when nothing is near and the list is short enough to read. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  const near = nearest(word, known);
  if (near !== undefined) return didYouMean(near);
  if (known.length === 0 || known.length > 60) return undefined;
  return `known here: ${known.join(', ')}`;
}

export const didYouMean = (word: string): string => `did you mean "${word}"?`;
