// One process of a run on the generated classes of TypeScript: node worker.mjs SETTINGS PROCESS. Several loops use one pool of
// connections, each with its own chance, its own objects, and a process number of its own in the journal. Settings are those of
// ../tables.php, and:
//   modules            the generated classes, as a file that exports all of them
//   begin              when to begin, in seconds since 1970
//   seed, duration     seconds at most; the loops end when the file `stop` is there
//   modes              share of own, hand and callable, in parts
//   loops, connections how many loops there are, and how many connections for them
//   isolation          levels that callers use, null for the usual one
//   timeout            seconds that operations and transaction(callable) go on trying; 10 as usual
//   tolerant           true: the process may be killed
//   trace              true: the file state-<loop> ends with ( while a transaction is open
// Prints JSON.

import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictError, configure, session } from '@ormgen/runtime';
import { Choices } from './choices.mjs';
import { Held } from './held.mjs';
import { Journal, journalled, withJournal } from './journal.mjs';
import { perform } from './perform.mjs';
import { Random } from './random.mjs';

/** The caller's own reason to give up. */
class ChangedMind extends Error {}

const settings = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const number = Number(process.argv[3]);
const milliseconds = (settings.timeout ?? 10) * 1000;
const counted = {
  operations: {},
  transactions: {},
  conflicts: {},
  unexpected: {},
  'journalled late': 0,
  'failed statements': {},
};

function count(group, name, by = 1) {
  group[name] = (group[name] ?? 0) + by;
}

const firstLine = (text) => text.split('\n', 1)[0].replaceAll(/\d+/g, '#');

class Loop {
  #orm;
  #journal;
  #random;
  #held;
  #choices;

  constructor(orm, modules, process) {
    this.#orm = orm;
    this.#random = new Random(settings.seed + 7919 * process);
    this.#journal = new Journal(process, settings.folder, settings.trace === true);
    this.#held = new Held(settings.tables, modules, this.#random);
    this.#choices = new Choices(this.#held, process, this.#random, settings.tolerant === true);
  }

  run() {
    return withJournal(this.#journal, async () => {
      await sleep(Math.max(0, settings.begin * 1000 - Date.now()));
      const deadline = (settings.begin + (settings.duration ?? 3600)) * 1000;
      const isOver = () => Date.now() >= deadline || existsSync(join(settings.folder, 'stop'));
      while (!isOver()) {
        // In a session a row is one object, whose rank follows what is done to others.
        const some = async () => {
          for (let left = this.#random.int(1, 30); left > 0 && !isOver(); left--) await this.#transaction();
        };
        await (this.#random.oneOf(2) ? session(some) : some());
      }
    });
  }

  #transaction() {
    const mode = this.#random.weighted(settings.modes);
    return mode === 'own' ? this.#own() : this.#several(mode);
  }

