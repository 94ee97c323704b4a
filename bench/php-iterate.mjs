#!/usr/bin/env node
// Iterates over a million rows and measures by how much the resident memory of PHP grows.
//   node bench/php-iterate.mjs [--rows 1000000] [--engine sqlite …] [--record]
// Engines must run (node scripts/engines.mjs start). Fails when the growth reaches 64 MB.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject } from '../scripts/php/project.mjs';
import { run, runtimeFolder } from '../scripts/php/tools.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'pgsql15', 'pgsql18', 'mariadb', 'mysql9'] },
    record: { type: 'boolean', default: false },
  },
});
const BAR = 64 * 1024 * 1024;

const rows = [];
for (const engine of values.engine) {
  const project = await buildProject(engine, { schemas: here('php') });
  try {
    const args = ['-d', 'memory_limit=256M', here('php/iterate.php'), project.folder, runtimeFolder, values.rows];
    const { code, output } = await run('php', args);
    if (code !== 0) throw new Error(output);
    for (const [way, { rows: count, growth, seconds }] of Object.entries(JSON.parse(output))) {
      if (count !== Number(values.rows) || growth >= BAR) process.exitCode = 1;
      rows.push(`| ${engine} | ${way} | ${count} | ${(growth / 1024 / 1024).toFixed(1)} | ${seconds.toFixed(1)} |`);
    }
  } finally {
    await project.remove();
  }
}
const report = [
  '`iterate()` in one process. By key: parts of a thousand rows. By title: a cursor on PostgreSQL, rows as they arrive',
  'elsewhere. The bar is 64 MB.',
  '',
  '| engine | order | rows | growth of resident memory, MB | s |',
  '|---|---|---|---|---|',
  ...rows,
].join('\n');
console.log(report);
if (values.record) record('Iterating over a million rows', report);
