import { text } from '../quoting.js';

/** What is read of a database. */
export interface Scope {
  /** Names of the schemas to read. */
  readonly schemas: readonly string[];
  /** `server_version_num`. */
  readonly version: number;
  /** Ids of the only tables to read. */
  readonly tables?: readonly string[] | undefined;
}

const list = ({ schemas }: Scope): string => schemas.map(text).join(', ');

const isNoPart = (catalog: string, alias: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend x
    WHERE x.classid = '${catalog}'::regclass AND x.objid = ${alias}.oid AND x.deptype = 'e')`;

/** Whether a relation is one of the only tables to read, or a partition of one. */
const isAsked = ({ tables }: Scope, alias: string): string =>
  tables === undefined ? 'TRUE' : `coalesce(pg_partition_root(${alias}.oid), ${alias}.oid) IN (${idList(tables)})`;

export const idList = (ids: readonly string[]): string => (ids.length === 0 ? '0' : ids.join(', '));

/** The ids of some tables and of those that their foreign keys point at. */
export const idQuery = (tables: readonly { readonly schema: string; readonly name: string }[]): string => `
  WITH named AS (SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p')
      AND (n.nspname, c.relname) IN (${tables.map(({ schema, name }) => `(${text(schema)}, ${text(name)})`).join(', ')}))
  SELECT named.oid::text AS id FROM named
  UNION SELECT o.confrelid::text FROM pg_constraint o WHERE o.contype = 'f' AND o.conrelid IN (SELECT oid FROM named)`;

/** Ours to read: in one of the schemas, and no part of an extension, with which it comes by itself. */
export const readable = (scope: Scope, catalog: string, alias: string): string =>
  `n.nspname IN (${list(scope)}) AND ${isNoPart(catalog, alias)}`;

/** The same for the relation `c`: partitions belong to their table, whatever schema they are in. */
export const readableRelation = (scope: Scope): string =>
  `(n.nspname IN (${list(scope)}) OR c.relispartition AND EXISTS (SELECT FROM pg_class rc
      JOIN pg_namespace rn ON rn.oid = rc.relnamespace WHERE rc.oid = pg_partition_root(c.oid) AND rn.nspname IN (${list(scope)})))
    AND ${isNoPart('pg_class', 'c')} AND ${isAsked(scope, 'c')}`;

/** The same for a table that is no partition. */
export const readableTable = (scope: Scope): string => `${readable(scope, 'pg_class', 'c')} AND ${isAsked(scope, 'c')}`;

/** A schema that somebody made. */
export interface SchemaRow {
  readonly name: string;
  readonly comment: string | null;
  /** Tables in it that are no partitions, and views and functions. */
  readonly tables: number;
  readonly others: number;
  /** True when there is anything in it. */
  readonly used: boolean;
}

const count = (catalog: string, alias: string, namespace: string, condition: string): string =>
  `(SELECT count(*)::int FROM ${catalog} ${alias} WHERE ${alias}.${namespace} = n.oid AND ${condition} AND ${isNoPart(catalog, alias)})`;

/** All schemas but the server's own and those of extensions; `public`, which every database has, where something is in it. */
export const schemaQuery = `
  SELECT q.name, q.comment, q.tables, q.others, q.used FROM (
    SELECT n.oid AS id, n.nspname AS name, CASE WHEN n.oid >= 16384 THEN obj_description(n.oid, 'pg_namespace') END AS comment,
    ${count('pg_class', 'c', 'relnamespace', "c.relkind IN ('r', 'p') AND NOT c.relispartition")} AS tables,
    ${count('pg_class', 'c', 'relnamespace', "c.relkind IN ('v', 'm', 'f')")} + ${count('pg_proc', 'o', 'pronamespace', 'TRUE')}
      AS others,
    EXISTS (SELECT FROM pg_extension e WHERE e.extnamespace = n.oid) OR EXISTS (SELECT FROM pg_type t WHERE t.typnamespace = n.oid)
      OR EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid) OR EXISTS (SELECT FROM pg_proc o WHERE o.pronamespace = n.oid) AS used
    FROM pg_namespace n WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND ${isNoPart('pg_namespace', 'n')}) q
  WHERE q.id >= 16384 OR q.tables + q.others > 0 ORDER BY q.name COLLATE "C"`;
