#!/usr/bin/env node
// Measures `orm model:build` of 1,000 tables: time, memory, bytes and an unchanged rebuild; beside Propel 2
// (bench/propel.mjs).
//   node bench/model-build.mjs [--rounds 7] [--tables 1000] [--generator PATH] [--record]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installPropel } from './propel.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    tables: { type: 'string', default: '1000' },
    generator: { type: 'string', default: here('../../shared/bench/gen-schema.mjs') },
    record: { type: 'boolean', default: false },
  },
});
if (!existsSync(values.generator))
  throw new Error(`no schema generator at ${values.generator}: give one with --generator`);

const folder = mkdtempSync(join(tmpdir(), 'orm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function makeProject(name, ...more) {
  const out = join(folder, name);
  execFileSync('node', [values.generator, '--tables', values.tables, '--sortable-every', '0', '--out', out, ...more]);
  return out;
}

/** Wall-clock milliseconds and resident megabytes of one process. */
function run(command, args, cwd) {
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync('/usr/bin/env', ['time', '-f', 'peak %M', command, ...args], {
    cwd,
    encoding: 'utf8',
  });
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return { wall, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024, stdout };
}

const classFiles = (project) =>
  readdirSync(join(project, 'generated-classes'), { recursive: true })
    .map((path) => join(project, 'generated-classes', path))
    .filter((path) => path.endsWith('.php'));
const bytes = (project) => classFiles(project).reduce((sum, path) => sum + statSync(path).size, 0);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const ours = makeProject('ours');
const orm = here('../packages/generator/bin/orm');
const propel = installPropel(folder);
const theirs = propel.bin ? makeProject('propel', '--root', 'propel') : undefined;

const times = { first: [], unchanged: [], propel: [] };
let peak = 0;
let touched = 0;
for (let round = 0; round < Number(values.rounds); round += 1) {
  rmSync(join(ours, 'generated-classes'), { recursive: true, force: true });
  const first = run('node', [orm, 'model:build'], ours);
  times.first.push(first.wall);
  const before = classFiles(ours).map((path) => statSync(path).mtimeMs);
  const again = run('node', [orm, 'model:build'], ours);
  times.unchanged.push(again.wall);
  touched += classFiles(ours).filter((path, index) => statSync(path).mtimeMs !== before[index]).length;
  peak = Math.max(peak, first.peak, again.peak);
  if (theirs) {
    rmSync(join(theirs, 'generated-classes'), { recursive: true, force: true });
    times.propel.push(run('php', [propel.bin, 'model:build'], theirs).wall);
  }
}

const size = bytes(ours);
const row = (name, list, more) =>
  `| ${name} | ${median(list).toFixed(0)} | ${Math.min(...list).toFixed(0)} | ${more} |`;
const report = [
  `${values.tables} tables, ${values.rounds} rounds. Bars: 8 times faster than Propel 2 and a quarter of its bytes, no file`,
  'touched by an unchanged rebuild, less than 400 MB.',
  ...(propel.missing ? ['', `Propel 2 is not in this run: ${propel.missing}.`] : []),
  '',
  '| what | median ms | least ms | |',
  '|---|---|---|---|',
  row('orm model:build', times.first, `${(size / 1e6).toFixed(1)} MB in ${classFiles(ours).length} files`),
  row('orm model:build, nothing changed', times.unchanged, `${touched} files touched`),
  ...(theirs
    ? [
        row(
          'Propel model:build',
          times.propel,
          `${(bytes(theirs) / 1e6).toFixed(1)} MB, ${(median(times.propel) / median(times.first)).toFixed(1)} times ours`,
        ),
      ]
    : []),
  '',
  `Memory: ${peak.toFixed(0)} MB at most. ${(size / Number(values.tables) / 1000).toFixed(1)} kB of PHP per table.`,
].join('\n');
console.log(report);
if (values.record) record('model:build', report);
