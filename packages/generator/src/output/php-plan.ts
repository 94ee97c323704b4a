import type { FilePlan, PlannedFile } from './file-plan.js';

/** What already lies in the folder of the classes, with `/` between the parts of a path. */
export interface PhpFolder {
  /** Every PHP file. */
  readonly files: ReadonlySet<string>;
  /** Those in folders of ours that no plan of this build has and that carry our header. */
  readonly generated: readonly string[];
}

export interface PhpPlan extends FilePlan {
  /** Stubs of classes that are gone: the user's, so they are left alone and named. */
  readonly orphans: readonly string[];
}

/**
 * Files of ours as they must be, stubs that are not there yet, and with `whole` the removal of classes whose tables are
 * gone from the schema.
 */
export function phpPlan(
  folder: string,
  owned: readonly PlannedFile[],
  stubs: readonly PlannedFile[],
  existing: PhpFolder,
  whole: boolean,
): PhpPlan {
  const removals = whole ? [...existing.generated].sort() : [];
  const wanted = new Set(stubs.map(({ path }) => path));
  const orphans = removals
    .map(stubOf)
    .filter((path) => path !== undefined && !wanted.has(path) && existing.files.has(path)) as string[];
  return {
    folder,
    files: [...owned, ...stubs.filter(({ path }) => !existing.files.has(path))],
    removals,
    orphans,
  };
}

/** `App/Base/Book.php` → `App/Book.php`. */
function stubOf(path: string): string | undefined {
  const match = /^(.*\/)?Base\/([^/]+)$/.exec(path);
  return match ? `${match[1] ?? ''}${match[2] ?? ''}` : undefined;
}
