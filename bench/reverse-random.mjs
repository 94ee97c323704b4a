// Random schemas read back, at full size: 1,000 on each engine that runs (start them with "npm run engines start"). Each is
// inserted, compared with its schema, read back, built from what was read and read again.
//   node bench/reverse-random.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/reverse/random.test.ts',
  runs: 1000,
  title: 'Random schemas read back',
  text: [
    '`node bench/reverse-random.mjs`: valid random schemas, each inserted, compared with its schema (no difference), read',
    'back, built from what was read into an empty database and read again: the same XML to the byte, and catalogs that',
    'differ in nothing but what was reported, by a reader that shares no code with ours.',
  ],
});
