import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';

/** What the system says about a file, by its error code, in words. */
const REASONS: Readonly<Record<string, readonly [reason: string, help: string]>> = {
  EISDIR: ['it is a folder, and a file must stand there', 'move the folder away'],
  ENOTDIR: ['a file is in the way of the folder', 'move the file away, or choose another output folder'],
  EEXIST: ['something else is in the way of the folder', 'move it away, or choose another output folder'],
  ENOENT: ['it is a link to nowhere, or its folder is gone', 'remove the link, or create what it points at'],
  ELOOP: ['it is a link that leads back to itself', 'remove the link'],
  EACCES: ['permission denied', 'change the owner or the mode, or choose another output folder'],
  EPERM: ['permission denied', 'change the owner or the mode, or choose another output folder'],
  EROFS: ['the file system is read-only', 'choose another output folder'],
  ENOSPC: ['the disk is full', 'make room and run it again: every file is whole, old or new'],
  EDQUOT: ['the disk quota is used up', 'make room and run it again: every file is whole, old or new'],
  ENAMETOOLONG: ['its name is too long', 'a name in the schema is too long for a file: shorten it'],
};

/** The code of an error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;

/** An error of the system as a diagnostic that names the file; anything else as it is. */
export function fileFailure(error: unknown, deed: 'read' | 'write', path: string): DiagnosticError | Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = errorCode(error) ?? '';
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (!known) return error;
  const [reason, help] = known;
  return failure({ code: 'output/file', message: `cannot ${deed} ${quoted(path, 500)}: ${reason}`, help });
}
