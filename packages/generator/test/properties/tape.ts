import fc from 'fast-check';

/**
 * Random decisions read from a list of numbers. When the list is at its end every decision is the first, simplest one:
 * so fast-check, by shortening the list and making its numbers smaller, makes whatever was built from it simpler.
 */
export class Tape {
  #at = 0;

  constructor(private readonly values: ArrayLike<number>) {}

  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number {
    return (this.values[this.#at++] ?? 0) % count;
  }

  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('nothing to pick from');
    return choices[this.below(choices.length)] as T;
  }

  /** `value()` in so many percent of the cases. */
  maybe<T>(percent: number, value: () => T): T | undefined {
    return this.chance(percent) ? value() : undefined;
  }

  times<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index));
  }
}

export const tapes: fc.Arbitrary<Tape> = fc
  .uint16Array({ minLength: 0, maxLength: 900, size: 'max' })
  .map((values) => new Tape(values));
