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

const engines = values.engine.split(',');
const times = new Map();
for (const engine of engines) {
  const settings = { rounds: Number(values.rounds) };
  times.set(engine, await withProject(engine, (project) => php('deletes.php', { ...project, ...settings })));
}
let failed = false;
const rows = ROWS.map(({ of, sides, bar = Number.POSITIVE_INFINITY, what }) => {
  const cells = engines.map((engine) => {
    const [ours, theirs] = sides.map((side) => times.get(engine)[of][side]);
    const ratio = ratioOf(ours, theirs);
    failed ||= ratio > bar;
    return `${ratio.toFixed(2)}${ratio > bar ? ' ✗' : ''}`;
  });
  return `| ${what} | ${Number.isFinite(bar) ? `≤ ${bar}` : 'none'} | ${cells.join(' | ')} |`;
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
process.exitCode = failed ? 1 : 0;
