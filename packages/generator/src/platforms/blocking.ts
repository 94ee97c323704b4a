import type { Operation } from './operation.js';
import type { ObjectName } from './shape.js';
import type { TableName, Words } from './sql-words.js';

/**
 * What others notice who use a table while it is changed, from the least to the worst: a lock is held for a moment only; they
 * cannot write while all rows are read; they can neither read nor write meanwhile; all rows are written anew meanwhile.
 */
export const EFFECTS = ['writers go on', 'blocks writes', 'scans under lock', 'rewrites the table'] as const;

export type Effect = (typeof EFFECTS)[number];

/** What an operation does to others. */
export interface Blocking {
  /** The strongest lock that it takes on a table that is there, in the words of the vendor. */
  readonly lock: string;
  readonly effect: Effect;
}

/** Says it of an operation; undefined where it touches no table that others use. `isNew`: whether the migration itself makes a table. */
export type BlockingOf = (operation: Operation, isNew: (table: ObjectName) => boolean) => Blocking | undefined;

/** The worst of several. */
export function worst(all: readonly (Blocking | undefined)[]): Blocking | undefined {
  return all.reduce((most, each) => {
    if (most === undefined || each === undefined) return most ?? each;
    return EFFECTS.indexOf(each.effect) > EFFECTS.indexOf(most.effect) ? each : most;
  }, undefined);
}

/** What a statement that orm did not write does to others, as far as its words say. */
export interface StatementBlocking {
  /** Its words that do it: `CREATE INDEX`. */
  readonly what: string;
  readonly table: TableName;
  readonly effect: Exclude<Effect, 'writers go on'>;
  /** What to write instead. */
  readonly help: string;
}

/** What is known around a statement of a file. */
export interface StatementPlace {
  /** All statements before it. */
  readonly earlier: readonly Words[];
  /** Those of them that are in one transaction with it. */
  readonly together: readonly Words[];
  /** The type that a column has before the migration, where it is known. */
  readonly typeOf: (table: TableName, column: string) => string | undefined;
}

/** Says it of a statement; nothing where the words leave a doubt. */
export type StatementBlockingOf = (words: Words, place: StatementPlace) => readonly StatementBlocking[];

/** For a change that no form makes while others work. */
export const SECOND_COLUMN =
  'for a large table: add a second column, let the new code write both, fill it in parts, and drop the old one in a later migration';
export const QUIET_TIME = 'no form of it lets others go on: run it when nobody works, or few do';
