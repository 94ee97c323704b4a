#!/usr/bin/env node
// What the compiler has to do for an application of many tables: type instantiations, types and time, by the repository's
// TypeScript and by TypeScript 7. Two parts:
// - own: all files are checked, those of the runtime too. Instantiations are the same on every machine; only the time is not.
// - peers: the same application for Kysely, Drizzle and Prisma, which are installed for the run, under the same options and
//   without the check of declaration files.
//   node bench/ts-compile.mjs [--part own|peers] [--tables 500] [--functions 200] [--rounds 1] [--no-native] [--no-libraries]
//     [--record]
// --rounds: of the peers, interleaved. --no-native: without TypeScript 7, which is installed for the run. --no-libraries:
// the own part without the check of declaration files. The exit code is 1 when a bar is missed.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPILER, installTypeScript7, makeProject } from '../scripts/typescript/project.mjs';
import { record } from './results.mjs';
import { makeApplication } from './ts-compile/application.mjs';
import { makePeers } from './ts-compile/peers.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    part: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    tables: { type: 'string', default: '500' },
    functions: { type: 'string', default: '200' },
    native: { type: 'boolean', default: true },
    libraries: { type: 'boolean', default: true },
    record: { type: 'boolean', default: false },
  },
});
const [tables, functions] = [Number(values.tables), Number(values.functions)];

/** Instantiations for each table, of which two in five have a function: 300,000 for 500 tables, with those of the runtime. */
const BAR = 550;

/** CPU time, divided by that of the peer. */
const BARS = { Kysely: 1, Drizzle: 1, Prisma: 1.2 };

const work = mkdtempSync(join(tmpdir(), 'orm-ts-compile-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

// The check of declaration files costs every project the same, and takes most of the time of a small one.
const options = { skipLibCheck: !values.libraries };

// Drizzle's tables have no type that anybody could write down, and so cannot be compiled with isolated declarations.
const PEER_OPTIONS = { skipLibCheck: true, declaration: false, isolatedDeclarations: false };

// What the types of Drizzle need with TypeScript 6 is near the default of Node.
const HEAP = '--max-old-space-size=8192';

/** What `tsc --extendedDiagnostics` says, and the processor time that it took. */
function compile(compiler, folder) {
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', 'cpu %U %S', process.execPath, HEAP, compiler, '--extendedDiagnostics'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) throw new Error(`${compiler} failed in ${folder}:\n${stdout.slice(0, 5000)}${stderr}`);
  const figure = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  return {
    instantiations: figure('Instantiations'),
    types: figure('Types'),
    check: figure('Check time'),
    cpu: Number(user) + Number(system),
  };
}

const compilers = [COMPILER, ...(values.native ? [installTypeScript7(join(work, 'native'))] : [])].map((path) => ({
  path,
  version: execFileSync(process.execPath, [path, '--version'], { encoding: 'utf8' })
    .replace(/^Version /, '')
    .trim(),
}));

const number = (value) => value.toLocaleString('en');
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** @returns {boolean} whether the bar was kept */
function measureOwn() {
  const application = makeApplication(join(work, 'application'), tables, functions, options);
  // What every project has to pay that imports the runtime.
  const empty = makeProject(
    join(work, 'empty'),
    { 'empty.ts': "import * as runtime from '@ormgen/runtime';\nvoid runtime;\n" },
    options,
  );
  const measured = compilers.map(({ path, version }) => ({
    version,
    all: compile(path, application),
    fixed: compile(path, empty),
  }));
  const row = (name, { instantiations, types, check, cpu }) =>
    `| ${name} | ${number(instantiations)} | ${number(types)} | ${check.toFixed(1)} | ${cpu.toFixed(1)} |`;
  // What every project pays is paid once, whatever its size.
  const [{ all, fixed }] = measured;
  const bar = fixed.instantiations + BAR * tables;
  const report = [
    `\`node bench/ts-compile.mjs\`: ${tables} tables, ${functions} functions that use them, all ${values.libraries ? '' : 'but declaration '}files checked under \`strict\` and more.`,
    `Bar: at most ${number(bar)} instantiations; ${number(all.instantiations)} are ${(all.instantiations / bar).toFixed(2)} of it.`,
    '',
    '| TypeScript | instantiations | types | check s | CPU s |',
    '|---|---|---|---|---|',
    ...measured.flatMap((each) => [row(each.version, each.all), row(`${each.version}, the runtime alone`, each.fixed)]),
  ].join('\n');
  console.log(report);
  if (values.record) record('TypeScript: what the compiler has to do', report);
  return all.instantiations <= bar;
}

/** @returns {boolean} whether the bars were kept */
function measurePeers() {
  const peers = makePeers(join(work, 'peers'), tables, functions, PEER_OPTIONS);
  const missing = peers.filter((peer) => peer.missing !== undefined);
  for (const { title, missing: reason } of missing) console.log(`!!! ${title} is not in this run: ${reason}`);
  const ours = {
    title: 'orm',
    folder: makeApplication(join(work, 'ours'), tables, functions, PEER_OPTIONS),
  };
  const contenders = [ours, ...peers.filter((peer) => peer.missing === undefined)];
  const runs = compilers.map(() => contenders.map(() => []));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [i, { path, version }] of compilers.entries()) {
      for (const [k, { title, folder }] of contenders.entries()) {
        process.stderr.write(`round ${round + 1}: ${title}, TypeScript ${version}\n`);
        runs[i][k].push(compile(path, folder));
      }
    }
  }
  let isKept = true;
  const rows = compilers.flatMap(({ version }, i) =>
    contenders.map(({ title }, k) => {
      const [first] = runs[i][k];
      const ratio = median(runs[i][0].map(({ cpu }, round) => cpu / runs[i][k][round].cpu));
      const bar = BARS[title.split(' ')[0]];
      const isMissed = bar !== undefined && (bar === 1 ? ratio >= 1 : ratio > bar);
      if (isMissed) isKept = false;
      const found = bar === undefined ? '' : ratio.toFixed(2);
      const wanted = bar === undefined ? '' : `${bar === 1 ? '< 1' : `≤ ${bar}`}${isMissed ? ', missed' : ''}`;
      return `| ${version} | ${title} | ${number(first.instantiations)} | ${median(runs[i][k].map(({ cpu }) => cpu)).toFixed(1)} | ${found} | ${wanted} |`;
    }),
  );
  const report = [
    `\`node bench/ts-compile.mjs --part peers\`: ${tables} tables, ${functions} functions that use them, written for each peer;`,
    `${values.rounds} interleaved rounds, the same options for all, declaration files not checked. Generated files are compiled as they were`,
    "generated: ours are checked, Prisma's say `@ts-nocheck`. Ratios are ours divided by the peer's.",
    ...missing.map(({ title, missing: reason }) => `\n${title} is not in this run: ${reason}.`),
    '',
    '| TypeScript | | instantiations | CPU s | ratio | bar |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  console.log(report);
  if (values.record) record('TypeScript: what the compiler has to do, beside peers', report);
  return isKept;
}

const PARTS = { own: measureOwn, peers: measurePeers };
if (values.part !== undefined && PARTS[values.part] === undefined) throw new Error('--part is own or peers');
const kept = (values.part === undefined ? Object.values(PARTS) : [PARTS[values.part]]).map((measure) => measure());
process.exitCode = kept.every(Boolean) ? 0 : 1;
