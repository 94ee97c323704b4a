// Counts the tests of all runners and the steps that failed, and ends with "N passed, N failed".
//   node .ci/summary.mjs REPORTS [failed step…]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [reports, ...failedSteps] = process.argv.slice(2);
let passed = 0;
let failed = failedSteps.length;

const vitest = join(reports, 'vitest.json');
if (existsSync(vitest)) {
  const result = JSON.parse(readFileSync(vitest, 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  // On CI every engine is there, so a skipped test is one that was forgotten.
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) console.log(`${skipped} tests were skipped: that counts as a failure here`);
  failed += skipped;
}
const tap = join(reports, 'engines.tap');
if (existsSync(tap)) {
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(readFileSync(tap, 'utf8'))?.[1] ?? 0);
  passed += count('pass');
  failed += count('fail') + count('skipped') + count('cancelled');
}
if (failedSteps.length > 0) console.log(`failed: ${failedSteps.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
