// Killed runners, at full size: on each engine that runs (start them with "npm run engines start"), `orm migration:migrate` and
// `migration:down` are killed 600 times, before, during and after any message to the server. The next run must end with all rows.
//   node bench/migration-kills.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/migrations/kills.test.ts',
  runs: 600,
  title: 'Migrations: killed runners',
  text: [
    '`node bench/migration-kills.mjs`: runners that were killed (`SIGKILL`) through a proxy, before a message reached the server, while the server',
    'worked on it, or when its answer came, up and down; on SQLite after a random time. The next run ended well each time, nobody was asked, the',
    'database was that of the schema, and every row was there once.',
  ],
});
