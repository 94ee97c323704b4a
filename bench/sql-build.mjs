#!/usr/bin/env node
// Measures `orm sql:build` side by side with a bare script and with Propel 2 (bench/propel.mjs).
//   node bench/sql-build.mjs [--rounds 15] [--tables 2000] [--generator PATH] [--record]
// Rounds are interleaved; figures are medians, and only their ratios mean anything.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { profile } from './profile.mjs';
import { installPropel } from './propel.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    tables: { type: 'string', default: '2000' },
    generator: { type: 'string', default: here('../../shared/bench/gen-schema.mjs') },
    record: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!existsSync(values.generator))
  throw new Error(`no schema generator at ${values.generator}: give one with --generator`);

const folder = mkdtempSync(join(tmpdir(), 'orm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function makeProject(name, ...more) {
  const out = join(folder, name);
  execFileSync('node', [values.generator, '--tables', values.tables, '--sortable-every', '0', '--out', out, ...more]);
  return out;
}

/** Wall-clock milliseconds of one process. */
function run(command, args, cwd) {
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  const wall = performance.now() - started;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return wall;
}

const project = makeProject('ours');
const orm = here('../packages/generator/bin/orm');
const clean = () => rmSync(join(project, 'generated-sql'), { recursive: true, force: true });
run('node', [orm, 'sql:build'], project);
const reference = join(folder, 'reference.sql');
writeFileSync(reference, readFileSync(join(project, 'generated-sql/bench.sql')));

const contenders = [
  {
    name: 'bare: saxes + the same bytes',
    run: () =>
      run(
        'node',
        [here('bare-sql-build.mjs'), join(project, 'schema.xml'), reference, join(folder, 'bare/bench.sql')],
        project,
      ),
  },
  {
    name: 'orm sql:build',
    run: () => {
      clean();
      return run('node', [orm, 'sql:build'], project);
    },
  },
  {
    name: 'orm sql:build, nothing changed',
    run: () => run('node', [orm, 'sql:build'], project),
  },
  { name: 'node -e 0', run: () => run('node', ['-e', '0'], project) },
];
const propel = installPropel(folder);
if (propel.bin) {
  const propelProject = makeProject('propel', '--root', 'propel');
  contenders.push({
    name: 'Propel 2 sql:build',
    run: () => {
      rmSync(join(propelProject, 'generated-sql'), { recursive: true, force: true });
      return run('php', [propel.bin, 'sql:build'], propelProject);
    },
  });
} else console.log(`!!! Propel 2 is not in this run: ${propel.missing}`);

const times = contenders.map(() => []);
for (let round = 0; round < rounds; round++) {
  for (const [i, contender] of contenders.entries()) times[i].push(contender.run());
  process.stderr.write(`\rround ${round + 1} of ${rounds}`);
}
process.stderr.write('\n');

const PARTS = {
  loadConfig: 'reading the configuration',
  parseXml: 'parsing the schema',
  checkDocument: 'checking it against the vocabulary',
  buildTable: 'model: tables and columns',
  addForeignKeys: 'model: foreign keys',
  checkPhpNames: 'model: names in PHP',
  freezeDatabase: 'model: freezing it',
  nameRelations: 'model: names of relations',
  addIndexes: 'model: indexes',
  buildModels: 'model: the rest',
  check: "the vendor's checks",
  script: 'printing the SQL',
  writeFiles: 'writing the files',
};
clean();
const shares = profile(orm, ['sql:build'], project, Object.keys(PARTS)).map(([name, share]) => [
  PARTS[name] ?? name,
  share,
]);

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const floor = median(times[0]);
const rows = contenders.map(({ name }, i) => {
  const ms = median(times[i]);
  const least = Math.min(...times[i]);
  return `| ${name} | ${ms.toFixed(0)} | ${least.toFixed(0)} | ${(ms / floor).toFixed(2)} | ${(least / Math.min(...times[0])).toFixed(2)} |`;
});
const body = [
  `${values.tables} tables, ${rounds} interleaved rounds, Node ${process.version}. Bar: at most 2 times the bare script.`,
  propel.bin ? '' : `\nPropel 2 is not in this run: ${propel.missing}.`,
  '',
  '| what | median ms | least ms | median ratio | least ratio |',
  '|---|---|---|---|---|',
  ...rows,
  '',
  'Where the time of `orm sql:build` goes (sampled; each with what it calls):',
  '',
  '| part | share |',
  '|---|---|',
  ...shares.map(([part, share]) => `| ${part} | ${share}% |`),
].join('\n');
console.log(body);
if (values.record) record('sql:build', body);
