// Killed runners and killed servers, at full size. On each engine that runs (start them with "npm run engines start"), `orm migration:migrate`
// and `migration:down` are killed 600 times, before, during and after any message to the server; then 50 times a server of its own is killed
// under them. The next run must end with all rows.
//   node bench/migration-kills.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

const runners = runAtFullSize({
  test: 'packages/generator/test/migrations/kills.test.ts',
  runs: 600,
  title: 'Migrations: killed runners',
  text: [
    '`node bench/migration-kills.mjs`: runners that were killed (`SIGKILL`) through a proxy, before a message reached the server, while the server',
    'worked on it, or when its answer came, up and down; on SQLite after a random time. The next run ended well each time, nobody was asked, the',
    'database was that of the schema, and every row was there once.',
  ],
});

process.env.ORM_KILL_SERVERS = '1';
const servers = runAtFullSize({
  test: 'packages/generator/test/migrations/server-kills.test.ts',
  runs: 50,
  title: 'Migrations: killed servers',
  text: [
    '`node bench/migration-kills.mjs`: all processes of a server were killed (`SIGKILL`) at a message of a runner, up and down, and the server was started',
    'again. The runner ended with an error, unless its work was done; the next run ended well each time, nobody was asked, the database was that',
    'of the schema, and every row was there once.',
  ],
});
process.exitCode = runners || servers;
