#!/usr/bin/env node
// What list operations of generated classes cost beside the same statements in bare PDO, and what they send.
//   node bench/lists-speed.mjs [--engine pgsql18,mariadb,mysql9,sqlite] [--only trips,time,million,reorder,writers]
//     [--sizes 100,10000,100000] [--rounds 15] [--record]
// Engines must run (node scripts/engines.mjs start). Both sides are in one process and take turns, so that the ratios hold
// on a machine that does other things too; the milliseconds do not.
import { parseArgs } from 'node:util';
import { load, median, NAMES, php, ratioOf, withProject, writers } from './lists-speed/run.mjs';
import { countTrips } from './lists-speed/trips.mjs';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pgsql18,mariadb,mysql9,sqlite' },
    only: { type: 'string', default: 'trips,time,million,reorder,writers' },
    sizes: { type: 'string', default: '100,10000,100000' },
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '5' },
    record: { type: 'boolean', default: false },
  },
});
const engines = values.engine.split(',');
const parts = new Set(values.only.split(','));
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);

/** Operations of a turn: fewer where one of them writes many rows. */
const CASES = {
  moveUp: { 100: 5, 10000: 10, 100000: 10 },
  moveToRank: { 100: 5, 10000: 4, 100000: 2 },
  insertAtTop: { 100: 5, 10000: 2, 100000: 1 },
  delete: { 100: 5, 10000: 2, 100000: 1 },
};
const RATIO = 1.5;
const LONGER = 3;
const THROUGHPUT = 0.85;
let isMissed = false;

