// Compares what two runners of conformance/lists have sent, step by step:
//   ORM_JOURNAL=php.jsonl node scripts/php/suite.mjs --engine sqlite --filter ConformanceTest
//   ORM_JOURNAL=ts.jsonl npx vitest run packages/generator/test/conformance/typescript-lists.test.ts -t 'sqlite.*pool of 1'
//   node scripts/compare-journals.mjs php.jsonl ts.jsonl [--examples]
// Both files are of one engine, and new: runners append.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { examples: { type: 'boolean', default: false } },
});

/**
 * PHP opens a transaction at once and TypeScript with the first statement in it, which may be one of the runner's; and PHP rolls
 * back without telling its query log.
 */
const LEFT_OUT = /^(?:BEGIN|START TRANSACTION|SET TRANSACTION|SAVEPOINT|ROLLBACK$)/;

/** The steps of a scenario by its name. */
function journal(path) {
  const scenarios = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    const { scenario, step, sent, keys } = JSON.parse(line);
    const steps = scenarios.get(scenario) ?? [];
    scenarios.set(scenario, steps);
    steps.push({ step, sent: sent.filter(([sql]) => !LEFT_OUT.test(sql)), keys });
  }
  return scenarios;
}

/** Keys that the database made are others in each run. */
function isSameValue(one, other, keys, otherKeys) {
  if (one === other || one === null || other === null) return one === other;
  const parts = one.match(/\d+|\D+/g) ?? [];
  const others = other.match(/\d+|\D+/g) ?? [];
  const isKey = (part, index) =>
    Object.entries(keys).some(([row, key]) =>
      key.some((cell, at) => String(cell) === part && String(otherKeys[row]?.[at]) === others[index]),
    );
  return parts.length === others.length && parts.every((part, index) => part === others[index] || isKey(part, index));
}

const isSame = (one, other) =>
  one.sent.length === other.sent.length &&
  one.sent.every(([sql, values], index) => {
    const [otherSql, otherValues] = other.sent[index];
    const areSame = (value, at) => isSameValue(value, otherValues[at], one.keys, other.keys);
    return sql === otherSql && values.length === otherValues.length && values.every(areSame);
  });

const [first, second] = positionals.map(journal);
const kinds = new Map();
let same = 0;
for (const [scenario, steps] of second) {
  for (const [index, found] of steps.entries()) {
    const expected = first.get(scenario)?.[index];
    if (expected === undefined) throw new Error(`only the second journal has step ${found.step} of "${scenario}"`);
    if (isSame(expected, found)) same++;
    else {
      const at = expected.sent.findIndex(([sql], place) => sql !== found.sent[place]?.[0]);
      const place = at < 0 ? expected.sent.length : at;
      const kind = `${expected.sent[place]?.[0] ?? '(end, or other values)'}\n  ${found.sent[place]?.[0] ?? '(end, or other values)'}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), { scenario, expected, found }]);
    }
  }
}

const text = ({ sent }) => sent.map(([sql, values]) => `      ${sql} ${JSON.stringify(values)}`).join('\n');
for (const [kind, cases] of [...kinds].sort((one, other) => other[1].length - one[1].length)) {
  const [{ scenario, expected, found }] = cases;
  console.log(`${cases.length} × ${kind}\n    such as step ${found.step} of "${scenario}"`);
  if (options.examples) console.log(`${text(expected)}\n    and\n${text(found)}`);
}
const different = [...kinds.values()].reduce((sum, cases) => sum + cases.length, 0);
console.log(`${same} steps are the same, ${different} are not.`);
if (different > 0) process.exitCode = 1;
