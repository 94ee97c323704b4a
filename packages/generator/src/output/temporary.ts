import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Files being written have such a name and are in no plan: the name of the file, a number of the machine, the process, a
 * random number. Names without machine and process are those of earlier versions.
 */
const TEMPORARY = /^\..*\.(?:([0-9a-f]{8})-(\d{1,10})-)?[0-9a-f]{12}\.orm-tmp$/;

/** No file is written for so long: one that is older is nobody's, whatever process has the number now. */
const OLD = 60 * 60 * 1000;

/** Of a longer name only the beginning: with what is added it must not become too long for the file system. */
const LONGEST = 40;

/** A new name beside a file, under which it is written before it takes its place. */
export function temporaryName(target: string): string {
  const random = randomBytes(6).toString('hex');
  const name = basename(target).slice(0, LONGEST);
  return join(dirname(target), `.${name}.${machine()}-${process.pid}-${random}.orm-tmp`);
}

/**
 * Removes the temporary files of builds that are dead. Those of builds that run beside this one stay: without its file
 * such a build would fail. What cannot be removed, or is no file, disturbs nobody.
 */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const match = TEMPORARY.exec(name);
    if (match === null) continue;
    const path = join(folder, name);
    try {
      const found = lstatSync(path);
      if (!found.isFile()) continue;
      const isDead = match[1] === machine() && !isAlive(Number(match[2]));
      if (isDead || Date.now() - found.mtimeMs > OLD) rmSync(path, { force: true });
    } catch {
      // Gone already, or not ours to remove.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let ownMachine: string | undefined;

/** Where a number of a process means the same process: a container that shares the folder counts its own. */
function machine(): string {
  ownMachine ??= createHash('sha256').update(`${hostname()}\0${processNamespace()}`).digest('hex').slice(0, 8);
  return ownMachine;
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // not Linux
  }
}
