#!/usr/bin/env node
// Measures `orm model:build` of 1,000 tables in PHP and in TypeScript: time, memory, bytes and an unchanged rebuild; beside
// Propel 2 (bench/propel.mjs).
//   node bench/model-build.mjs [--rounds 7] [--tables 1000] [--generator PATH] [--record]
// Rounds are interleaved. The exit code is 1 when the TypeScript build takes more than 1.5 times the processor time of the PHP
// build, which depends less than the wall-clock time on what else the machine does.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** Wall-clock and processor milliseconds and resident megabytes of one process. */
function run(command, args, cwd) {
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync('/usr/bin/env', ['time', '-f', 'peak %M cpu %U %S', command, ...args], {
    cwd,
    encoding: 'utf8',
  });
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  const [, peak, user, system] = /peak (\d+) cpu ([\d.]+) ([\d.]+)/.exec(stderr).map(Number);
  return { wall, cpu: (user + system) * 1000, peak: peak / 1024 };
}

/** The median of the ratios of both builds in one round. */
const BAR = 1.5;

const orm = here('../packages/generator/bin/orm');

/** What builds classes of the same schema: a project, the folder and the ending of its files, and the command. */
const contender = (name, project, output, ending, command, args) => {
  const folderOfFiles = join(project, output);
  const files = () =>
    readdirSync(folderOfFiles, { recursive: true })
      .map((path) => join(folderOfFiles, path))
      .filter((path) => path.endsWith(ending));
  return {
    name,
    files,
    times: { first: [], cpu: [], unchanged: [], unchangedCpu: [] },
    peak: 0,
    touched: 0,
    clean: () => rmSync(folderOfFiles, { recursive: true, force: true }),
    bytes: () => files().reduce((sum, path) => sum + statSync(path).size, 0),
    run: () => run(command, args, project),
  };
};

function typescriptProject() {
  const project = makeProject('typescript');
  const config = join(project, 'orm.yaml');
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replace('\n  generator:\n', '\n  generator:\n    targets: [typescript]\n'),
  );
  return project;
}

const ours = (name, project, output, ending) => contender(name, project, output, ending, 'node', [orm, 'model:build']);
const php = ours('orm model:build, PHP', makeProject('php'), 'generated-classes', '.php');
const typescript = ours('orm model:build, TypeScript', typescriptProject(), 'generated-models', '.ts');
const propel = installPropel(folder);
const theirs = propel.bin
  ? contender('Propel model:build', makeProject('propel', '--root', 'propel'), 'generated-classes', '.php', 'php', [
      propel.bin,
      'model:build',
    ])
  : undefined;

function buildTwice(each) {
  each.clean();
  const first = each.run();
  const before = each.files().map((path) => statSync(path).mtimeMs);
  const again = each.run();
  each.times.first.push(first.wall);
  each.times.cpu.push(first.cpu);
  each.times.unchanged.push(again.wall);
  each.times.unchangedCpu.push(again.cpu);
  each.touched += each.files().filter((path, index) => statSync(path).mtimeMs !== before[index]).length;
  each.peak = Math.max(each.peak, first.peak, again.peak);
}

const rounds = Number(values.rounds);
for (let round = 0; round < rounds; round += 1) {
  // Neither is always the first.
  for (const each of round % 2 === 0 ? [php, typescript] : [typescript, php]) buildTwice(each);
  if (theirs) {
    theirs.clean();
    const { wall, cpu } = theirs.run();
    theirs.times.first.push(wall);
    theirs.times.cpu.push(cpu);
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
/** TypeScript to PHP in the same round. */
const ratio = (times) => median(typescript.times[times].map((time, round) => time / php.times[times][round]));
const found = ratio('cpu');
const row = (name, times, cpu, more) =>
  `| ${name} | ${median(times).toFixed(0)} | ${Math.min(...times).toFixed(0)} | ${median(cpu).toFixed(0)} | ${more} |`;
const megabytes = (each) => `${(each.bytes() / 1e6).toFixed(1)} MB`;
const rows = (each) => [
  row(each.name, each.times.first, each.times.cpu, `${megabytes(each)} in ${each.files().length} files`),
  row(
    `${each.name}, nothing changed`,
    each.times.unchanged,
    each.times.unchangedCpu,
    `${each.touched} files touched, ${each.peak.toFixed(0)} MB of memory at most`,
  ),
];
const faster = (times) => (median(theirs.times[times]) / median(php.times[times])).toFixed(1);
const perTable = (each) => (each.bytes() / Number(values.tables) / 1000).toFixed(1);
const report = [
  `\`node bench/model-build.mjs\`: ${values.tables} tables, ${rounds} interleaved rounds. Bars: 8 times faster than Propel 2 and a quarter of its bytes, no`,
  `file touched by an unchanged rebuild, less than 400 MB; TypeScript in at most ${BAR} times the processor time of PHP.`,
  ...(propel.missing ? ['', `Propel 2 is not in this run: ${propel.missing}.`] : []),
  '',
  '| what | median ms | least ms | median CPU ms | |',
  '|---|---|---|---|---|',
  ...rows(php),
  ...rows(typescript),
  ...(theirs
    ? [
        row(
          theirs.name,
          theirs.times.first,
          theirs.times.cpu,
          `${megabytes(theirs)}, ${faster('first')} times PHP of ours, ${faster('cpu')} times its CPU time`,
        ),
      ]
    : []),
  '',
  `TypeScript / PHP, medians of the ratios: ${found.toFixed(2)} in CPU time, ${ratio('first').toFixed(2)} in wall-clock time; with nothing changed`,
  `${ratio('unchangedCpu').toFixed(2)} and ${ratio('unchanged').toFixed(2)}. ${perTable(php)} kB of PHP and ${perTable(typescript)} kB of TypeScript per table.`,
].join('\n');
console.log(report);
if (values.record) record('model:build', report);
process.exitCode = found <= BAR ? 0 : 1;
