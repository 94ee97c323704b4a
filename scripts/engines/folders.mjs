// Folders: the run folder, locks, and copies that the server's account can read.

import { spawnSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, startTimeOf } from './processes.mjs';
import { enginePaths, runFolder } from './settings.mjs';

/** Creates the run folder. Its name can be guessed, so a folder that somebody else put there is refused. */
export function openRunFolder() {
  const folder = runFolder();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid()) {
    throw new Error(`${folder} belongs to somebody else; remove it or set TMPDIR`);
  }
}

/** Removes the run folder when no engine uses it any more. */
export function closeRunFolder() {
  try {
    rmdirSync(runFolder());
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error;
  }
}

/** Removes everything an engine left in the run folder, except the lock. */
export function removeFiles(name) {
  const { home, log, state } = enginePaths(name);
  for (const path of [home, log, state]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Runs `work` while no other process starts or stops the same engine. The lock file holds the owner's process id
 * and start time: the lock of a dead owner is void.
 */
export async function withLock(name, work) {
  const { lock } = enginePaths(name);
  const mine = `${process.pid} ${startTimeOf(process.pid)}`;
  const draft = `${lock}.${process.pid}`;
  for (;;) {
    try {
      openRunFolder();
      writeFileSync(draft, mine);
      linkSync(draft, lock); // appears with its content in one step, or fails because there is one
      break;
    } catch (error) {
      // ENOENT: another process that stopped its last engine removed the folder between two of our steps.
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
      dropLockOfTheDead(lock);
    } finally {
      rmSync(draft, { force: true });
    }
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    unlinkSync(lock);
    closeRunFolder();
  }
}

function dropLockOfTheDead(lock) {
  try {
    const [pid, startTime] = readFileSync(lock, 'utf8').split(' ');
    if (!isSameProcess(pid, startTime)) unlinkSync(lock);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error; // released meanwhile
  }
}

/** Copies a folder; by hard links where the file system allows, which costs neither time nor space. */
export function copyFolder(source, target) {
  for (const options of ['-al', '-a']) {
    rmSync(target, { recursive: true, force: true });
    const result = spawnSync('cp', [options, source, target], { encoding: 'utf8' });
    if (result.status === 0) return;
    if (options === '-a') throw new Error(`cannot copy ${source}: ${result.stderr.trim()}`);
  }
}
