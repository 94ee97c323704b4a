import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Most tests wait for programs and databases: one file at a time would leave a small machine idle.
    maxWorkers: 2,
  },
});
