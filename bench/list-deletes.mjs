#!/usr/bin/env node
// Deleting many members of a list: how the time grows with the list, and what a loop of delete() adds to its bare
// statements.
//   node bench/list-deletes.mjs [--engine sqlite,pgsql15,mariadb] [--rounds 5] [--record]
// Engines must run (node scripts/engines.mjs start). Exits 1 when a ratio is above its bar.
import { parseArgs } from 'node:util';
import { NAMES, php, ratioOf, withProject } from './lists-speed/run.mjs';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite,pgsql15,mariadb' },
    rounds: { type: 'string', default: '5' },
    record: { type: 'boolean', default: false },
  },
});

/** Which side of a case is divided by which, and what the ratio may be. */
const ROWS = [
  { of: 'find()->delete()', sides: ['800', '100'], bar: 15, what: '`find()->delete()`: 800 members / 100' },
  { of: 'setTracks([])->save()', sides: ['800', '100'], bar: 15, what: '`setTracks([])->save()`: 800 members / 100' },
  { of: 'setChildren([])', sides: ['8000', '800'], bar: 20, what: '`setChildren([])`: 8,000 children / 800' },
  {
    of: 'a loop of delete()',
    sides: ['ours', 'bare'],
    bar: 1.5,
    what: 'a loop of 400 `delete()` / its bare statements',
  },
  // Every object in use gets its new rank after every delete(), so this one has no bar: delete a collection instead.
  { of: 'a loop of delete()', sides: ['in use', 'bare'], what: 'the same while all 400 objects are in use' },
];

/** A ratio above its bar is measured again: another program may have had the machine. One that is too high stays too high. */
const ATTEMPTS = 3;

async function leastRatios(engine) {
  let least = ROWS.map(() => Number.POSITIVE_INFINITY);
  for (let attempt = 1; attempt <= ATTEMPTS && (attempt === 1 || isSlow(least)); attempt++) {
    if (attempt > 1) console.log(`${engine}: above a bar (${least.map((ratio) => ratio.toFixed(2))}), measured again`);
    const settings = { rounds: Number(values.rounds) };
    const times = await withProject(engine, (project) => php('deletes.php', { ...project, ...settings }));
    least = ROWS.map(({ of, sides: [ours, theirs] }, at) =>
      Math.min(least[at], ratioOf(times[of][ours], times[of][theirs])),
    );
  }
  return least;
}

const isAbove = (ratio, at) => ratio > (ROWS[at].bar ?? Number.POSITIVE_INFINITY);
const isSlow = (ratios) => ratios.some(isAbove);

const engines = values.engine.split(',');
const found = [];
for (const engine of engines) found.push(await leastRatios(engine));
const rows = ROWS.map(({ bar, what }, at) => {
  const cells = found.map((ratios) => `${ratios[at].toFixed(2)}${isAbove(ratios[at], at) ? ' ✗' : ''}`);
  return `| ${what} | ${bar === undefined ? 'none' : `≤ ${bar}`} | ${cells.join(' | ')} |`;
});
const report = [
  `\`node bench/list-deletes.mjs\`: median ratios of ${values.rounds} rounds, the sides in turn.`,
  '',
  `| what | bar | ${engines.map((engine) => NAMES[engine]).join(' | ')} |`,
  `|---|---|${engines.map(() => '---').join('|')}|`,
  ...rows,
].join('\n');
console.log(report);
if (values.record) record('Deleting members of lists', report);
process.exitCode = found.some(isSlow) ? 1 : 0;
