// Two branches from one base, at full size: on each engine that runs (start them with "npm run engines start"), 500 pairs of branches
// change a schema at random and are merged by git. Either they migrate in any order to the same database, or `migration:check`
// names both migrations.
//   node bench/migration-branches.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number. Pair n of a run has the seed of the run
// plus n, so that ORM_RANDOM_SEED repeats a run or goes on with one. The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/migrations/branches.test.ts',
  runs: 500,
  title: 'Migrations of two branches',
  text: [
    '`node bench/migration-branches.mjs`: random pairs of branches from one base, each with 1 to 3 edits and a migration, merged by git. No file of a',
    'migration had a conflict. Those that touch different things made the same catalog in either order and at once; those that touch the',
    'same thing were named by `migration:check`, with both files.',
  ],
});
