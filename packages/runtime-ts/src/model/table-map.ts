import type { Dialect } from '../dialects/dialect.js';
import type { Cell } from '../drivers/session.js';
import type { CrossMap, RelationMap } from '../relations/relation-map.js';
import type { PlannedList } from '../sortable/list-map.js';
import type { AnyValue } from '../values/value.js';
import type { Limit } from './limit.js';

/** A column, for what cannot be planned before it is known which of them are written. */
export interface ColumnMap {
  /** In the database. */
  readonly name: string;
  /** As statements write it. */
  readonly quoted: string;
  /** Of the class. */
  readonly property: string;
  readonly value: AnyValue;
  /**
   * What queries can ask of it beside whether it is equal: patterns of a text, bits of a whole number, ranges of both kinds of order;
   * what is in a set, a list or an array. A document is equal to others that say the same; `textDocument` is kept as text. Of a
   * geometry only whether there is one: the rest are functions of the database.
   */
  readonly kind?: 'text' | 'whole' | 'ordered' | 'set' | 'list' | 'array' | 'document' | 'textDocument' | 'geometry';
  /** What a row has that was inserted without a value: as the driver would hand it over. */
  readonly initial?: Cell;
  /** What the column can hold, where the schema says it. */
  readonly limit?: Limit;
  /**
   * Who has a value where nobody gives one: `now` is the present time of this process, `default` one of the database, which is
   * read after an INSERT. `always` is worked out by the database, and nobody else writes it.
   */
  readonly filled?: 'now' | 'default' | 'always';
  /** Not read with the row. Such columns come last. */
  readonly lazy?: true;
}

/** Everything about a table that is known when its classes are built. */
export interface TableMap<Name extends string = string> {
  /** The class of its objects. In its type, so that objects of two tables are never taken for each other, however alike they are. */
  readonly model: Name;
  readonly name: string;
  /** As statements write it. */
  readonly quoted: string;
  /** The connection that its classes use. */
  readonly connection: string;
  readonly dialect: Dialect;
  readonly columns: readonly ColumnMap[];
  /** Positions of the columns of the primary key. */
  readonly key: readonly number[];
  /** The position of the column whose value the database makes. */
  readonly generated: number | undefined;
  /** False where the database cannot compare all values of a row, as DISTINCT does. */
  readonly comparable?: false;
  readonly select: string;
  /** `select` for the row of a key. */
  readonly find: string;
  /** `INSERT INTO "book"`. */
  readonly insert: string;
  readonly insertDefaults: string;
  /** ` RETURNING "id"`, where the database can. */
  readonly returning: string;
  /** `UPDATE "book" SET`. */
  readonly update: string;
  readonly delete: string;
  /** The classes of its rows, where there are several. */
  readonly inheritance?: InheritanceMap;
  /** How its lists are kept, if it is sortable. */
  readonly list?: PlannedList;
  /** The class of its objects. Loaded when it is first needed: classes of tables that refer to each other cannot import each other. */
  readonly load: () => Promise<ModelClass>;
  /** The class of its queries, loaded in the same way. */
  readonly loadQuery: () => Promise<QueryClass>;
  /** Those of its foreign keys, then those of the keys that point at it. */
  readonly relations?: readonly RelationMap[];
  /** Its relations through tables in between. */
  readonly crosses?: readonly CrossMap[];
}

/** Single-table inheritance: which column tells the class of a row, and the classes by what it has there. */
export interface InheritanceMap {
  readonly column: number;
  /** No row is of the table's own class. */
  readonly abstract?: true;
  readonly classes: readonly (readonly [key: unknown, load: () => Promise<ModelClass>])[];
}

/** A class whose objects are made of rows. */
export interface ModelClass<M extends object = object> {
  readonly prototype: M;
  new (row: never): M;
}

/** A class of queries. Which methods they have is no matter here: the compiler would look at those of all tables. */
export type QueryClass = new () => object;

/** An object of a table, also of one that is only read. */
export interface Mapped {
  readonly $table: TableMap;
}
