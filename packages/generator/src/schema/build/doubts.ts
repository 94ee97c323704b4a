import type { WrittenColumn } from '../../model/name-rules.js';
import type { Origin } from '../../model/origin.js';

/** What of a table is not known as a whole, because a part of it was refused. */
export type Gap = 'columns' | 'indexes' | 'keys' | 'vendor';

/** Which of the names of a relation. */
type Side = 'own' | 'reverse';

/**
 * What is not known of the models of one run. Parts that were refused are left out of a model; an error that would
 * rest on their absence is not reported, since it may only follow from the one that was.
 */
export class Doubts {
  readonly #gaps = new Map<Origin, ReadonlySet<Gap>>();
  readonly #vague = new Set<Origin>();
  readonly #names = { own: new Set<Origin>(), reverse: new Set<Origin>() };
  readonly #columns = new Set<Origin>();
  readonly #unbuilt = new Map<Origin, ReadonlyMap<string, WrittenColumn>>();

  /** The gaps of a table and the columns that it lacks; those that are found later are seen too. */
  table(origin: Origin, gaps: ReadonlySet<Gap>, unbuilt: ReadonlyMap<string, WrittenColumn>): void {
    this.#gaps.set(origin, gaps);
    this.#unbuilt.set(origin, unbuilt);
  }

  hasGap(table: Origin, ...kinds: readonly Gap[]): boolean {
    return kinds.some((kind) => this.#gaps.get(table)?.has(kind) === true);
  }

  /** A part that stands in the model but rests on something unknown: its vendor does not judge it. */
  addVague(part: Origin): void {
    this.#vague.add(part);
  }

  isVague(part: Origin): boolean {
    return this.#vague.has(part);
  }

  /** The columns that a table has by what is written, and not in the model. */
  unbuiltColumns(table: Origin): readonly WrittenColumn[] {
    return [...(this.#unbuilt.get(table)?.values() ?? [])];
  }

  /** A column whose name in code depends on something unknown. */
  addNamelessColumn(column: Origin): void {
    this.#columns.add(column);
  }

  isNamelessColumn(column: Origin): boolean {
    return this.#columns.has(column);
  }

  /** A relation whose name depends on something unknown. */
  addNameless(key: Origin, side: Side): void {
    this.#names[side].add(key);
  }

  isNameless(key: Origin, side: Side): boolean {
    return this.#names[side].has(key);
  }

  /** Whether a name that an error is about may be another one. */
  hasNameless(key: Origin): boolean {
    return this.#names.own.has(key) || this.#names.reverse.has(key) || this.#columns.has(key);
  }
}