function judged(text, isGood) {
  if (!isGood) isMissed = true;
  return isGood ? text : `**${text} ✗**`;
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const ms = (value) => (value < 10 ? value.toPrecision(2) : value.toFixed(0));
const names = engines.map((engine) => NAMES[engine] ?? engine);

/** Measures one thing on every engine. */
async function onEach(name, chosen, work) {
  if (!parts.has(name)) return undefined;
  const results = new Map();
  for (const engine of chosen) {
    const before = load();
    const result = await withProject(engine, work);
    results.set(engine, { result, load: `${before}–${load()}` });
    console.error(`${name} on ${engine}: done, load ${before}–${load()}`);
  }
  return results;
}

const loads = (results) =>
  `Load of the machine (1 minute, before and after): ${[...results].map(([engine, each]) => `${NAMES[engine] ?? engine} ${each.load}`).join(', ')}.`;

const report = [];

const trips = await onEach(
  'trips',
  engines.filter((engine) => engine !== 'sqlite'),
  (settings) => countTrips(settings),
);
if (trips) {
  const cells = (name) => [...trips.values()].map(({ result }) => Object.values(result[name]).join(' / '));
  report.push(
    'Round trips of an operation, ours / bare PDO, counted on the wire between PHP and the server once statements are',
    'prepared: BEGIN, the lock, the read, one UPDATE, COMMIT; on MySQL and MariaDB the release of the lock; an INSERT or',
    "DELETE where there is one. In a caller's transaction a savepoint and the caller's time-out for rows take the place of",
    'BEGIN and COMMIT. `CostTest` has every statement.',
    '',
    table(
      ['operation', ...[...trips.keys()].map((engine) => NAMES[engine] ?? engine)],
      Object.keys([...trips.values()][0].result).map((name) => [name, ...cells(name)]),
    ),
    '',
  );
}

const times = await onEach('time', engines, (settings) =>
  php('measure.php', { ...settings, sizes, rounds, sides: ['ours', 'bare'], cases: CASES }),
);
if (times) {
  const rows = Object.keys(CASES).flatMap((name) =>
    sizes.map((size) => [
      name,
      size.toLocaleString('en'),
      ...[...times.values()].map(({ result }) => {
        const { ours, bare } = result[name][size];
        const ratio = ratioOf(ours, bare);
        return judged(`${ratio.toFixed(2)} (${ms(median(ours))} / ${ms(median(bare))} ms)`, ratio <= RATIO);
      }),
    ]),
  );
  report.push(
    `Time of an operation as a ratio to the same statements in bare PDO, which prepares each of them once: the median of the`,
    `ratios of ${rounds} rounds (${5 * rounds} for 100 rows), in which both take turns in one process on one connection, with the medians of both. The bar is`,
    `${RATIO}. moveToRank goes up by a tenth of the list, delete takes a row in the middle. Indexed lists, commits without waiting`,
    'for the disk, no other objects of the list in memory.',
    '',
    table(['operation', 'rows', ...names], rows),
    '',
    loads(times),
    '',
  );
}

const million = await onEach('million', engines, (settings) =>
  php('measure.php', {
    ...settings,
    sizes: [1_000_000],
    rounds,
    sides: ['ours', 'short'],
    cases: { moveUp: { 1000000: 10 } },
  }),
);
if (million) {
  const cells = [...million.values()].map(({ result }) => {
    const { ours, short } = result.moveUp[1_000_000];
    const ratio = ratioOf(ours, short);
    return judged(`${ratio.toFixed(2)} (${ms(median(ours))} / ${ms(median(short))} ms)`, ratio <= LONGER);
  });
  report.push(
    `\`moveUp\` in a list of 1,000,000 rows beside one in a list of 100 rows in another table, in turn. The bar is ${LONGER} times.`,
    '',
    table(['', ...names], [['1,000,000 / 100 rows', ...cells]]),
    '',
    loads(million),
    '',
  );
}

const reorders = await onEach('reorder', engines, (settings) => php('reorder.php', settings, 10_000, 5));
if (reorders) {
  const all = [...reorders.values()].map(({ result }) => result);
  const updates = all.map(({ statements }) => statements.filter((verb) => verb === 'UPDATE').length);
  report.push(
    '`reorder` of a list of 10,000 rows, turned around, beside an UPDATE per row in one transaction of bare PDO. It also reads',
    'the rows and checks the list, before the lock and under it. Medians of 5 rounds.',
    '',
    table(
      ['', ...names],
      [
        ['statements that write', ...updates.map((count) => judged(String(count), count === 1))],
        ['reorder', ...all.map(({ times: { reorder } }) => `${ms(median(reorder))} ms`)],
        ['10,000 updates', ...all.map(({ times: { updates: each } }) => `${ms(median(each))} ms`)],
      ],
    ),
    '',
  );
}

const hot = await onEach('writers', engines, async (settings) => {
  const results = { ours: [], bare: [] };
  for (let round = 0; round < 5; round++) {
    for (const side of round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours']) {
      results[side].push(await writers(settings, side, 16, Number(values.seconds)));
    }
  }
  const wrong = Object.entries(results).filter(([, each]) => each.some(({ isRight }) => !isRight));
  if (wrong.length > 0) throw new Error(`the list of ${wrong.map(([side]) => side).join(' and ')} is wrong`);
  return results;
});
if (hot) {
  const all = [...hot.values()].map(({ result }) => result);
  const rates = (side) => all.map((result) => median(result[side].map(({ rate }) => rate)).toFixed(0));
  const rest = (name) =>
    all.map(({ ours, bare }) =>
      [ours, bare].map((each) => each.reduce((sum, report) => sum + report[name], 0)).join(' / '),
    );
  report.push(
    `One list of 200 rows, 16 processes that move random rows to random ranks for ${values.seconds} s: moves a second, medians of 5 rounds in`,
    `turn. The bar is ${THROUGHPUT} of the same protocol in bare PDO. The list was 1..200 after every round.`,
    '',
    table(
      ['', ...names],
      [
        ['ours', ...rates('ours')],
        ['bare PDO', ...rates('bare')],
        [
          'ratio',
          ...all.map(({ ours, bare }) => {
            const ratio = ratioOf(
              ours.map(({ rate }) => rate),
              bare.map(({ rate }) => rate),
            );
            return judged(ratio.toFixed(2), ratio >= THROUGHPUT);
          }),
        ],
        ['retries, ours / bare', ...rest('retries')],
        [
          'longest move, ours',
          ...all.map(({ ours }) => `${(1000 * Math.max(...ours.map(({ longest }) => longest))).toFixed(0)} ms`),
        ],
      ],
    ),
    '',
    loads(hot),
    '',
  );
}

console.log(report.join('\n'));
if (values.record) record('List operations against bare PDO', `\`node bench/lists-speed.mjs\`\n\n${report.join('\n')}`);
if (isMissed) {
  console.error('Not every bar is reached.');
  process.exitCode = 1;
}
