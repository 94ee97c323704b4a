import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { failure } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { PlannedFile } from './file-plan.js';

/** How much of a file is looked at: a mark stands in its first lines. */
const HEAD = 1024;

/** Whether there is a file that has the mark in its first lines. A folder or a dangling link has none. */
export function carriesMark(path: string, mark: RegExp): boolean {
  return mark.test(headOf(path) ?? '');
}

/** Reports files that are there, would be replaced, and are not ours. */
export function refuseForeign(changed: readonly (readonly [target: string, file: PlannedFile])[]): void {
  const foreign = changed.filter(([target, { mark }]) => mark !== undefined && isForeign(target, mark));
  if (foreign.length === 0) return;
  const names = foreign.map(([target]) => quoted(target, 500));
  throw failure({
    code: 'output/foreign',
    message:
      names.length === 1
        ? `${names[0] ?? ''} is there already, and orm did not write it`
        : `orm did not write these files, which are there already: ${names.join(', ')}`,
    help: 'move it away, or choose another place for the new one; --force replaces it',
  });
}

/** Nothing is lost with an empty file; what is no file is in the way, and said to be when it is written over. */
function isForeign(target: string, mark: RegExp): boolean {
  const head = headOf(target);
  return head !== undefined && head !== '' && !mark.test(head);
}

function headOf(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const buffer = Buffer.alloc(HEAD);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, HEAD, 0));
  } finally {
    closeSync(file);
  }
}
