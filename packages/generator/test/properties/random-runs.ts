/** How many random cases: `ORM_RANDOM_RUNS`, else as many as a test wants of itself. */
export function numberOfRuns(usual: number): number {
  const given = Number(process.env['ORM_RANDOM_RUNS'] ?? '');
  return Number.isInteger(given) && given > 0 ? given : usual;
}

/** A fresh seed each time, or `ORM_RANDOM_SEED` to see a failure again. Print it: without it a failure is lost. */
export function randomSeed(): number {
  const given = process.env['ORM_RANDOM_SEED'];
  return given === undefined ? Math.floor(Math.random() * 0x7fffffff) : Number(given);
}

/** How long a run may go on: `ORM_RANDOM_MINUTES`, else an hour. */
export function randomMinutes(): number {
  return Number(process.env['ORM_RANDOM_MINUTES'] ?? 60);
}
