#!/usr/bin/env node
// Measures generated classes, ours and those of Propel 2 (bench/propel.mjs), against hand-written PDO, in one PHP process
// per engine, rounds interleaved.
//   node bench/php-speed.mjs [--rounds 5] [--engine sqlite --engine pgsql15 --engine mariadb] [--record]
// Engines must run (node scripts/engines.mjs start). Only the ratios mean anything.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject } from '../scripts/php/project.mjs';
import { run, runtimeFolder } from '../scripts/php/tools.mjs';
import { buildPropelProject, connectionIn, installPropel } from './propel.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'pgsql15', 'mariadb'] },
    record: { type: 'boolean', default: false },
  },
});

/** The bars of the cases; the list has one with the instance pool and one without. */
const BARS = {
  findPk: 1.2,
  'filter + findOne': 1.4,
  'list of 10,000': 1.5,
  'list of 10,000, no pool': 1.2,
  'insert in one transaction': 1.4,
  'update in one transaction': 1.4,
  'save() of one row alone, against BEGIN + INSERT + COMMIT': 1.0,
};

const work = mkdtempSync(join(tmpdir(), 'orm-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const propel = installPropel(work);
if (propel.missing) console.error(`!!! PROPEL 2 IS SKIPPED: ${propel.missing}`);

/** Propel's classes over the same table, in another namespace. */
function buildPropel(folder) {
  const target = join(folder, 'propel');
  const schema = readFileSync(here('php/schema.xml'), 'utf8').replace('namespace="Bench"', 'namespace="PropelBench"');
  buildPropelProject(propel, target, schema, connectionIn(folder));
  return target;
}

async function measure(engine, settings, cases = []) {
  const project = await buildProject(engine, { schemas: here('php'), settings });
  try {
    const args = [
      ...['-d', 'memory_limit=1G', here('php/speed.php'), project.folder, runtimeFolder, values.rounds],
      settings.instancePool === false ? '0' : '1',
      ...(propel.missing ? ['-', '-'] : [buildPropel(project.folder), propel.autoload]),
      ...cases,
    ];
    const { code, output } = await run('php', args);
    if (code !== 0) throw new Error(output);
    return JSON.parse(output);
  } finally {
    await project.remove();
  }
}

const ratio = (value, bar) => `${value.toFixed(2)}${value > bar ? ' ✗' : ''}`;
const results = new Map();
for (const engine of values.engine) {
  const pooled = await measure(engine, {});
  const bare = await measure(engine, { instancePool: false }, ['list of 10,000']);
  results.set(engine, { ...pooled, 'list of 10,000, no pool': bare['list of 10,000'] });
}

const engines = [...results.keys()];
const sides = propel.missing ? ['ours'] : ['ours', 'propel'];
const rows = Object.entries(BARS).map(([name, bar]) => {
  const cells = engines.flatMap((engine) =>
    sides.map((side) => {
      const { wall, cpu } = results.get(engine)[name][side];
      return `${side === 'ours' ? ratio(wall, bar) : wall.toFixed(2)} / ${cpu.toFixed(2)}`;
    }),
  );
  return `| ${name} | ≤ ${bar.toFixed(1)} | ${cells.join(' | ')} |`;
});
const heads = engines.flatMap((engine) => sides.map((side) => (side === 'ours' ? engine : `Propel 2, ${engine}`)));
const report = [
  `Median of ${values.rounds} interleaved rounds, one process, wall / CPU, as ratios to hand-written PDO that prepares once,`,
  'binds the same values, builds and keeps the same typed objects. Nothing is in the instance pool before.',
  ...(propel.missing ? [`Propel 2 is not in this run: ${propel.missing}.`] : []),
  '',
  `| case | bar (wall) | ${heads.join(' | ')} |`,
  `|---|---|${heads.map(() => '---').join('|')}|`,
  ...rows,
].join('\n');
console.log(report);
if (values.record) record('Generated PHP against PDO', report);
