// Databases that move to a newer server, at full size: random schemas are built and migrated on PostgreSQL 15 and MariaDB 10.11, dumped,
// and restored on PostgreSQL 18 and MariaDB 11.8 (start them with "npm run engines start"). Nothing may differ before or after that.
//   node bench/migration-upgrades.mjs [--minutes N] [engine…]
// --minutes stops a run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/migrations/upgrades.test.ts',
  runs: 200,
  title: 'Migrations: upgrades of the server',
  text: [
    '`node bench/migration-upgrades.mjs`: random schemas with rows, by `sql:insert` or by `migration:migrate` with an edit, dumped and restored on the',
    'newer server. Before and after it, `migration:status --check --exact` and `migration:diff --check` said nothing.',
  ],
});
