import type { Row } from '../drivers/session.js';

/**
 * Rows for a transaction whose connection is busy until the last of them is read: when somebody else needs it meanwhile, such
 * as the body of the loop that reads them, the rest goes into memory.
 */
export class HeldRows {
  #portions: (readonly Row[])[] = [];
  #isDraining = false;
  #isAbandoned = false;
  #isWanted = false;
  #isOver = false;
  #wakeProducer: () => void = () => undefined;
  #wakeConsumer: () => void = () => undefined;

  giveWay(): void {
    this.#isDraining = true;
    this.#wakeProducer();
  }

  async pump(rows: AsyncIterable<readonly Row[]>): Promise<void> {
    for await (const portion of rows) {
      if (this.#isAbandoned) return;
      this.#portions.push(portion);
      this.#isWanted = false;
      this.#wakeConsumer();
      if (!this.#isDraining) await this.#demand();
    }
  }

  async *portions(pumping: Promise<void>): AsyncGenerator<readonly Row[], undefined> {
    const end = (): void => {
      this.#isOver = true;
      this.#wakeConsumer();
    };
    pumping.then(end, end);
    try {
      for (;;) {
        const portion = this.#portions.shift();
        if (portion !== undefined) yield portion;
        else if (this.#isOver) break;
        else await this.#arrival();
      }
    } finally {
      this.#isAbandoned = true;
      this.giveWay();
      await pumping;
    }
    return undefined;
  }

  /** Until the next portion is asked for. */
  #demand(): Promise<void> {
    return new Promise((resolve) => {
      this.#wakeProducer = resolve;
      if (this.#isWanted || this.#isDraining) resolve();
    });
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#wakeConsumer = resolve;
      this.#isWanted = true;
      this.#wakeProducer();
    });
  }
}
