// Counts the tests of all runners and the steps that failed, and ends with "N passed, N failed".
//   node .ci/summary.mjs REPORTS [failed step…]
//
// REPORTS/expected names the reports that must be there, one a line: a runner that wrote none, or ran no test, failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [reports, ...failedSteps] = process.argv.slice(2);

const readers = {
  /** Vitest. */
  json(text) {
    const result = JSON.parse(text);
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + result.numTodoTests,
      names: result.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${String(failureMessages[0]).split('\n', 3).join(' ')}`),
    };
  },

  /** node --test. */
  tap(text) {
    const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    return {
      passed: count('pass'),
      failed: count('fail') + count('cancelled'),
      skipped: count('skipped'),
      names: text.match(/^ *not ok \d+ - .*$/gm) ?? [],
    };
  },

  /** PHPUnit. */
  xml(text) {
    const cases = text.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? [];
    const failed = cases.filter((each) => /<(?:failure|error|warning)\b/.test(each));
    const skipped = cases.filter((each) => /<skipped\b/.test(each)).length;
    return {
      passed: cases.length - failed.length - skipped,
      failed: failed.length,
      skipped,
      names: failed.map((each) => /<testcase\b[^>]*/.exec(each)?.[0] ?? each),
    };
  },
};

const problems = failedSteps.map((step) => `failed: ${step}`);
let passed = 0;
let failed = 0;

const expected = existsSync(join(reports, 'expected'))
  ? readFileSync(join(reports, 'expected'), 'utf8').split('\n').filter(Boolean)
  : [];
for (const name of expected) {
  if (!existsSync(join(reports, name))) problems.push(`${name} was not written: its tests did not run`);
}
for (const name of readdirSync(reports).sort()) {
  const read = readers[/\.(json|tap|xml)$/.exec(name)?.[1]];
  if (!read) continue;
  const counts = read(readFileSync(join(reports, name), 'utf8'));
  passed += counts.passed;
  // On CI every engine is there, so a skipped test is one that was forgotten.
  failed += counts.failed + counts.skipped;
  for (const test of counts.names) console.log(`failed in ${name}: ${test.slice(0, 300)}`);
  if (counts.skipped > 0) console.log(`${name}: ${counts.skipped} tests were skipped: that counts as a failure here`);
  if (counts.passed + counts.failed + counts.skipped === 0) problems.push(`${name} has no test`);
}
for (const problem of problems) console.log(problem);
failed += problems.length;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
