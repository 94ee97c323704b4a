// Rows that stand in the way, at full size: on each engine that runs (start them with "npm run engines start"), rows that a migration
// would fail at are planted into 300 random databases. Each migration must be refused before its first statement.
//   node bench/migration-planted.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run, ORM_PLANT
// tries one kind only. The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/migrations/planted.test.ts',
  runs: 300,
  title: 'Migrations: rows that stand in the way',
  text: [
    '`node bench/migration-planted.mjs`: rows that a migration would fail at (NULLs, duplicates, orphans, values that break a check or do not fit a',
    'type, labels that go), planted into random databases whose schema is then edited. Every migration was refused before its first statement,',
    'by the rows that were planted; catalog, rows and history stayed as they were. Once the rows were corrected it ran, and the catalog was that',
    'of a fresh build.',
  ],
});
