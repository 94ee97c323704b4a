// Projects that use the classes of this checkout, and the compilers that check them.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = (path) => fileURLToPath(new URL(path, new URL('../../', import.meta.url)));

/** What generated code has to compile under. */
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

/** Writes a project with these files, which can import the packages of this checkout, or of `modules`, as if they had been installed. */
export function makeProject(folder, files, options = {}, modules = here('node_modules')) {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  symlinkSync(modules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...OPTIONS, ...options } }, null, 2),
  );
  return folder;
}

export const orm = (folder, ...args) =>
  execFileSync(process.execPath, [here('packages/generator/bin/orm'), ...args], {
    cwd: folder,
    stdio: 'pipe',
  });

export const COMPILER = here('node_modules/typescript/bin/tsc');

/** TypeScript 7 is another program: tools that use the compiler as a library still need the one before. */
export function installTypeScript7(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', 'typescript@7'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`TypeScript 7 cannot be installed:\n${stderr}`);
  return join(folder, 'node_modules/typescript/bin/tsc');
}
