/** Who waits longer than this is told what for. */
const TELL_AFTER_MS = 1000;

/** The time that others may hold a list. Slow work is not mistaken for it: only waiting counts as waiting. */
export class Wait {
  readonly #begun = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isTold = false;

  constructor(
    private readonly milliseconds: number,
    private readonly tell: () => void,
  ) {}

  get left(): number {
    return this.#begun + this.milliseconds - performance.now();
  }

  /** From here on others are waited for; if that lasts beyond the first second, it is told, once. */
  begin(): void {
    const soon = Math.max(0, this.#begun + TELL_AFTER_MS - performance.now());
    this.#timer = setTimeout(() => {
      if (!this.#isTold) this.tell();
      this.#isTold = true;
    }, soon);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  async during<T>(waiting: () => Promise<T>): Promise<T> {
    this.begin();
    try {
      return await waiting();
    } finally {
      this.end();
    }
  }
}
