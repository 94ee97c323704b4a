import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Restorable } from '../../../src/transactions/index.js';
import type { Bench } from '../../support/transactions.js';
import { type Item, OBJECTS, type Step, type Tree } from './tree.js';

/** The id of the row that is there from the beginning. */
export const TAKEN = 0;

export class Thing implements Restorable {
  state = 0;

  snapshot(): number {
    return this.state;
  }

  restore(state: unknown): void {
    this.state = Number(state);
  }
}

export interface Played {
  readonly isCommitted: boolean;
  readonly error: unknown;
  readonly objects: readonly number[];
  /** Resolves when nothing that was started goes on any more. */
  readonly settled: Promise<unknown>;
}

/** Runs a tree on a database. */
export async function play(bench: Bench, tree: Tree): Promise<Played> {
  const player = new Player(bench);
  const root = player.transaction(tree, bench.database);
  const error = await root.then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('nothing was thrown'),
  );
  const objects = player.things.map(({ state }) => state);
  return { isCommitted: error === undefined, error, objects, settled: player.settled() };
}

class Player {
  readonly things = Array.from({ length: OBJECTS }, () => new Thing());
  readonly #bench: Bench;
  readonly #started: Promise<unknown>[] = [];

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async transaction(tree: Tree, around: Connection): Promise<void> {
    if (!tree.isByHand) {
      await around.transaction((con) => this.#work(tree, tree.isExplicit ? con : this.#bench.database));
      return;
    }
    const own = await around.begin();
    try {
      await this.#work(tree, own);
    } catch (error) {
      await own.rollback();
      throw error;
    }
    await own.commit();
  }

  async settled(): Promise<void> {
    // What is under way may start more.
    for (let known = -1; known < this.#started.length; ) {
      known = this.#started.length;
      await Promise.allSettled(this.#started);
    }
  }

  async #work(tree: Tree, con: Connection): Promise<void> {
    if (tree.delay !== undefined) await sleep(tree.delay);
    for (const step of tree.steps) await this.#step(step, con);
    if (tree.end === 'throws') throw new Error('injected');
  }

  async #step(step: Step, con: Connection): Promise<void> {
    if (step.kind === 'forget') {
      void this.#start(step.item, con);
      return;
    }
    if (step.kind === 'await') {
      const result = this.#start(step.item, con);
      await (step.isCaught ? result.catch(() => undefined) : result);
      return;
    }
    const all = step.items.map((item) => this.#start(item, con));
    if (step.by === 'allSettled') {
      await Promise.allSettled(all);
      return;
    }
    try {
      await Promise.all(all);
    } catch (error) {
      if (step.rejection === 'thrown') throw error;
      if (step.rejection === 'awaits the others') await Promise.allSettled(all);
    }
  }

  #start(item: Item, con: Connection): Promise<void> {
    const started = this.#item(item, con);
    // Forgotten ones are nobody's, and their rejection would end the process.
    this.#started.push(started.catch(() => undefined));
    return started;
  }

  async #item(item: Item, con: Connection): Promise<void> {
    if (item.kind === 'nested') return this.transaction(item.tree, con);
    if (item.kind === 'duplicate') {
      await con.run(this.#bench.insert(TAKEN));
      return undefined;
    }
    const thing = this.things[item.object];
    if (thing === undefined) throw new Error(`there is no object ${item.object}`);
    await con.run(this.#bench.insert(item.id));
    con.note(thing);
    thing.state = item.id;
    return undefined;
  }
}
