interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** Who asks for a turn gets it in the order of asking, once the one before has given it back. */
export class Turns {
  #isTaken = false;
  #waiting: Waiting[] = [];
  readonly #onWait: () => void;

  /** `onWait` is told when somebody has to wait. */
  constructor(onWait: () => void) {
    this.#onWait = onWait;
  }

  /** How many turns are under way or waited for. */
  get pending(): number {
    return this.#waiting.length + (this.#isTaken ? 1 : 0);
  }

  /** Nothing if the turn is had at once, which saves whoever is alone from waiting for a promise. */
  take(): Promise<void> | undefined {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return undefined;
    }
    return new Promise((start, refuse) => {
      this.#waiting.push({ start, refuse });
      this.#onWait();
    });
  }

  giveBack(): void {
    // Whoever awaited this turn goes on first, and may fail: what waits is then refused, and not begun.
    if (this.#waiting.length > 0) process.nextTick(() => this.#next());
    else this.#isTaken = false;
  }

  /** Those who wait get no turn. */
  refuse(why: () => Error): void {
    const refused = this.#waiting;
    this.#waiting = [];
    for (const waiting of refused) waiting.refuse(why());
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next.start();
  }
}
