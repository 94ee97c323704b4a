// Several runners at once, at full size: on each engine that runs (start them with "npm run engines start"), 8 runners migrate a
// database at the same moment, 200 times, and undo it. Each migration must run once, and every runner end well.
//   node bench/migration-runners.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number. The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/migrations/runners.test.ts',
  runs: 200,
  title: 'Migrations: runners at once',
  text: [
    '`node bench/migration-runners.mjs`: 8 runners of `migration:migrate`, then of `migration:down`, started at the same moment on one database. Each',
    'migration ran once, every runner ended with exit code 0, the database was that of the schema, and every row was there.',
  ],
});
