import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EXTENSIONS } from './formats/format.js';

/** The folders of a project that may hold its configuration. */
export const CONFIG_FOLDERS = ['', 'conf', 'config'] as const;

const NAMES = new Set(Object.keys(EXTENSIONS).map((extension) => `orm.${extension}`));

/** Files that may be the configuration of a project. More than one of a kind is a mistake. */
export interface ConfigCandidates {
  readonly normal: readonly string[];
  readonly dist: readonly string[];
  /** Everything that lies in the folders that were looked into. */
  readonly all: readonly string[];
}

/** Looks for configuration files in a project folder; reads none of them. */
export function configCandidates(place: string): ConfigCandidates {
  const all = CONFIG_FOLDERS.flatMap((folder) => filesIn(join(place, folder)));
  return {
    normal: all.filter((file) => NAMES.has(basename(file))),
    dist: all.filter((file) => file.endsWith('.dist') && NAMES.has(basename(file, '.dist'))),
    all,
  };
}

/**
 * The project that a folder belongs to: itself, or the nearest folder above it with a configuration. Nobody else's: the
 * search ends at the root of a repository and at the home folder. Without any, the folder itself.
 */
export function projectFolder(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const { normal, dist } = configCandidates(folder);
    if (normal.length + dist.length > 0) return folder;
    const isLast = folder === homedir() || dirname(folder) === folder || existsSync(join(folder, '.git'));
    if (isLast) return cwd;
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .sort();
  } catch {
    return [];
  }
}
