#!/usr/bin/env node
// What the compiler has to do for an application of many tables: type instantiations, types and time, by the repository's
// TypeScript and by TypeScript 7. All files are checked, those of the runtime too.
//   node bench/ts-compile.mjs [--tables 500] [--functions 200] [--no-native] [--keep FOLDER] [--record]
// The exit code is 1 above the bar. Instantiations are the same on every machine; only the time is not.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { record } from './results.mjs';
import { functionsOf, schemaOf } from './ts-compile/application.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  allowNegative: true,
  options: {
    tables: { type: 'string', default: '500' },
    functions: { type: 'string', default: '200' },
    native: { type: 'boolean', default: true },
    keep: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const [tables, functions] = [Number(values.tables), Number(values.functions)];

/** For 500 tables and 200 functions. */
const BAR = 300_000;

const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  declaration: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  noEmit: true,
};

const work = values.keep ?? mkdtempSync(join(tmpdir(), 'orm-ts-compile-'));
if (values.keep === undefined) process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** A project with these files; gives its folder. */
function makeProject(name, files) {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'functions'), { recursive: true });
  symlinkSync(here('../node_modules'), join(folder, 'node_modules'));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const config = { compilerOptions: OPTIONS, include: ['models', 'functions'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config, null, 2));
  return folder;
}

function makeApplication() {
  const connections = { bench: { adapter: 'pgsql' } };
  const settings = { database: { connections }, generator: { targets: ['typescript'] }, paths: { tsDir: 'models' } };
  const written = Object.entries(functionsOf(tables, functions)).map(([file, text]) => [`functions/${file}`, text]);
  const folder = makeProject('application', {
    'orm.json': JSON.stringify({ orm: settings }),
    'schema.xml': schemaOf(tables),
    ...Object.fromEntries(written),
  });
  execFileSync(process.execPath, [here('../packages/generator/bin/orm'), 'model:build'], { cwd: folder });
  return folder;
}

/** What every project has to pay that imports the runtime. */
const makeEmpty = () =>
  makeProject('empty', { 'functions/empty.ts': "import * as runtime from '@ormgen/runtime';\nvoid runtime;\n" });

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

/** TypeScript 7 is another program; the repository's tools still need the library of the one before. */
function installNative() {
  const folder = join(work, 'native');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', 'typescript@7'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`TypeScript 7 cannot be installed; go without it by --no-native.\n${stderr}`);
  return join(folder, 'node_modules/typescript/bin/tsc');
}

const compilers = [here('../node_modules/typescript/bin/tsc'), ...(values.native ? [installNative()] : [])];
const application = makeApplication();
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
const bar = fixed.instantiations + ((BAR - fixed.instantiations) * tables) / 500;
const report = [
  `\`node bench/ts-compile.mjs\`: ${tables} tables, ${functions} functions that use them, all files checked under \`strict\` and more.`,
  `Bar: at most ${number(Math.round(bar))} instantiations; ${number(all.instantiations)} are ${(all.instantiations / bar).toFixed(2)} of it.`,
  '',
  '| TypeScript | instantiations | types | check s | CPU s |',
  '|---|---|---|---|---|',
  ...measured.flatMap((each) => [row(each.version, each.all), row(`${each.version}, the runtime alone`, each.fixed)]),
].join('\n');
console.log(report);
if (values.record) record('TypeScript: what the compiler has to do', report);
process.exitCode = all.instantiations <= bar ? 0 : 1;
