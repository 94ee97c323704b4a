import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Most tests wait for programs and databases: one file at a time would leave a small machine idle.
    maxWorkers: 2,
    // As in bin/orm: the code of a test file does not run long enough for Node 20 to optimize it so early.
    execArgv: process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [],
  },
});
