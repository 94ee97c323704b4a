import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Package managers by the file they leave in a project. */
const MANAGERS: readonly (readonly [lock: string, line: string])[] = [
  ['pnpm-lock.yaml', 'pnpm add --save-dev'],
  ['yarn.lock', 'yarn add --dev'],
  ['bun.lock', 'bun add --dev'],
  ['bun.lockb', 'bun add --dev'],
  ['package-lock.json', 'npm install --save-dev'],
];

const NPM = 'npm install --save-dev';

/** A command that installs a package, and the folder that it changes. */
export interface InstallCommand {
  readonly line: string;
  readonly folder: string;
}

/** What to type to install a package in a project, with the package manager that it uses. */
export function installLine(cwd: string, name: string): string {
  return installCommand(cwd, name).line;
}

/** The same, and where: as npm, in the next folder upwards that is a project of Node, or else in this one. */
export function installCommand(cwd: string, name: string): InstallCommand {
  const locked = nearest(cwd, (folder) => MANAGERS.some(([lock]) => existsSync(join(folder, lock))));
  const [, line = NPM] = MANAGERS.find(([lock]) => locked !== undefined && existsSync(join(locked, lock))) ?? [];
  const project = nearest(cwd, (folder) =>
    ['package.json', 'node_modules'].some((entry) => existsSync(join(folder, entry))),
  );
  return { line: `${line} ${name}`, folder: project ?? locked ?? cwd };
}

function nearest(start: string, matches: (folder: string) => boolean): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (matches(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
