// There and back, at full size: on each engine that runs (start them with "npm run engines start"), 500 databases become
// unrelated ones, and 500 schemas with rows are edited at random. Catalogs are compared with fresh builds, there and back,
// and every value of a column that stays with what it was.
//   node bench/migration-pairs.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: ['packages/generator/test/migrations/pairs.test.ts', 'packages/generator/test/migrations/edits.test.ts'],
  runs: 500,
  title: 'Migrations, there and back',
  text: [
    '`node bench/migration-pairs.mjs`: random databases that become unrelated ones, and random schemas with rows after 1 to 20 edits',
    '(new names of tables and columns among them). The catalog was that of a fresh build after `up`, and the old one after `down`, by a',
    "reader that shares nothing with ours and by the doctor's; every value of a column that stays was what it was.",
  ],
});
