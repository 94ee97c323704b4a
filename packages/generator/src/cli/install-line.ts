import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a package is for: commands of developers, or the application itself. */
type Use = 'development' | 'application';

type Manager = Readonly<Record<Use, string>>;

const NPM: Manager = { development: 'npm install --save-dev', application: 'npm install --save-prod' };
const BUN: Manager = { development: 'bun add --dev', application: 'bun add' };

/** Package managers by the file they leave in a project. */
const MANAGERS: readonly (readonly [lock: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', { development: 'pnpm add --save-dev', application: 'pnpm add --save-prod' }],
  ['yarn.lock', { development: 'yarn add --dev', application: 'yarn add' }],
  ['bun.lock', BUN],
  ['bun.lockb', BUN],
  ['package-lock.json', NPM],
];

/** A command that installs a package, and the folder that it changes. */
export interface InstallCommand {
  readonly line: string;
  readonly folder: string;
}

/** What to type to install a package in a project, with the package manager that it uses. */
export function installLine(cwd: string, name: string, use: Use = 'development'): string {
  return installCommand(cwd, name, use).line;
}

/** The same, and where: as npm, in the next folder upwards that is a project of Node, or else in this one. */
export function installCommand(cwd: string, name: string, use: Use = 'development'): InstallCommand {
  const locked = nearest(cwd, (folder) => MANAGERS.some(([lock]) => existsSync(join(folder, lock))));
  const [, manager = NPM] = MANAGERS.find(([lock]) => locked !== undefined && existsSync(join(locked, lock))) ?? [];
  const project = nearest(cwd, (folder) =>
    ['package.json', 'node_modules'].some((entry) => existsSync(join(folder, entry))),
  );
  return { line: `${manager[use]} ${name}`, folder: project ?? locked ?? cwd };
}

function nearest(start: string, matches: (folder: string) => boolean): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (matches(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
