#!/usr/bin/env node
// Random query chains against an oracle of plain arrays (packages/runtime-php/tests/Query/Model), through classes that the real
// `orm` has generated: find(), count(), exists(), findOne(), paginate(), iterate(), select(), toSql(), update() and delete() of
// each chain have to agree on the same rows.
//   node bench/query-chains.mjs [--engine sqlite,pgsql15] [--chains 20000] [--minutes N] [--seed N] [--workers 2] [--record]
// Without --engine it takes SQLite and every server that runs (node scripts/engines.mjs start). Chain n of seed s is the first
// one of seed s + n: what a difference prints can be repeated with its seed and --chains 1 --workers 1. --minutes ends a run on
// each engine early, and tells the seed with which it goes on. --all goes on after a difference and counts them by kind.
// --runtime FOLDER takes the runtime's classes from another folder, say `src` of an older commit. --faults puts faults that there
// once were into copies of the runtime, one at a time, and fails if one of them does not show.
import { modelCheck, share } from './model-check.mjs';
import { listed, sum, totals } from './model-workers.mjs';
import { faults } from './queries/faults.mjs';

function report(runs, seed) {
  const all = runs.flatMap(({ results }) => results);
  return [
    `\`node bench/query-chains.mjs\`, seed ${seed}: random chains of filters, joins, related queries, groups, orders and limits on`,
    'thirteen tables. Each was run as find(), count(), exists(), findOne(), paginate() over all pages, iterate(), select(), toSql()',
    'through PDO, update() and delete(), and compared with what plain arrays say.',
    '',
    '| engine | chains | differences | that found rows | comparisons | time |',
    '|---|---|---|---|---|---|',
    ...runs.map(({ engine, results, differences, done, seconds }) => {
      const comparisons = sum(results, ({ compared }) =>
        Object.values(compared).reduce((total, count) => total + count, 0),
      );
      return `| ${engine} | ${done} | ${differences.length} | ${share(results, (result) => result.finding)} | ${comparisons} | ${Math.round(seconds)} s |`;
    }),
    '',
    `Steps: ${listed(totals(all, ({ steps }) => steps))}.`,
    '',
    `Rightly refused: ${listed(totals(all, ({ refusals }) => refusals))}. Limits left out, because only the database could say`,
    `which rows they leave: ${sum(all, (result) => result.unlimited)}.`,
  ];
}

await modelCheck('chains', { heading: 'Query chains', faults, report });
