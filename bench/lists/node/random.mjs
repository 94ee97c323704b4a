// Chance from a seed, so that a run can be repeated as far as processes can.

export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A whole number, both ends included. */
  int(low, high) {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** Whether it is the one case of so many. */
  oneOf(cases) {
    return this.int(1, cases) === 1;
  }

  pick(list) {
    return list[this.int(0, list.length - 1)];
  }

  /** A name of `{ name: weight }`. */
  weighted(weights) {
    let roll = this.int(
      1,
      Object.values(weights).reduce((sum, weight) => sum + weight, 0),
    );
    for (const [name, weight] of Object.entries(weights)) {
      roll -= weight;
      if (roll <= 0) return name;
    }
    throw new Error('weights of nothing');
  }

  shuffled(list) {
    const mixed = [...list];
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = this.int(0, at);
      [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
    }
    return mixed;
  }

  /** The generator mulberry32. */
  #next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
