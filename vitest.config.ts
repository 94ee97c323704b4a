import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    // They have steps of their own in CI: one starts a cluster, the other servers that it kills.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.ORM_TEST_GALERA_URL ? [] : ['**/*galera.test.ts']),
      ...(process.env.ORM_KILL_SERVERS ? [] : ['**/server-kills.test.ts']),
    ],
    // For what hangs, and not for what is slow: nobody knows how busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Many tests wait for programs and databases, a fifth of their time: two files at once leave two processors idle.
    maxWorkers: 3,
    // As in bin/orm: the code of a test file does not run long enough for Node 20 to optimize it so early.
    execArgv: process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [],
  },
});
