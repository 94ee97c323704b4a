import type { FilePlan, PlannedFile } from './file-plan.js';

/** The classes of a language, as files. */
export interface ClassFiles {
  /** Ours: written anew by every build. */
  readonly owned: readonly PlannedFile[];
  /** The user's: written once. */
  readonly stubs: readonly PlannedFile[];
}

/** How files of ours are known in a folder that the user writes in, too. */
export interface ClassLayout {
  /** How the names of all files of classes end. */
  readonly ending: string;
  /** A line that files of ours carry. */
  readonly mark: RegExp;
  /** Whether a file can be ours at all, by its path. */
  readonly isOurs: (path: string) => boolean;
  /** The file of the user that a file of ours goes with. */
  readonly stubOf: (path: string) => string | undefined;
}

/** What already lies in the folder of the classes, with `/` between the parts of a path. */
export interface ClassFolder {
  /** Every file of the language. */
  readonly files: ReadonlySet<string>;
  /** Those that no plan of this build has and that carry our header. */
  readonly generated: readonly string[];
}

export interface ClassPlan extends FilePlan {
  /** Stubs of classes that are gone: the user's, so they are left alone and named. */
  readonly orphans: readonly string[];
}

/**
 * Files of ours as they must be, stubs that are not there yet, and with `whole` the removal of classes whose tables are
 * gone from the schema.
 */
export function classPlan(
  folder: string,
  { owned, stubs }: ClassFiles,
  existing: ClassFolder,
  { stubOf }: ClassLayout,
  whole: boolean,
): ClassPlan {
  const removals = whole ? [...existing.generated].sort() : [];
  const wanted = new Set(stubs.map(({ path }) => path));
  const orphans = removals
    .map(stubOf)
    .filter((path): path is string => path !== undefined && !wanted.has(path) && existing.files.has(path));
  return {
    folder,
    files: [...owned, ...stubs.filter(({ path }) => !existing.files.has(path))],
    removals,
    orphans,
  };
}
