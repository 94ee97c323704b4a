// Starting, recognising and ending processes. Linux only: it reads /proc.

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Aborted by SIGINT, SIGTERM and SIGHUP: everything that waits gives up and cleans up behind itself. */
export const interruption = new AbortController();

/** Programs of ours that may work in a data folder; `ld-linux` runs a server from a downloaded root. */
const serverPrograms = /^(postgres|initdb|mysqld|mariadbd|ld-linux.*)$/;

/** The same, and what bench/lab starts beside them. */
const labPrograms = /^(postgres|initdb|pg_basebackup|mysqld|mariadbd|ld-linux.*|haproxy|pgbouncer|pgpool|rsync|php.*)$/;

/** When a process started, in clock ticks since boot; undefined when it is gone or a zombie. */
export function startTimeOf(pid) {
  try {
    // The second field is the program's name in parentheses and may contain anything: count from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Whether the process we remember still runs. Ids are reused, so the start time must match too. */
export function isSameProcess(pid, startTime) {
  return startTime !== undefined && startTimeOf(pid) === startTime;
}

/**
 * Ids of all server processes that work in this data folder. This finds what no id file can: the children of a
 * server that was killed, and servers whose start was interrupted before their state was written.
 */
export function processesIn(data) {
  return processesAt((cwd) => cwd === data, serverPrograms);
}

function processesAt(isOurs, programs) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
        const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
        // A person's shell may stand in the folder too; it is none of our business.
        return isOurs(cwd) && programs.test(program) && startTimeOf(pid) !== undefined;
      } catch {
        return false; // ended meanwhile, or somebody else's
      }
    });
}

/**
 * Ids of all processes of ours that work in a folder or below it: servers, what stands between them and clients, and what
 * they run to copy their data.
 */
export function processesBelow(folder) {
  return processesAt((cwd) => cwd === folder || cwd.startsWith(`${folder}/`), labPrograms);
}

/** Ends the server of a data folder: politely by the main process, then by force. */
export async function endProcessesIn(data, mainPid, politeSignal, patience = 15_000) {
  if (mainPid !== undefined) send(mainPid, politeSignal);
  const deadline = Date.now() + (mainPid === undefined ? 0 : patience);
  for (;;) {
    const left = processesIn(data);
    if (left.length === 0) return;
    if (Date.now() >= deadline) {
      for (const pid of left) send(pid, 'SIGKILL');
      if (Date.now() > deadline + 10_000) throw new Error(`cannot end process ${left.join(', ')}`);
    }
    await sleep(40);
  }
}

/** To a process that may have ended by itself. */
export function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs a program to its end with its output in a log file; throws when it fails. `user` changes to another
 * account (only root can), `input` is written to its standard input.
 */
export function runLogged(command, args, { log, user, cwd, env = serverEnvironment(), input = '' }) {
  return new Promise((resolve, reject) => {
    const out = openSync(log, 'a');
    const child = spawn(command, args, {
      cwd,
      env,
      uid: user?.uid,
      gid: user?.gid,
      stdio: ['pipe', out, out],
      signal: interruption.signal,
    });
    closeSync(out);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${basename(command)} ended with ${signal ?? `exit code ${code}`}`));
    });
    child.stdin.on('error', () => {}); // a program that fails early does not read; its exit code tells
    child.stdin.end(input);
  });
}

/** Starts a server that outlives us. */
export function startServer(command, args, { log, user, cwd }) {
  const out = openSync(log, 'a');
  const child = spawn(command, args, {
    cwd,
    env: serverEnvironment(),
    uid: user?.uid,
    gid: user?.gid,
    stdio: ['ignore', out, out],
    detached: true, // its own session: Ctrl-C in the terminal must not reach it
  });
  closeSync(out);
  child.unref();
  return child;
}

/** Settings of the person's shell (PGDATA, MYSQL_HOME, locale, time zone) must not change a test server. */
function serverEnvironment() {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: '/nonexistent' };
}

/** The account a server runs under: servers refuse root. Undefined when we are not root: then it is our own. */
export function serverUser(preferred) {
  if (process.getuid() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of [preferred, 'nobody']) {
    const account = accounts.find(([name]) => name === wanted);
    if (account) return { name: wanted, uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(`there is neither an account ${preferred} nor nobody to run the server under`);
}

/** Whether the server's account can read a file: a checkout or a cache below /root is closed to others. */
export function isReadable(file, user) {
  if (!user) return true;
  return spawnSync('test', ['-r', file], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0;
}
