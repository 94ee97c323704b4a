// Changes behind our back, at full size: 500 on each engine that runs (start them with "npm run engines start"). Each is one
// ALTER of a random kind on a database that was built from a random schema; "orm doctor" must name it, and nothing else.
//   node bench/random-alters.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.
// The result goes into RESULTS.md.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/generator/test/reverse/random-alters.test.ts',
  runs: 500,
  title: 'Changes behind our back',
  text: [
    '`node bench/random-alters.mjs`: databases built from random schemas that have every word of the vocabulary, each changed by',
    'one random statement; the doctor names the table and what changed there, and invents nothing.',
  ],
});
