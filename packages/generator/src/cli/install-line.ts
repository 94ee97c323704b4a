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

/** What to type to install a package in a project, with the package manager that it uses. */
export function installLine(cwd: string, name: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = MANAGERS.find(([lock]) => existsSync(join(folder, lock)));
    if (found !== undefined || dirname(folder) === folder) return `${found?.[1] ?? 'npm install --save-dev'} ${name}`;
  }
}
