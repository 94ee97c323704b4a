/**
 * How many times as much processor time a work takes for `factor` times the input. Each size runs three times and the
 * quickest counts: a busy machine makes runs slower and never quicker.
 */
export async function growth(small: number, factor: number, work: (size: number) => Promise<unknown>): Promise<number> {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 3; run++) {
    for (const [i, size] of [small, small * factor].entries()) {
      const before = process.cpuUsage();
      await work(size);
      const { user, system } = process.cpuUsage(before);
      best[i] = Math.min(best[i] ?? 0, user + system);
    }
  }
  const [little = 0, much = 0] = best;
  return much / little;
}

/** Eight times the input: about 8 when time grows with it, 64 when it grows with its square. */
export const FACTOR = 8;
export const LINEAR = 2.5 * FACTOR;
