/** What was asked for of a relation to many and is not saved yet. */
export class Changes<T> {
  /** In this order. */
  added: readonly T[] = [];
  removed: readonly T[] = [];
  /** These and no others, in this order, where that was asked for; what is added then is among them. */
  wanted: readonly T[] | undefined;
  readonly #isSame: (one: T, other: T) => boolean;

  constructor(isSame: (one: T, other: T) => boolean) {
    this.#isSame = isSame;
  }

  get isEmpty(): boolean {
    return this.wanted === undefined && this.added.length === 0 && this.removed.length === 0;
  }

  has(items: readonly T[], item: T): boolean {
    return items.some((each) => this.#isSame(each, item));
  }

  without(items: readonly T[], item: T): readonly T[] {
    return items.filter((each) => !this.#isSame(each, item));
  }

  add(item: T): void {
    this.removed = this.without(this.removed, item);
    if (this.wanted !== undefined) this.wanted = this.#with(this.wanted, item);
    else this.added = this.#with(this.added, item);
  }

  remove(item: T): void {
    this.forget(item);
    if (this.wanted === undefined) this.removed = [...this.removed, item];
  }

  replace(items: readonly T[]): void {
    this.added = [];
    this.removed = [];
    this.wanted = items.reduce((all: readonly T[], item) => this.#with(all, item), []);
  }

  /** Nothing is asked for of it any more. */
  forget(item: T): void {
    this.added = this.without(this.added, item);
    this.removed = this.without(this.removed, item);
    if (this.wanted !== undefined) this.wanted = this.without(this.wanted, item);
  }

  /** Takes over what was asked for, which is about to be done. */
  take(): Taken<T> {
    const { added, removed, wanted } = this;
    this.added = [];
    this.removed = [];
    this.wanted = undefined;
    return { added, removed, wanted };
  }

  /** That was undone: it is asked for again, before what was asked for since. */
  putBack({ added, removed, wanted }: Taken<T>): void {
    const since = this.take();
    if (since.wanted !== undefined) {
      this.wanted = since.wanted;
      return;
    }
    this.added = added;
    this.removed = removed;
    this.wanted = wanted;
    for (const item of since.added) this.add(item);
    for (const item of since.removed) this.remove(item);
  }

  #with(items: readonly T[], item: T): readonly T[] {
    return this.has(items, item) ? items : [...items, item];
  }
}

export interface Taken<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly wanted: readonly T[] | undefined;
}
