#!/usr/bin/env node
// What the compiler has to do for an application of many tables: type instantiations, types and time, by the repository's
// TypeScript and by TypeScript 7. All files are checked, those of the runtime too.
//   node bench/ts-compile.mjs [--tables 500] [--functions 200] [--no-native] [--no-libraries] [--record]
// --no-native: without TypeScript 7, which is installed for the run. --no-libraries: without the check of declaration files.
// The exit code is 1 above the bar. Instantiations are the same on every machine; only the time is not.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPILER, installTypeScript7, makeProject } from '../scripts/typescript/project.mjs';
import { record } from './results.mjs';
import { makeApplication } from './ts-compile/application.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
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

const work = mkdtempSync(join(tmpdir(), 'orm-ts-compile-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

// The check of declaration files costs every project the same, and takes most of the time of a small one.
const options = { skipLibCheck: !values.libraries };

/** What every project has to pay that imports the runtime. */
const makeEmpty = () =>
  makeProject(
    join(work, 'empty'),
    { 'empty.ts': "import * as runtime from '@ormgen/runtime';\nvoid runtime;\n" },
    options,
  );

/** What `tsc --extendedDiagnostics` says, and the processor time that it took. */
function compile(compiler, folder) {
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', 'cpu %U %S', process.execPath, compiler, '--extendedDiagnostics'],
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

const compilers = [COMPILER, ...(values.native ? [installTypeScript7(join(work, 'native'))] : [])];
const application = makeApplication(join(work, 'application'), tables, functions, options);
const empty = makeEmpty();
const measured = compilers.map((compiler) => {
  const version = execFileSync(process.execPath, [compiler, '--version'], { encoding: 'utf8' }).replace(
    /^Version /,
    '',
  );
  return { version: version.trim(), all: compile(compiler, application), fixed: compile(compiler, empty) };
});

const number = (value) => value.toLocaleString('en');
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
process.exitCode = all.instantiations <= bar ? 0 : 1;
