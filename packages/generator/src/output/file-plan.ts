/** A file that a generator wants to exist, relative to the folder it is written into, with `/` between its parts. */
export interface PlannedFile {
  readonly path: string;
  readonly content: string;
  /** Permissions it must have, such as 0o640; nothing: those of a new file. Windows has none of them. */
  readonly mode?: number | undefined;
  /** How files of ours begin: one that does not have it in its first lines is somebody else's, and is not replaced. */
  readonly mark?: RegExp | undefined;
}

/** What a generator wants of a folder. Pure data: the writer writes it, checks it or only shows it. */
export interface FilePlan {
  /** Absolute folder; nothing outside it is ever touched. */
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  /** Generated files that have no reason to exist any more. */
  readonly removals: readonly string[];
}

export type FileStatus = 'created' | 'changed' | 'unchanged' | 'removed';

export interface FileResult {
  readonly path: string;
  readonly status: FileStatus;
}
