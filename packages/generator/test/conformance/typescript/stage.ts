import { type Connection, Model, ReadOnlyModel } from '@ormgen/runtime';
import type { Tables } from './tables.js';
import type { Unsaved } from './unsaved.js';

/** A class that the generator has written. */
export type GeneratedClass = object & { readonly prototype: object };

/** The generated classes by the names of their models. */
export interface Classes {
  model(name: string): GeneratedClass;
  query(name: string): GeneratedClass;
}

/** An object of a row. */
export type RowObject = Model | ReadOnlyModel;

export const isRowObject = (object: unknown): object is RowObject =>
  object instanceof Model || object instanceof ReadOnlyModel;

/** What a scenario has at a moment. */
export interface Stage {
  readonly tables: Tables;
  readonly classes: Classes;
  /** The table that lists are of. */
  readonly table: string;
  readonly objects: ReadonlyMap<string, RowObject | Unsaved>;
  /** Where the first connection is. */
  readonly con: Connection;
  /** Whether objects may differ from their rows, because something else wrote or objects were forgotten. */
  readonly isStale: boolean;
  /** What an object says to a call without arguments. */
  ask(name: string, method: string): Promise<unknown>;
}