  async #own() {
    const plan = await this.#choices.plan([], false);
    const before = this.#journal.committed;
    await this.#guarded('own', [plan], async () => {
      const where = { con: undefined, isInside: false, identities: this.#orm.connection().identities };
      const entry = await perform(plan, this.#tools, where, this.#random.oneOf(3));
      await this.#done('own', entry === undefined ? [] : [entry], before);
    });
  }

  async #several(mode) {
    const plans = [];
    for (let left = this.#random.int(1, 3); left > 0; left--) {
      const used = plans.flatMap(({ objects }) => objects);
      plans.push(await this.#choices.plan(used, mode === 'callable'));
    }
    const isAnew = this.#random.oneOf(3);
    const changesMind = this.#random.oneOf(20);
    const before = this.#journal.committed;
    await this.#guarded(mode, plans, async () => {
      let entries = [];
      const work = async (con, handed) => {
        entries = [];
        this.#journal.begin();
        for (const plan of plans) {
          const entry = await this.#step(plan, con, handed, isAnew);
          if (entry !== undefined) entries.push(entry);
          if (this.#random.oneOf(10)) await sleep(this.#random.int(0, 3));
        }
        if (changesMind) throw new ChangedMind();
      };
      try {
        await this.#inside(mode, work);
      } catch (error) {
        if (!(error instanceof ChangedMind)) throw error;
        this.#forget(plans);
        return;
      }
      await this.#done(mode, entries, before);
    });
  }

  async #inside(mode, work) {
    const level = this.#random.pick(settings.isolation ?? [null]);
    const options = level === null ? {} : { isolation: level.toLowerCase() };
    const database = this.#orm.connection();
    if (mode === 'callable') {
      options.retry = milliseconds;
      // What it calls finds the transaction by itself, or is handed it.
      const isHanded = this.#random.oneOf(2);
      await database.transaction((con) => work(con, isHanded ? con : undefined), options);
      return;
    }
    const con = await database.begin(options);
    try {
      await work(con, con);
      await con.commit();
    } catch (error) {
      if (con.inTransaction) await con.rollback();
      throw error;
    }
  }

  /** An operation of a transaction; now and then in a savepoint of the caller's, which may be rolled back. */
  async #step(plan, con, handed, isAnew) {
    const roll = this.#random.int(1, 12);
    const act = (around, given) =>
      perform(plan, this.#tools, { con: given, isInside: true, identities: around.identities }, isAnew);
    if (roll > 2) return act(con, handed);
    if (roll === 1) return con.transaction((inner) => act(inner, handed === undefined ? undefined : inner));
    const { pending } = this.#journal;
    const before = pending.length;
    const inner = await con.begin();
    await act(inner, inner);
    await inner.rollback();
    this.#journal.pending = this.#journal.pending.slice(0, before);
    this.#held.forget(plan.objects);
    return undefined;
  }

  /** @param before the number of the transaction before */
  async #done(mode, entries, before) {
    count(counted.transactions, mode);
    const done = entries.filter(({ result }) => result?.refused === undefined);
    if (this.#journal.committed === before && done.length > 0) {
      // Saved without a transaction, because no list was concerned.
      counted['journalled late']++;
      await this.#orm.connection().transaction((con) => {
        this.#journal.pending = [...entries];
        return con.run({ sql: 'SELECT 1', values: [] });
      });
    }
    this.#journal.begin();
    if (this.#journal.committed === before) return;
    this.#journal.acknowledge(entries);
    count(counted.operations, mode, done.length);
  }

  async #guarded(mode, plans, work) {
    const begun = performance.now();
    try {
      await work();
    } catch (error) {
      this.#forget(plans);
      if (error instanceof ConflictError) {
        counted.conflicts[mode] ??= {};
        count(counted.conflicts[mode], `${error.name}: ${firstLine(error.message)}`);
      } else {
        count(counted, 'failures');
        const calls = JSON.stringify(plans.map(({ call }) => call));
        if (Object.keys(counted.unexpected).length < 3)
          count(counted.unexpected, `Node, ${mode}: ${error.name}: ${error.message}\n${calls}\n${error.stack}`);
        // What fails at once must not go round and round.
        await sleep(20);
      }
    } finally {
      this.#journal.begin();
    }
    const taken = performance.now() - begun;
    count(counted, `milliseconds ${mode}`, taken);
    counted[`longest ${mode}`] = Math.max(counted[`longest ${mode}`] ?? 0, Math.round(taken));
  }

  #forget(plans) {
    this.#held.forget(plans.flatMap(({ objects }) => objects));
  }

  get #tools() {
    return { held: this.#held, journal: this.#journal };
  }
}

subscribe('ormgen:query', ({ sql, error }) => {
  if (error !== undefined) count(counted['failed statements'], `${firstLine(error.message)} — ${sql.slice(0, 60)}`);
});

const { adapter, dsn, user, password, connections = 4, loops = 6 } = settings;
const { [adapter]: open } = await import(`@ormgen/runtime/${adapter}`);
const modules = await import(settings.modules);
const driver = open(adapter === 'sqlite' ? { dsn } : { dsn, user, password });
const queries = adapter === 'sqlite' ? ['PRAGMA synchronous = NORMAL'] : [];
const orm = configure({
  version: 1,
  defaultConnection: 'lists',
  connections: { lists: journalled(driver, { connections, queries }) },
});
// What runtime.lists.lockTimeout is to set.
Object.assign(orm.connection(), { timeouts: { ...orm.connection().timeouts, lock: milliseconds } });
await Promise.all(Array.from({ length: loops }, (_, index) => new Loop(orm, modules, number * 100 + index).run()));
await orm.close();
process.stdout.write(JSON.stringify(counted));
