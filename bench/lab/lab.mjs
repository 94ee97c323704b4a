// A folder for the servers of one run, and the end of all of it: whatever happens, no process, mount or file is left.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruption, processesBelow, send, startServer, startTimeOf } from '../../scripts/engines/processes.mjs';

const PREFIX = 'orm-lab-';

export class Lab {
  #begun = performance.now();
  #endings = [];

  /** @param {{ seed: number, quiet?: boolean }} options */
  constructor({ seed, quiet = false }) {
    this.seed = seed;
    this.quiet = quiet;
    this.#removeAbandoned();
    // The name says whose it is: one whose process is gone is removed by the next run.
    const name = `${PREFIX}${process.pid}-${startTimeOf(process.pid)}-`;
    this.folder = mkdtempSync(join(tmpdir(), name));
    chmodSync(this.folder, 0o755); // servers run under accounts of their own
    this.#random = seed >>> 0 || 1;
  }

  #random;

  /** Says what happens, with the time since the beginning. */
  tell(line) {
    if (this.quiet) return;
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1).padStart(6);
    process.stdout.write(`${seconds} s  ${line}\n`);
  }

  /** A number from 0 to 1, by the seed. */
  random() {
    // xorshift32
    let x = this.#random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#random = x >>> 0;
    return this.#random / 2 ** 32;
  }

  /** Waits, and gives up when the run is interrupted. */
  async pause(seconds) {
    interruption.signal.throwIfAborted();
    await sleep(seconds * 1000, undefined, { signal: interruption.signal });
  }

  /** Waits until something is so; a test that fails is one that says no. */
  async until(what, isTrue, seconds = 60) {
    const deadline = Date.now() + seconds * 1000;
    let problem;
    for (;;) {
      try {
        if (await isTrue()) return;
        problem = undefined;
      } catch (error) {
        problem = error;
      }
      if (Date.now() > deadline) {
        throw new Error(`${what}: not within ${seconds} s${problem ? ` (${problem.message})` : ''}`);
      }
      await this.pause(0.05);
    }
  }

  /** Waits for the first answer of a server; when there is none, its log says why. */
  async startOf({ name, log }, ping, seconds = 120) {
    try {
      await this.until(`${name} starts`, () => ping().then(() => true), seconds);
    } catch (error) {
      interruption.signal.throwIfAborted();
      const tail = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15) : [];
      throw new Error([error.message, ...tail.map((line) => `    ${line.slice(0, 300)}`)].join('\n'));
    }
  }

  /** A folder of a server's account inside the lab. */
  makeFolder(name, user, mode = 0o700) {
    const folder = join(this.folder, name);
    mkdirSync(folder, { mode, recursive: true });
    if (user) chownSync(folder, user.uid, user.gid);
    return folder;
  }

  /** A small disk. Its folder can be filled up without harm to anything else; needs root. */
  makeDisk(name, megabytes, user) {
    const folder = this.makeFolder(name, user);
    const owner = user ? `,uid=${user.uid},gid=${user.gid}` : '';
    const options = `size=${megabytes}m,mode=0700${owner}`;
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`cannot mount a small disk (this needs root): ${stderr.trim()}`);
    return folder;
  }

  /** Starts a program that runs until it is ended; its working directory marks it as ours. */
  start(command, args, { folder, user, log }) {
    return startServer(command, args, { log: log ?? join(folder, 'log'), user, cwd: folder });
  }

  /** Runs a program to its end; returns what it prints. */
  run(command, args, { user, cwd = this.folder, env = {} } = {}) {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd,
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/nonexistent', ...env },
        uid: user?.uid,
        gid: user?.gid,
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: interruption.signal,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(output) : reject(new Error(`${command} failed with exit code ${code}\n${output}`)),
      );
    });
  }

  /** What to do at the end, in the opposite order. */
  atEnd(work) {
    this.#endings.unshift(work);
  }

  /** Ends every process and removes every file. */
  async close() {
    for (const work of this.#endings) {
      try {
        await work();
      } catch (error) {
        process.stderr.write(`lab: at the end: ${error.message}\n`);
      }
    }
    this.#endings = [];
    await Lab.#remove(this.folder);
  }

  static async #remove(folder) {
    for (let tries = 0; processesBelow(folder).length > 0; tries++) {
      if (tries > 200) throw new Error(`cannot end process ${processesBelow(folder).join(', ')}`);
      for (const pid of processesBelow(folder)) send(pid, 'SIGKILL');
      await sleep(50);
    }
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[1] ?? '')
      .filter((path) => path.startsWith(`${folder}/`));
    for (const path of mounts) spawnSync('umount', ['-l', path]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Removes what a run that was killed has left. */
  #removeAbandoned() {
    for (const entry of readdirSync(tmpdir())) {
      const [, pid, startTime] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-`).exec(entry) ?? [];
      if (pid && startTimeOf(pid) !== startTime) this.atEnd(() => Lab.#remove(join(tmpdir(), entry)));
    }
  }
}

/** Runs work with a lab of its own, which is gone afterwards. */
export async function withLab(options, work) {
  const lab = new Lab(options);
  try {
    return await work(lab);
  } finally {
    await lab.close();
  }
}

/** Ctrl-C and its kin end the run in order. */
export function endInOrder() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => interruption.abort(Object.assign(new Error(`interrupted by ${signal}`), { signal })));
  }
}
