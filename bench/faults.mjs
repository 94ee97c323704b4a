// Puts a fault that the runtime once had into a copy of it. A text that is not in the file exactly once any more has to be brought
// up to date where the fault is written down.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Calls `work` with the folder of a runtime that has the fault.
 *
 * @template T
 * @param {string} runtime the folder of the right one
 * @param {(folder: string) => Promise<T>} work
 */
export async function withFault({ name, file, from, to }, runtime, work) {
  const folder = mkdtempSync(join(tmpdir(), `orm-fault-${name}-`));
  try {
    cpSync(runtime, folder, { recursive: true });
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.split(from).length !== 2) throw new Error(`fault ${name}: ${file} has not exactly one\n${from}`);
    writeFileSync(
      join(folder, file),
      text.replace(from, () => to),
    );
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
