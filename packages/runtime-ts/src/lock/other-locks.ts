import type { Lockable } from './lockable.js';

/** Under the locks it turned out that others are needed: the work starts over with those. */
export abstract class OtherLocks extends Error {
  override name = 'OtherLocks';
  readonly locks: readonly Lockable[];

  constructor(locks: readonly Lockable[]) {
    super('Other locks are needed.');
    this.locks = locks;
  }

  /** What others did meanwhile, for a message. */
  abstract meanwhile(): string;

  /** What others do again and again, for a message. */
  abstract again(): string;
}
