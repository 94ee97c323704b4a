// Random schemas read back, at full size: 300 on each engine that runs (start them with "npm run engines start"). Each is
// inserted, compared with its schema, read back, built from what was read and read again. ORM_RANDOM_RUNS changes the
// number, ORM_RANDOM_SEED repeats a run; words behind the command name engines. The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/reverse/random.test.ts',
  runs: 300,
  engines: process.argv.slice(2),
  title: 'Random schemas read back',
  text: [
    '`node bench/reverse-random.mjs`: valid random schemas, each inserted, compared with its schema (no difference), read',
    'back, built from what was read into an empty database and read again: the same XML to the byte, and catalogs that',
    'differ in nothing but what was reported, by a reader that shares no code with ours.',
  ],
});
