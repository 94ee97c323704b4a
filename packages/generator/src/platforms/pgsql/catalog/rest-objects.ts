import type { ItemSql } from '../../catalog.js';
import { identifier, text } from '../quoting.js';
import { ORDER, objectSql } from '../rest.js';
import type { RestOfObjects } from './items.js';
import type { ExtensionRow, ObjectRow } from './objects.js';
import { type DependencyRow, type Placed, Places } from './places.js';
import type { SequenceRow, TypeRow } from './rows.js';
import type { TypeSqlRow } from './type-sql.js';

/** All that can be made beside the tables, and what needs what. */
interface Things {
  readonly objects: readonly ObjectRow[];
  readonly sequences: readonly SequenceRow[];
  readonly types: readonly TypeSqlRow[];
  /** Those that the schema makes, by their `catalog:number`. */
  readonly keptTypes: ReadonlySet<string>;
  readonly dependencies: readonly DependencyRow[];
  /** Numbers of the tables that the schema makes, partitions included, and of those that were left out. */
  readonly tables: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** The schema that needs no name. */
  readonly own: string;
  /** Schemas that the SQL of the schema makes. */
  readonly schemas: ReadonlySet<string>;
}

/** What is sorted before what, where nothing needs the other. */
const RANKS = [
  /^foreign server$/,
  /^collation$|^text search/,
  /^function$|^procedure$|^aggregate$|^operator|^cast$/,
  /^foreign table$/,
  /view$/,
  /^trigger$|^rule$|^policy$|^statistics/,
];
const LAST = RANKS.length;

/** How the objects of a database are made, each in its place. */
export class RestObjects implements RestOfObjects {
  readonly #places: Places;
  readonly #types: ReadonlyMap<string, TypeSqlRow>;

  constructor(private readonly things: Things) {
    const ids = (numbers: ReadonlySet<string>): ReadonlySet<string> =>
      new Set([...numbers].map((number) => `pg_class:${number}`));
    this.#types = new Map(things.types.map((row) => [row.id, row]));
    const placed: Placed[] = [
      ...things.types.map((row, i) => ({ id: row.id, key: `0 ${row.drop[0] ?? String(i)}`, isEarly: true })),
      ...things.sequences.map(({ id, schema, name }) => ({ id: `pg_class:${id}`, key: `1 ${schema}.${name}` })),
      ...things.objects.map(placedObject),
    ];
    const made = new Set([...ids(things.tables), ...things.keptTypes]);
    this.#places = new Places(placed, things.dependencies, made, ids(things.missing));
  }

  object({ id, schema, create, drop, kind }: ObjectRow): ItemSql | undefined {
    const place = this.#places.of(id);
    if (place === undefined || create === null) return undefined;
    // An extension has the wrapper of a foreign server.
    return objectSql(
      place,
      create,
      drop ?? [],
      kind === 'foreign server' ? undefined : this.#schema(schema, place.isBefore),
    );
  }

  type({ id, schema }: TypeRow): ItemSql | undefined {
    const row = this.#types.get(`pg_type:${id}`);
    const place = this.#places.of(`pg_type:${id}`);
    if (row === undefined || row.create === null || place === undefined) return undefined;
    return objectSql(place, row.create, row.drop, this.#schema(schema, place.isBefore));
  }

  /** A sequence holds a number: it is made where it is missing. */
  sequence(row: SequenceRow): ItemSql | undefined {
    const name =
      row.schema === this.things.own ? identifier(row.name) : `${identifier(row.schema)}.${identifier(row.name)}`;
    const ownerTable = row.owner?.slice(0, row.owner.indexOf('.'));
    const isOwned = ownerTable !== undefined && this.things.tables.has(ownerTable);
    const place = isOwned ? { isBefore: false, order: ORDER.sequence } : this.#places.of(`pg_class:${row.id}`);
    if (place === undefined) return undefined;
    const create = [
      `CREATE SEQUENCE IF NOT EXISTS ${name} AS ${row.type} START WITH ${row.start} INCREMENT BY ${row.increment} MINVALUE ${row.minimum} MAXVALUE ${row.maximum} CACHE ${row.cache}${row.cycle ? ' CYCLE' : ''}`,
      ...(row.comment === null ? [] : [`COMMENT ON SEQUENCE ${name} IS ${text(row.comment)}`]),
      // It goes with its table, and so cannot be made before that.
      ...(isOwned ? [`ALTER SEQUENCE ${name} OWNED BY ${row.owner_name ?? ''}`] : []),
    ];
    return objectSql(place, create, [], this.#schema(row.schema, place.isBefore));
  }

  extension({ name, schema }: ExtensionRow): ItemSql {
    const isUsual = schema === this.things.own || schema === 'pg_catalog';
    return {
      create: [
        ...(isUsual ? [] : [`CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`]),
        // It may need others.
        `CREATE EXTENSION IF NOT EXISTS ${identifier(name)}${isUsual ? '' : ` SCHEMA ${identifier(schema)}`} CASCADE`,
      ],
      drop: [],
      isBefore: true,
      order: ORDER.extension,
    };
  }

  /** The order behind an object, for what is on it. */
  behind(id: string): number | undefined {
    const place = this.#places.of(id);
    return place && place.order + 0.5;
  }

  /** The schema that has to be made for an object. */
  #schema(schema: string | null, isBefore: boolean): string | undefined {
    if (schema === null || schema === this.things.own) return undefined;
    return isBefore || !this.things.schemas.has(schema) ? schema : undefined;
  }
}

function placedObject({ id, kind, schema, relation_name, name, create }: ObjectRow): Placed {
  const rank = RANKS.findIndex((pattern) => pattern.test(kind));
  const key = `${(rank < 0 ? LAST : rank) + 2} ${schema ?? ''}.${relation_name ?? ''}.${name}`;
  if (kind !== 'function' && kind !== 'procedure') return { id, key };
  return { id, key, body: { name: name.slice(0, name.indexOf('(')), text: (create ?? []).join('\n') } };
}
