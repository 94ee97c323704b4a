import type { Cell } from '../drivers/session.js';
import { InvalidQueryError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';

export type JoinType = 'INNER JOIN' | 'LEFT JOIN' | 'RIGHT JOIN';

/** A relation as one of its two tables sees it. The table that has the columns of the key is the one on the side of many. */
export interface RelationMap {
  /** As methods name it: `Author` of `joinAuthor`. */
  readonly name: string;
  /** Where an object has what was loaded: `author`, `chapters`. */
  readonly property: string;
  /** One to one: the other table has the key, and one row of it at most points here. */
  readonly kind: 'many to one' | 'one to one' | 'one to many';
  /** The other table. Loaded when it is first needed: modules of tables that refer to each other cannot import each other. */
  readonly table: () => Promise<TableMap>;
  /** What the other table calls it. */
  readonly opposite: string;
  /** Positions of columns of this table and of the other one. */
  readonly pairs: readonly (readonly [own: number, other: number])[];
  /** What columns of the table with the key have to hold for it to be this relation, as a driver would hand it over. */
  readonly constants?: readonly (readonly [position: number, cell: Cell])[];
  /** How it is joined where nobody says it. */
  readonly join: JoinType;
  /** Whether a row with the key cannot be without the other one. */
  readonly required: boolean;
  /** Positions, in the table with the key, of what is emptied when a row is to point nowhere. */
  readonly cleared: readonly number[];
  /** What the database does by itself with rows of the key when the one that they point at goes. */
  readonly onDelete?: 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION' | 'SET DEFAULT';
}

/** A relation through a table in between. */
export interface CrossMap {
  /** As methods name it: `Tag` of `addTag`. */
  readonly name: string;
  readonly property: string;
  /** The relation from here to the table in between. */
  readonly via: string;
  /** Relations from there to the other ends; more than one where its rows are combinations. */
  readonly targets: readonly string[];
}

export function relationOf({ relations = [], model }: TableMap, name: string): RelationMap {
  const found = relations.find((relation) => relation.name === name);
  if (found === undefined) throw new InvalidQueryError(`${model} has no such relation.`);
  return found;
}
