import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MEASURE = fileURLToPath(new URL('../../../../../bench/ts-compile.mjs', import.meta.url));

// In small. Instantiations are the same on every machine, unlike the time.
test('the compiler has little to do for each table', { timeout: 300_000 }, async () => {
  const args = [MEASURE, '--part', 'own', '--tables', '30', '--functions', '12', '--no-native', '--no-libraries'];
  // Above the bar it ends with 1.
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^Bar: at most [\d,]+ instantiations; [\d,]+ are (?:0\.\d+|1\.00) of it\.$/m);
});
