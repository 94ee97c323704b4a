import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CONFIG_FOLDERS, configCandidates, projectFolder } from '../../config/candidates.js';
import type { Config } from '../../config/config.js';
import { findSchemaFiles } from '../../schema/files.js';
import type { Inputs } from '../command.js';

/** What was there at one moment: by path, something that changes with every save. */
export type Snapshot = ReadonlyMap<string, string>;

/** The files that a build depends on. What it is told by a build stays until the next tells something else. */
export class WatchedFiles implements Inputs {
  readonly #place: string;
  #folder: { readonly schemaDir: string; readonly recursive: boolean } | undefined;
  #told = new Set<string>();

  constructor(
    private readonly cwd: string,
    configDir: string | undefined,
  ) {
    this.#place = configDir === undefined ? projectFolder(resolve(cwd)) : resolve(cwd, configDir);
  }

  configuration({ paths: { schemaDir }, generator: { recursive } }: Config): void {
    this.#folder = { schemaDir, recursive };
    this.#told = new Set();
  }

  schemaFile(path: string): void {
    this.#told.add(path);
  }

  /** Folders in which something may appear, vanish or be replaced. */
  folders(): readonly string[] {
    const folders = [
      ...CONFIG_FOLDERS.map((name) => join(this.#place, name)),
      dirname(this.#place),
      ...[...this.#told].map((path) => dirname(path)),
    ];
    return [...new Set(this.#folder === undefined ? folders : [...folders, this.#folder.schemaDir])];
  }

  async snapshot(): Promise<Snapshot> {
    const { cwd } = this;
    const schemas = this.#folder === undefined ? [] : await findSchemaFiles({ ...this.#folder, cwd }).catch(() => []);
    const { normal, dist } = configCandidates(this.#place);
    // `--config-dir` may name the file itself.
    const configurations = [this.#place, `${this.#place}.dist`, ...normal, ...dist];
    const paths = new Set([...configurations, ...schemas, ...this.#told]);
    const found = await Promise.all([...paths].map(async (path) => [path, await signature(path)] as const));
    // A file that nobody spoke of is part of it only when it is there.
    return new Map(found.filter(([path, signed]) => signed !== MISSING || this.#told.has(path)));
  }
}

const MISSING = 'missing';

/** When a file was written, in nanoseconds; nothing if it is not there. */
export function writtenAt(signed: string): bigint | undefined {
  return signed === MISSING ? undefined : BigInt(signed.split(',')[0] ?? '0');
}

async function signature(path: string): Promise<string> {
  const found: BigIntStats | undefined = await stat(path, { bigint: true }).catch(() => undefined);
  // A folder changes with every file in it; of files, an editor may keep size, time or number, but never all of them.
  if (found === undefined || found.isDirectory()) return MISSING;
  return [found.mtimeNs, found.ctimeNs, found.size, found.ino].join();
}

/** The paths that are not the same in both. */
export function differences(before: Snapshot, after: Snapshot): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

/** `schema.xml changed`, `3 files changed`. */
export function changeText(paths: readonly string[]): string {
  const [first] = paths;
  return first !== undefined && paths.length === 1 ? `${basename(first)} changed` : `${paths.length} files changed`;
}
