#!/usr/bin/env node
// Compiles with TypeScript 7 what users compile: the generated classes of an application with relations and lists, and the
// example with both languages; further the runtime and its tests.
//   node scripts/typescript-7.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApplication } from '../bench/ts-compile/application.mjs';
import { here, installTypeScript7, makeProject, orm } from './typescript/project.mjs';

const work = mkdtempSync(join(tmpdir(), 'orm-typescript-7-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

function example() {
  const names = ['orm.yaml', 'schema.xml', 'server.ts', 'seed.ts'];
  const files = names.map((name) => [name, readFileSync(here(`examples/both-languages/${name}`), 'utf8')]);
  const folder = makeProject(join(work, 'example'), Object.fromEntries(files), { allowImportingTsExtensions: true });
  for (const command of ['model:build', 'config:convert']) orm(folder, command);
  return folder;
}

const compiler = installTypeScript7(join(work, 'compiler'));
const projects = [
  [
    'generated classes, functions that use them, declarations of the runtime',
    makeApplication(join(work, 'application'), 50, 50),
  ],
  ['examples/both-languages', example()],
  ['packages/runtime-ts, its tests', here('packages/runtime-ts/tsconfig.test.json')],
];
for (const [name, project] of projects) {
  const { status } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', project], { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name}`);
  if (status !== 0) process.exitCode = 1;
}
