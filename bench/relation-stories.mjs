#!/usr/bin/env node
// Random stories of relations against an oracle of plain arrays (packages/runtime-php/tests/Relation/Model), through classes that
// the real `orm` has generated: objects are linked, moved, removed, saved, deleted and rolled back from both sides, and rows and
// objects have to be what was asked for last.
//   node bench/relation-stories.mjs [--engine sqlite,pgsql15] [--stories 20000] [--minutes N] [--seed N] [--workers 2] [--record]
// Without --engine it takes SQLite and every server that runs (node scripts/engines.mjs start). Story n of seed s is the first one
// of seed s + n: what a difference prints can be repeated with its seed and --stories 1 --workers 1. --minutes, --all, --runtime
// and --faults are those of query-chains.mjs.
import { modelCheck, share } from './model-check.mjs';
import { listed, sum, totals } from './model-workers.mjs';
import { faults } from './relations/faults.mjs';

const stepsOf = ({ steps }) => Object.values(steps).reduce((total, count) => total + count, 0);

function report(runs, seed) {
  const all = runs.flatMap(({ results }) => results);
  return [
    `\`node bench/relation-stories.mjs\`, seed ${seed}: random stories of objects of ten tables and three between them: one to many,`,
    'one to one, many to many, self-references, composite keys, every `onDelete`; from both sides, with and without the instance',
    'pool, several objects of one row, nested transactions committed and rolled back. After every step that writes, all rows were',
    'what plain arrays said, and after every step the objects; in the end also everything that was read anew.',
    '',
    '| engine | stories | differences | steps | cut short | time |',
    '|---|---|---|---|---|---|',
    ...runs.map(
      ({ engine, results, differences, done, seconds }) =>
        `| ${engine} | ${done} | ${differences.length} | ${sum(results, stepsOf)} | ${share(results, (result) => result.cutShort)} | ${Math.round(seconds)} s |`,
    ),
    '',
    `Steps: ${listed(totals(all, ({ steps }) => steps))}.`,
    '',
    'A story is cut short where nobody promises how it goes on: an unsaved object whose row was deleted with another one.',
  ];
}

await modelCheck('stories', { heading: 'Relation stories', faults, report });
