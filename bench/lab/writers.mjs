// PHP processes that write through generated classes, what they were told, and the judge.

import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { login, urlVariable } from '../../scripts/engines/settings.mjs';
import { reconfigure } from '../../scripts/php/project.mjs';
import { openDatabase, php, problemsOf, startProcesses, total, verify } from '../lists/run.mjs';

/** Own operations 60%, transaction(callable) 25%, by hand 15%. */
const MODES = { own: 12, callable: 5, hand: 3 };

/** Temporary folders that are made meanwhile go with the lab, even if the run is killed. */
async function inFolder(folder, work) {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

export class Writers {
  #running = [];
  #results = [];
  #faults = [];
  #tails = new Map();

  /**
   * Builds the project with the real `orm`, and its tables on a server that is reached directly.
   *
   * @param {import('./lab.mjs').Lab} lab
   */
  static async open(lab, engine, url, { only = ['card', 'song'], rows = 20 } = {}) {
    lab.tell('build the project and its tables');
    process.env[urlVariable(engine)] = url;
    const writers = new Writers();
    writers.lab = lab;
    const database = await inFolder(lab.folder, () => openDatabase(engine, { only, rows }));
    writers.database = database;
    writers.name = /dbname=(\w+)/.exec(database.settings.dsn)?.[1];
    writers.connection = {
      adapter: database.settings.adapter,
      ...(engine === 'sqlite' ? {} : { user: login.user, password: login.password }),
      classname: database.settings.classname,
      settings: database.settings.settings,
    };
    lab.atEnd(() => {
      for (const { child } of writers.#running) child.kill('SIGKILL');
      // The database is not removed: the server that would have to be asked may be gone, and everything goes with the lab.
    });
    return writers;
  }

  /** A configuration of the project, by the real `orm`; returns its name for `start`. */
  async configure(name, connection) {
    const { project } = this.database.settings;
    const given = Object.fromEntries(
      Object.entries({ ...this.connection, ...connection }).filter(([, value]) => value),
    );
    await reconfigure(project, { lists: given });
    const conf = join(project, 'generated-conf');
    copyFileSync(join(conf, 'config.php'), join(conf, `config-${name}.php`));
    return `config-${name}`;
  }

  /** Starts processes, in turn with each of the configurations. */
  start({ count, configs, modes = MODES, ...settings }) {
    this.count = count;
    this.lab.tell(`start ${count} writers`);
    const first = this.#running.length + 1;
    const { seed } = this.lab;
    const options = { script: 'worker.php', count, first, seed, modes, configs, tolerant: 'all', requests: true };
    this.#running.push(...startProcesses(this.database, { ...options, ...settings }));
  }

  /** When each transaction was acknowledged, by process, in seconds since 1970. */
  #times() {
    const { folder } = this.database;
    for (const name of readdirSync(folder).filter((each) => each.startsWith('acknowledged-'))) {
      const tail = this.#tails.get(name) ?? { read: 0, rest: '', times: [] };
      this.#tails.set(name, tail);
      const file = join(folder, name);
      const fresh = Buffer.alloc(statSync(file).size - tail.read);
      if (fresh.length === 0) continue;
      const handle = openSync(file);
      tail.read += readSync(handle, fresh, 0, fresh.length, tail.read);
      closeSync(handle);
      const lines = (tail.rest + fresh).split('\n');
      tail.rest = lines.pop();
      tail.times.push(...lines.map((line) => Number(line.slice(line.lastIndexOf(',') + 1, -1))));
    }
    return [...this.#tails.values()].map(({ times }) => times);
  }

  acknowledged() {
    return this.#times().reduce((sum, times) => sum + times.length, 0);
  }

  /** Lets them work until so many transactions were acknowledged, or until a moment. */
  async work({ transactions, until }) {
    let told = Date.now();
    while (this.acknowledged() < transactions && Date.now() < until) {
      if (this.#hasFailed()) break;
      await this.lab.pause(0.2);
      if (Date.now() - told > 5000) {
        told = Date.now();
        this.lab.tell(`${this.acknowledged()} acknowledged`);
      }
    }
  }

  /** Whether a writer has ended by itself: the judge will say which, and why. */
  #hasFailed() {
    return this.#running.some(({ child }) => child.exitCode !== null || child.signalCode !== null);
  }

  /** Notes that a fault is over (a server has taken over, or is back), and waits until every writer works again. */
  async back(moment, seconds = 30) {
    this.#faults.push(moment);
    const deadline = Date.now() + seconds * 1000;
    const isBack = () => {
      const times = this.#times();
      return times.length === this.count && times.every((each) => each.at(-1) > moment);
    };
    while (Date.now() < deadline && !isBack() && !this.#hasFailed()) await this.lab.pause(0.1);
    const waits = this.#waits(moment);
    const longest = Math.max(...waits);
    this.lab.tell(
      Number.isFinite(longest)
        ? `all writers are back, the last after ${longest.toFixed(1)} s`
        : `${waits.filter((wait) => !Number.isFinite(wait)).length} writers are not back after ${seconds} s`,
    );
  }

  #waits(moment) {
    return this.#times().map((times) => (times.find((time) => time > moment) ?? Number.POSITIVE_INFINITY) - moment);
  }

  /** Runs a script of this folder with the settings of the run; returns the JSON that it prints. */
  async script(name, settings) {
    const file = join(this.database.folder, `${name}.json`);
    const { start, ...rest } = this.database.settings;
    writeFileSync(file, JSON.stringify({ ...rest, ...settings }));
    return JSON.parse(await php([fileURLToPath(new URL(name, import.meta.url)), file]));
  }

  /** Lets the writers end what they are doing. */
  async stop() {
    const file = join(this.database.folder, 'stop');
    writeFileSync(file, '');
    const patience = setTimeout(() => {
      for (const { child } of this.#running) child.kill('SIGKILL');
    }, 90_000);
    this.#results.push(...(await Promise.all(this.#running.map(({ result }) => result))));
    clearTimeout(patience);
    this.#running = [];
    if (existsSync(file)) rmSync(file);
  }

  /** What nodes of a cluster do not agree on; a node may be behind for a moment. */
  async differences(dsns) {
    const script = fileURLToPath(new URL('../lists/verify.php', import.meta.url));
    const rowsOf = (dsn, index) => {
      const file = join(this.database.folder, `rows-${index}.json`);
      const { start, ...settings } = this.database.settings;
      writeFileSync(file, JSON.stringify({ ...settings, dsn }));
      return php([script, file, '--rows']);
    };
    for (let tries = 0; tries < 40; tries++) {
      const rows = await Promise.all(dsns.map(rowsOf));
      if (new Set(rows).size === 1) return [];
      await this.lab.pause(0.5);
    }
    return ['the nodes do not have the same rows'];
  }

  /**
   * Replays the journal of a server: every list 1..n and as a serial run leaves it, every acknowledged transaction there.
   * Returns the figures of the run, and what is wrong.
   *
   * @param {boolean} keeps whether the journal of a wrong run is kept in a file
   */
  async judge(dsn, keeps = true) {
    this.lab.tell('the judge replays the journal');
    const settings = { ...this.database.settings, dsn, user: login.user, password: login.password };
    const verdict = await verify({ ...this.database, settings }, keeps);
    const counted = total(this.#results);
    const lost = verdict.problems.lost?.count ?? 0;
    const waits = this.#faults.flatMap((moment) => this.#waits(moment)).sort((one, other) => one - other);
    const { lost: _lost, ...wrong } = verdict.problems;
    return {
      acknowledged: verdict.acknowledged,
      operations: verdict.operations,
      lost,
      untold: verdict.transactions - (verdict.acknowledged - lost),
      lists: verdict.lists,
      right: Object.keys(wrong).length === 0,
      faults: this.#faults.length,
      wait: waits.length === 0 ? undefined : { median: waits[Math.floor(waits.length / 2)], longest: waits.at(-1) },
      retries: counted.retries ?? 0,
      conflicts: counted.conflicts ?? {},
      failed: Object.values(counted.lost ?? {}).reduce((sum, each) => sum + each, 0),
      errors: counted.errors ?? {},
      counted,
      problems: [
        ...problemsOf(verdict),
        ...Object.keys(counted.unexpected ?? {})
          .slice(0, 3)
          .map((text) => `unexpected: ${text.slice(0, 1000)}`),
        ...this.#results.filter(({ ended }) => ended).map(({ process: number, ended }) => `writer ${number}: ${ended}`),
      ],
    };
  }
}
