/** Work that takes longer than this shows how far it is. */
const SHOW_AFTER_MS = 1000;
const REDRAW_EVERY_MS = 100;

/** One live line on stderr that is redrawn in place and vanishes before anything else is written. */
export class Progress {
  #started: number | undefined;
  #drawnAt = 0;
  #isDrawn = false;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly write: (text: string) => void,
    private readonly enabled: boolean,
    private readonly columns: () => number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Says what is being done; cheap enough to call for every step. `isLong` shows it at once: nothing is drawn while one
   * step keeps the process busy.
   */
  update(text: string, isLong = false): void {
    if (!this.enabled) return;
    this.#text = text;
    if (this.#started === undefined) {
      this.#started = this.now();
      // Keeps the line alive while one long statement runs; a driver that blocks the loop is redrawn by `update`.
      this.#timer = setInterval(() => this.#draw(), 250);
      this.#timer.unref();
    }
    this.#draw(isLong);
  }

  /** Takes the line off the screen; the next `update` brings it back. */
  clear(): void {
    if (!this.#isDrawn) return;
    this.write('\r\u001b[K');
    this.#isDrawn = false;
    this.#drawnAt = 0;
  }

  /** Ends the work. */
  done(): void {
    clearInterval(this.#timer);
    this.clear();
    this.#started = undefined;
  }

  #draw(atOnce = false): void {
    const now = this.now();
    const elapsed = now - (this.#started ?? now);
    if (!atOnce && (elapsed < SHOW_AFTER_MS || now - this.#drawnAt < REDRAW_EVERY_MS)) return;
    const line = `${this.#text} (${(elapsed / 1000).toFixed(0)} s)`;
    this.write(`\r\u001b[K${line.slice(0, Math.max(this.columns() - 1, 1))}`);
    this.#isDrawn = true;
    this.#drawnAt = now;
  }
}
