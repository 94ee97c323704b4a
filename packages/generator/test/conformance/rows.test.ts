import { expect, it } from 'vitest';
import { rows, type Scenario, scenarios } from './scenarios.js';

const running = [...scenarios('lists').values(), ...scenarios('build').values()].flat();
const pending = [...scenarios('pending').values()].flat();
const covered = (all: readonly Scenario[]): Set<string> => new Set(all.flatMap(({ covers }) => covers));

it('has a scenario for every row of the specification', () => {
  const found = covered([...running, ...pending]);
  expect(rows().filter((row) => !found.has(row))).toEqual([]);
});

it('names only rows of the specification', () => {
  const known = new Set(rows());
  expect([...covered([...running, ...pending])].filter((row) => !known.has(row))).toEqual([]);
});

it('tells which scenarios do not run yet', () => {
  for (const { name, covers } of pending) process.stderr.write(`PENDING: ${name} (${covers.join('; ')})\n`);
  const found = covered(running);
  for (const row of rows().filter((each) => !found.has(each))) process.stderr.write(`ONLY PENDING: ${row}\n`);
});

it('gives every scenario a name of its own, and a reason to leave engines out', () => {
  const names = [...running, ...pending].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const unexplained = [...running, ...pending].filter(
    ({ engines, reason }) => (engines === undefined) !== (reason === undefined),
  );
  expect(unexplained.map(({ name }) => name)).toEqual([]);
});
