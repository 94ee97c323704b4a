// Chains of ten migrations, at full size: on each engine that runs (start them with "npm run engines start"), 100 random schemas are edited
// nine times. After each migration the catalog must be that of a fresh build, and so it must be after each that is undone.
//   node bench/migration-chains.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/migrations/chains.test.ts',
  runs: 100,
  title: 'Migrations: chains',
  text: [
    '`node bench/migration-chains.mjs`: random schemas with rows, edited nine times; `migration:diff` and `migration:migrate` after each edit, then',
    '`migration:down` all the way. The catalog was that of a fresh build each time, by a reader that shares nothing with ours, no row was lost but',
    'with its table, and `migration:diff --check` said nothing.',
  ],
});
