// Random trees of concurrent nested transactions in TypeScript, at full size: on each engine that runs (start them with "npm run engines
// start"), 10,000 trees with injected errors, failing statements, forgotten awaits and early rejections of Promise.all.
//   node bench/ts-transactions.mjs [--minutes N] [engine…]
// --minutes stops an engine's run after so many minutes; ORM_RANDOM_RUNS changes the number, ORM_RANDOM_SEED repeats a run.

import { runAtFullSize } from './random-tests.mjs';

process.exitCode = runAtFullSize({
  test: 'packages/runtime-ts/test/transactions/random.test.ts',
  runs: 10_000,
  title: 'TypeScript: trees of nested transactions',
  text: [
    '`node bench/ts-transactions.mjs`: random trees of transactions, up to 8 deep, whose statements and nested transactions run one after the other,',
    'by `Promise.all` or by `Promise.allSettled`, are forgotten, fail in SQL or throw. Afterwards exactly the rows were there that a model of 60 lines',
    'predicts, the outer promise had the predicted outcome, objects had their earlier state after a rollback, and no connection and no open',
    'transaction was left.',
  ],
});
