#!/usr/bin/env node
// Iterates over a million rows through generated classes and tells how much the resident memory of PHP grew:
//   node bench/million-rows.mjs [--rows 1000000] [--engine sqlite --engine mariadb …] [--record]
// Servers must run (node scripts/engines.mjs start). Fails when an iteration grew by more than the bar.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject, suiteEngines } from '../scripts/php/project.mjs';
import { run, runtimeFolder } from '../scripts/php/tools.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    engine: { type: 'string', multiple: true, default: suiteEngines },
    record: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);

/** Megabytes by which resident memory may grow. */
const BAR = 64;

/** How the rows are read, and what that is called in the report. */
const WAYS = {
  key: 'by key, in parts',
  order: 'in another order: a cursor, or rows as they arrive',
  transaction: 'in another order, inside a transaction',
};

async function php(folder, way) {
  const args = ['-d', 'memory_limit=1G', here('php/million-rows.php'), folder, runtimeFolder, way, values.rows];
  const { code, output } = await run('php', args);
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
}

/** The same rows with the instance pool and without: only the settings of the connection differ. */
async function measure(engine, settings) {
  const project = await buildProject(engine, { schemas: here('php'), settings });
  try {
    const { rows: filled } = await php(project.folder, 'fill');
    if (filled !== rows) throw new Error(`${engine} has ${filled} rows`);
    const results = {};
    for (const way of Object.keys(WAYS)) results[way] = await php(project.folder, way);
    return results;
  } finally {
    await project.remove();
  }
}

const lines = [];
let failed = false;
for (const engine of values.engine) {
  for (const [pool, settings] of Object.entries({ yes: {}, no: { instancePool: false } })) {
    const results = await measure(engine, settings);
    const cells = Object.values(results).map(({ rows: read, growth, seconds }) => {
      const megabytes = growth / 1024;
      if (read !== rows) throw new Error(`${engine}: ${read} rows were read`);
      failed ||= megabytes >= BAR;
      return `${megabytes.toFixed(1)} MB${megabytes >= BAR ? ' ✗' : ''} (${seconds} s)`;
    });
    lines.push(`| ${engine} | ${pool} | ${cells.join(' | ')} |`);
    console.log(lines.at(-1));
  }
}
const report = [
  `\`node bench/million-rows.mjs\`: growth of resident memory (the high-water mark) while \`iterate()\` reads ${rows.toLocaleString('en')}`,
  `rows of nine columns into objects, each way in a process of its own. The bar is ${BAR} MB.`,
  '',
  `| engine | instance pool | ${Object.values(WAYS).join(' | ')} |`,
  `|---|---|${Object.keys(WAYS)
    .map(() => '---')
    .join('|')}|`,
  ...lines,
].join('\n');
console.log(`\n${report}`);
if (values.record) record('A million rows', report);
process.exitCode = failed ? 1 : 0;
