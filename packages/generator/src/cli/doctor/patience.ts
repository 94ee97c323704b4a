/** Something outside of this process took too long. */
export class TookTooLong extends Error {}

/** How long anything outside of this process may take, and whether something was given up. */
export class Patience {
  #hasGivenUp = false;

  constructor(readonly milliseconds: number) {}

  /** `5 s`. */
  get shown(): string {
    return `${String(this.milliseconds / 1000)} s`;
  }

  /** Whether something was given up, and may still hold the process. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Waits for work, but not for ever. What comes too late is handed to `tooLate`, which may close it. */
  async wait<T>(
    work: Promise<T>,
    tooLate: (result: T) => unknown = () => undefined,
    milliseconds: number = this.milliseconds,
  ): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        this.#hasGivenUp = true;
        reject(new TookTooLong());
      }, milliseconds);
    });
    work.then((result) => (isLate ? tooLate(result) : undefined)).catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
