import type { DatabaseConnection } from '../../connection.js';
import { idList, readableRelation, readableTable, type Scope } from './scope.js';

/**
 * What the system catalogs of PostgreSQL say, row by row: one query for each kind of thing, whatever the number of tables.
 * Owners, roles and grants are not part of a data model and are not read.
 */
export interface TableRow {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly partitioned_by: string | null;
  /** Where the table is a partition: its bounds and the table that is cut up. */
  readonly bound: string | null;
  readonly root: string | null;
  /** The table it is a partition of, as SQL names it, and how many are above that one. */
  readonly parent: string | null;
  readonly level: number;
  readonly parents: readonly string[] | null;
  readonly unlogged: boolean;
  readonly options: readonly string[] | null;
  readonly access_method: string | null;
  readonly tablespace: string | null;
  readonly replica_identity: string;
  readonly row_security: boolean;
  readonly forced_security: boolean;
  readonly of_type: string | null;
}

export interface ColumnRow {
  readonly table: string;
  readonly number: number;
  readonly name: string;
  readonly type: string;
  /** Of the type, or of its elements where it is an array. */
  readonly type_id: string;
  readonly is_array: boolean;
  readonly built_in: boolean;
  readonly required: boolean;
  readonly identity: '' | 'a' | 'd';
  readonly generated: '' | 's' | 'v';
  readonly expression: string | null;
  /** What the default needs beyond the server itself: names of extensions, `type:` and the id of a type, and '' for the rest. */
  readonly needs: readonly string[] | null;
  readonly comment: string | null;
  /** Where it is not the one of the type; with its schema where that is not pg_catalog. */
  readonly collation: string | null;
  readonly own_collation: boolean | null;
  readonly storage: string | null;
  readonly compression: string | null;
  readonly statistics: number | null;
  readonly options: readonly string[] | null;
}

export interface ConstraintRow {
  readonly table: string;
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f' | 'c' | 'x' | 'n';
  readonly columns: readonly string[];
  /** Only where it says more than the row does. */
  readonly definition: string | null;
  /** Of a primary key: true when foreign keys refer to the table. */
  readonly referenced: boolean;
  /** What a check needs, as `ColumnRow.needs` has it. */
  readonly needs: readonly string[] | null;
  readonly deferrable: boolean;
  readonly deferred: boolean;
  readonly valid: boolean;
  readonly enforced: boolean;
  readonly period: boolean;
  readonly no_inherit: boolean;
  readonly match: string;
  readonly on_delete: string;
  readonly on_update: string;
  readonly set_columns: readonly string[];
  readonly foreign_schema: string | null;
  readonly foreign_table: string | null;
  readonly foreign_columns: readonly string[] | null;
  readonly index: string;
  readonly comment: string | null;
}

export interface IndexRow {
  readonly id: string;
  readonly table: string;
  readonly name: string;
  readonly unique: boolean;
  readonly valid: boolean;
  readonly method: string;
  /** Empty for an expression. */
  readonly columns: readonly string[];
  readonly included: readonly string[];
  readonly nulls_not_distinct: boolean;
  /** What each column is beyond its name; only where one is more. */
  readonly parts: readonly IndexPartRow[] | null;
  readonly where: string | null;
  /** What it needs, as `ColumnRow.needs` has it. */
  readonly needs: readonly string[] | null;
  /** Only where it says more than its columns. */
  readonly definition: string | null;
  readonly options: readonly string[] | null;
  readonly tablespace: string | null;
  readonly replica_identity: boolean;
  readonly clustered: boolean;
  readonly comment: string | null;
}

export interface IndexPartRow {
  readonly expression: string | null;
  /** 1 for descending, 2 for NULLs first. */
  readonly option: number;
  readonly opclass: string | null;
  readonly class_options: readonly string[] | null;
  readonly collation: string | null;
}

export interface SequenceRow {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly type: string;
  readonly start: string;
  readonly increment: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly cache: string;
  readonly cycle: boolean;
  readonly comment: string | null;
  /** The columns it belongs to and those whose default uses it, as `table.number`. */
  readonly owner: string | null;
  /** The first of these as SQL names it. */
  readonly owner_name: string | null;
  readonly users: readonly string[] | null;
  readonly extension: boolean;
}

export interface TypeRow {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'b' | 'c' | 'd' | 'e' | 'r' | 'm';
  readonly base: string | null;
  readonly base_id: string | null;
  readonly base_is_array: boolean;
  readonly required: boolean;
  readonly default: string | null;
  /** What the default of a domain needs, as `ColumnRow.needs` has it. */
  readonly needs: readonly string[] | null;
  readonly checks: readonly DomainCheckRow[] | null;
  readonly labels: readonly string[] | null;
  readonly attributes: readonly string[] | null;
  readonly subtype: string | null;
  readonly extension: string | null;
  readonly comment: string | null;
  /** Of a domain, where it is not the one of the type below. */
  readonly collation: string | null;
}

export interface DomainCheckRow {
  readonly name: string;
  readonly definition: string;
  readonly valid: boolean;
  /** What it needs, as `ColumnRow.needs` has it. */
  readonly needs: readonly string[] | null;
}

/** A row as it is read: its columns are numbers in the table. */
export type Numbered<Row, Lists extends keyof Row> = Omit<Row, Lists> & {
  readonly [List in Lists]: readonly number[] | null;
};

/** Rows of a query as objects; the query is worked out by the server as JSON. */
export async function rowsOf<Row>(connection: DatabaseConnection, query: string): Promise<readonly Row[]> {
  const rows = await connection.query(`SELECT row_to_json(r) FROM (${query}) r`);
  return rows.map(([row]) => JSON.parse(String(row)) as Row);
}

/** Kinds of relations: tables, and those that are cut into partitions. */
const TABLES = "'r', 'p'";
export const VIEWS = "'v'";

const ofKinds = (kinds: string): string =>
  `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN (${kinds}) AND c.relpersistence <> 't'`;

/** Without partitions, which have no columns and keys of their own. */
export const relations = (scope: Scope, kinds = TABLES): string =>
  `${ofKinds(kinds)} AND NOT c.relispartition AND ${readableTable(scope)}`;

/** Names of columns by their numbers in a catalog array. */
const names = (numbers: string, table: string): string =>
  `(SELECT json_agg(ca.attname ORDER BY k.n) FROM unnest(${numbers}) WITH ORDINALITY AS k (attnum, n)
    JOIN pg_attribute ca ON ca.attrelid = ${table} AND ca.attnum = k.attnum)`;

/** The extension that an object belongs to. */
export const extensionOf = (catalog: string, id: string): string =>
  `(SELECT e.extname FROM pg_depend x JOIN pg_extension e ON e.oid = x.refobjid
    WHERE x.classid = '${catalog}'::regclass AND x.objid = ${id} AND x.deptype = 'e'
      AND x.refclassid = 'pg_extension'::regclass)`;

/** `type:` and the id of the type that something depends on, or of its elements. */
const typeNeeded = (dependency: string): string =>
  `CASE WHEN ${dependency}.refclassid = 'pg_type'::regclass THEN 'type:' || (SELECT coalesce(ne.oid, nt.oid)
      FROM pg_type nt LEFT JOIN pg_type ne ON ne.oid = nt.typelem AND nt.typcategory = 'A' AND nt.typtype = 'b'
      WHERE nt.oid = ${dependency}.refobjid) END`;

export const tableQuery = (scope: Scope): string => `
  SELECT c.oid::text AS id, n.nspname AS schema, c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
    CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS partitioned_by,
    CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END AS bound,
    CASE WHEN c.relispartition THEN pg_partition_root(c.oid)::oid::text END AS root,
    CASE WHEN c.relispartition THEN (SELECT i.inhparent::regclass::text FROM pg_inherits i WHERE i.inhrelid = c.oid) END AS parent,
    CASE WHEN c.relispartition THEN (SELECT count(*)::int FROM pg_partition_ancestors(c.oid)) ELSE 0 END AS level,
    (SELECT json_agg(i.inhparent::regclass::text ORDER BY i.inhseqno) FROM pg_inherits i
      WHERE i.inhrelid = c.oid AND NOT c.relispartition) AS parents,
    c.relpersistence = 'u' AS unlogged,
    c.reloptions || (SELECT array_agg('toast.' || o) FROM pg_class t, unnest(t.reloptions) o WHERE t.oid = c.reltoastrelid)
      AS options,
    (SELECT nullif(a.amname, 'heap') FROM pg_am a WHERE a.oid = c.relam) AS access_method,
    (SELECT s.spcname FROM pg_tablespace s WHERE s.oid = c.reltablespace) AS tablespace,
    c.relreplident AS replica_identity, c.relrowsecurity AS row_security, c.relforcerowsecurity AS forced_security,
    CASE WHEN c.reloftype <> 0 THEN format_type(c.reloftype, NULL) END AS of_type
  ${ofKinds(TABLES)} AND ${readableRelation(scope)} ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

const NEEDED = ['pg_proc', 'pg_type', 'pg_operator', 'pg_collation', 'pg_class'];

/** What an expression needs beyond the server itself. */
const needs = (catalog: string, id: string): string => `(SELECT json_agg(DISTINCT coalesce(CASE p.refclassid
        ${NEEDED.slice(0, -1)
          .map((needed) => `WHEN '${needed}'::regclass THEN ${extensionOf(needed, 'p.refobjid')}`)
          .join('\n        ')} END, ${typeNeeded('p')}, ''))
      FROM pg_depend p WHERE p.classid = '${catalog}'::regclass AND p.objid = ${id} AND p.refobjsubid = 0
        AND p.refclassid IN (${NEEDED.map((needed) => `'${needed}'::regclass`).join(', ')}))`;

export const columnQuery = (scope: Scope, kinds?: string): string => `
  SELECT a.attrelid::text AS "table", a.attnum AS number, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    coalesce(e.oid, t.oid)::text AS type_id, e.oid IS NOT NULL AS is_array,
    tn.nspname IN ('pg_catalog', 'information_schema') AS built_in, a.attnotnull AS required,
    a.attidentity AS identity, a.attgenerated AS generated, pg_get_expr(d.adbin, d.adrelid) AS expression,
    CASE WHEN d.oid IS NOT NULL THEN ${needs('pg_attrdef', 'd.oid')} END AS needs,
    ds.description AS comment,
    CASE WHEN l.collnamespace = 'pg_catalog'::regnamespace THEN l.collname ELSE l.oid::regcollation::text END AS collation,
    l.collnamespace <> 'pg_catalog'::regnamespace AS own_collation,
    CASE WHEN a.attstorage <> t.typstorage THEN a.attstorage END AS storage,
    nullif(a.attcompression, '') AS compression, nullif(a.attstattarget, -1) AS statistics, a.attoptions AS options
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A' AND t.typtype = 'b'
  JOIN pg_namespace tn ON tn.oid = coalesce(e.typnamespace, t.typnamespace)
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_description ds
    ON ds.objoid = a.attrelid AND ds.classoid = 'pg_class'::regclass AND ds.objsubid = a.attnum
  LEFT JOIN pg_collation l ON l.oid = a.attcollation AND a.attcollation <> t.typcollation
  WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (SELECT c.oid ${relations(scope, kinds)})
  ORDER BY a.attrelid, a.attnum`;

export const constraintQuery = (scope: Scope): string => `
  SELECT o.conrelid::text AS "table", o.conname AS name, o.contype AS kind, o.conkey AS columns,
    CASE WHEN o.contype IN ('c', 'x', 'n') OR o.contype = 'p' AND (o.condeferrable OR ic.relnatts > cardinality(o.conkey))
      OR o.contype = 'f' AND (NOT o.convalidated OR o.confmatchtype = 'f' OR o.confdeltype IN ('n', 'd') OR o.confupdtype IN ('n', 'd'))
      OR ${period(scope)} THEN pg_get_constraintdef(o.oid) END AS definition,
    o.contype = 'p' AND EXISTS (SELECT FROM pg_constraint r WHERE r.contype = 'f' AND r.confrelid = o.conrelid) AS referenced,
    CASE WHEN o.contype = 'c' THEN ${needs('pg_constraint', 'o.oid')} END AS needs,
    o.condeferrable AS deferrable, o.condeferred AS deferred, o.convalidated AS valid,
    ${scope.version >= 180000 ? 'o.conenforced' : 'TRUE'} AS enforced, ${period(scope)} AS period,
    o.connoinherit AS no_inherit, o.confmatchtype AS match, o.confdeltype AS on_delete, o.confupdtype AS on_update,
    ${scope.version >= 150000 ? 'o.confdelsetcols' : 'NULL'} AS set_columns,
    fn.nspname AS foreign_schema, fc.relname AS foreign_table,
    CASE WHEN o.contype = 'f' THEN ${names('o.confkey', 'o.confrelid')} END AS foreign_columns,
    o.conindid::text AS index, ds.description AS comment
  FROM pg_constraint o LEFT JOIN pg_class fc ON fc.oid = o.confrelid LEFT JOIN pg_namespace fn ON fn.oid = fc.relnamespace
  LEFT JOIN pg_class ic ON ic.oid = o.conindid
  LEFT JOIN pg_description ds ON ds.objoid = o.oid AND ds.classoid = 'pg_constraint'::regclass
  WHERE (o.contype IN ('p', 'u', 'f', 'c', 'x') OR o.contype = 'n' AND NOT o.convalidated) AND o.conparentid = 0
    AND o.conrelid IN (SELECT c.oid ${relations(scope)})
  ORDER BY o.conrelid, o.conkey, o.conname COLLATE "C"`;

const period = ({ version }: Scope): string => (version >= 180000 ? 'o.conperiod' : 'FALSE');

const INDEX_NEEDS = ['pg_proc', 'pg_type', 'pg_operator', 'pg_collation', 'pg_opclass'];

/** What each column of an index is beyond its name. */
const indexParts = `
    SELECT json_agg(json_build_object(
        'expression', CASE WHEN k.attnum = 0 THEN pg_get_indexdef(q.id::oid, k.place::int, FALSE) END,
        'option', k.option,
        'opclass', CASE WHEN NOT oc.opcdefault OR own.attoptions IS NOT NULL THEN CASE WHEN pg_opclass_is_visible(oc.oid)
          THEN quote_ident(oc.opcname) ELSE quote_ident(ocn.nspname) || '.' || quote_ident(oc.opcname) END END,
        'class_options', own.attoptions,
        'collation', CASE WHEN k.chosen <> coalesce(a.attcollation, 'pg_catalog."default"'::regcollation)
          THEN l.collname END) ORDER BY k.place)
    FROM unnest(q.columns, q.orders, q.classes, q.collations) WITH ORDINALITY
        AS k (attnum, option, class, chosen, place)
      JOIN pg_opclass oc ON oc.oid = k.class JOIN pg_namespace ocn ON ocn.oid = oc.opcnamespace
      JOIN pg_attribute own ON own.attrelid = q.id::oid AND own.attnum = k.place
      LEFT JOIN pg_collation l ON l.oid = k.chosen
      LEFT JOIN pg_attribute a ON a.attrelid = q."table"::oid AND a.attnum = k.attnum AND k.attnum <> 0
    WHERE k.attnum IS NOT NULL`;

/** An index is printed only where it is more than its columns; OFFSET keeps the server from working that out twice. */
export const indexQuery = (scope: Scope): string => `
  SELECT q.id, q."table", q.name, q.unique, q.valid, q.method, q.columns, q.included, q.nulls_not_distinct, q.options,
    q.tablespace, q.replica_identity, q.clustered, q.comment, q.where,
    CASE WHEN q.special THEN (${indexParts}) END AS parts,
    CASE WHEN q.special OR q.where IS NOT NULL THEN (SELECT json_agg(DISTINCT coalesce(CASE p.refclassid
        ${INDEX_NEEDS.map((catalog) => `WHEN '${catalog}'::regclass THEN ${extensionOf(catalog, 'p.refobjid')}`).join(
          '\n        ',
        )} END, ${typeNeeded('p')}, ''))
      FROM pg_depend p WHERE p.classid = 'pg_class'::regclass AND p.objid = q.id::oid
        AND p.refclassid IN (${INDEX_NEEDS.map((catalog) => `'${catalog}'::regclass`).join(', ')})) END AS needs,
    CASE WHEN NOT q.valid OR q.special OR q.where IS NOT NULL OR q.included <> '{}' OR q.nulls_not_distinct
      OR (SELECT count(DISTINCT k) FROM unnest(q.columns) k) <> cardinality(q.columns)
    THEN pg_get_indexdef(q.id::oid) END AS definition
  FROM (SELECT i.oid::text AS id, x.indrelid::text AS "table", i.relname AS name, x.indisunique AS unique,
      x.indisvalid AS valid, am.amname AS method, pg_get_expr(x.indpred, x.indrelid) AS where,
      (x.indkey::int2[])[0:x.indnkeyatts - 1] AS columns, (x.indkey::int2[])[x.indnkeyatts:] AS included,
      x.indoption::int2[] AS orders, x.indclass::oid[] AS classes, x.indcollation::oid[] AS collations,
      am.amname <> 'btree' OR x.indexprs IS NOT NULL OR 0 <> ANY (x.indoption::int2[])
        OR EXISTS (SELECT FROM pg_opclass oc WHERE oc.oid = ANY (x.indclass::oid[])
          AND (NOT oc.opcdefault OR oc.oid >= 16384))
        OR EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = x.indexrelid AND o.attoptions IS NOT NULL)
        OR EXISTS (SELECT FROM unnest(x.indkey::int2[], x.indcollation::oid[]) AS k (attnum, chosen)
          JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.attnum
          WHERE k.chosen <> 0 AND k.chosen <> a.attcollation) AS special,
      ${scope.version >= 150000 ? 'x.indisunique AND x.indnullsnotdistinct' : 'FALSE'} AS nulls_not_distinct, i.reloptions AS options,
      (SELECT s.spcname FROM pg_tablespace s WHERE s.oid = i.reltablespace) AS tablespace,
      x.indisreplident AS replica_identity, x.indisclustered AS clustered, ds.description AS comment
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am am ON am.oid = i.relam
    LEFT JOIN pg_description ds ON ds.objoid = i.oid AND ds.classoid = 'pg_class'::regclass AND ds.objsubid = 0
    WHERE x.indrelid IN (SELECT c.oid ${relations(scope)}) OFFSET 0) q
  ORDER BY q."table", q.columns, q.name COLLATE "C"`;

/** Of every schema: a default may use a sequence that stands somewhere else. A partition uses that of its table. */
/** The sequences that number columns of some tables. */
const ofTables = (ids: string): string =>
  `c.oid IN (SELECT p.objid FROM pg_depend p WHERE p.classid = 'pg_class'::regclass AND p.refclassid = 'pg_class'::regclass
      AND p.refobjid IN (${ids})
    UNION SELECT p.refobjid FROM pg_depend p JOIN pg_attrdef d ON d.oid = p.objid
      WHERE p.classid = 'pg_attrdef'::regclass AND p.refclassid = 'pg_class'::regclass AND d.adrelid IN (${ids}))`;

export const sequenceQuery = ({ tables }: Scope): string => `
  SELECT c.oid::text AS id, n.nspname AS schema, c.relname AS name, format_type(s.seqtypid, NULL) AS type,
    s.seqstart::text AS start, s.seqincrement::text AS increment, s.seqmin::text AS minimum, s.seqmax::text AS maximum,
    s.seqcache::text AS cache, s.seqcycle AS cycle, obj_description(c.oid, 'pg_class') AS comment,
    ow.owner, ow.owner_name,
    (SELECT json_agg(a.attrelid || '.' || a.attname ORDER BY a.attrelid, a.attnum) FROM pg_depend p
      JOIN pg_attrdef d ON d.oid = p.objid JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class u ON u.oid = a.attrelid AND NOT u.relispartition
      WHERE p.classid = 'pg_attrdef'::regclass AND p.refclassid = 'pg_class'::regclass AND p.refobjid = c.oid) AS users,
    ${extensionOf('pg_class', 'c.oid')} IS NOT NULL AS extension
  FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN LATERAL (SELECT p.refobjid || '.' || a.attname AS owner,
      p.refobjid::regclass::text || '.' || quote_ident(a.attname) AS owner_name FROM pg_depend p
    JOIN pg_attribute a ON a.attrelid = p.refobjid AND a.attnum = p.refobjsubid
    WHERE p.classid = 'pg_class'::regclass AND p.objid = c.oid AND p.refclassid = 'pg_class'::regclass
      AND p.deptype IN ('a', 'i')) ow ON TRUE
  WHERE c.relpersistence <> 't' AND ${tables === undefined ? 'TRUE' : ofTables(idList(tables))}
  ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

/** Types that the server does not have by itself, of every schema. */
export const typeQuery = (): string => `
  SELECT t.oid::text AS id, n.nspname AS schema, t.typname AS name, t.typtype AS kind,
    CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) END AS base,
    coalesce(e.oid, b.oid)::text AS base_id, e.oid IS NOT NULL AS base_is_array, t.typnotnull AS required,
    pg_get_expr(t.typdefaultbin, 0) AS default,
    (SELECT json_agg(DISTINCT coalesce(${extensionOf('pg_proc', 'p.refobjid')}, '')) FROM pg_depend p
      WHERE t.typtype = 'd' AND p.classid = 'pg_type'::regclass AND p.objid = t.oid
        AND p.refclassid IN ('pg_proc'::regclass, 'pg_class'::regclass)) AS needs,
    (SELECT json_agg(json_build_object('name', o.conname, 'definition', pg_get_constraintdef(o.oid), 'valid', o.convalidated,
        'needs', (SELECT json_agg(DISTINCT coalesce(${extensionOf('pg_proc', 'p.refobjid')}, ${typeNeeded('p')}, '')) FROM pg_depend p
          WHERE p.classid = 'pg_constraint'::regclass AND p.objid = o.oid AND p.refobjid <> t.oid
            AND p.refclassid IN ('pg_proc'::regclass, 'pg_type'::regclass))) ORDER BY o.conname COLLATE "C")
      FROM pg_constraint o WHERE o.contypid = t.oid AND o.contype = 'c') AS checks,
    (SELECT json_agg(l.enumlabel ORDER BY l.enumsortorder) FROM pg_enum l WHERE l.enumtypid = t.oid) AS labels,
    (SELECT json_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped) AS attributes,
    (SELECT format_type(r.rngsubtype, NULL) FROM pg_range r WHERE r.rngtypid = t.oid) AS subtype,
    obj_description(t.oid, 'pg_type') AS comment,
    (SELECT l.oid::regcollation::text FROM pg_collation l
      WHERE l.oid = t.typcollation AND t.typtype = 'd' AND t.typcollation <> b.typcollation) AS collation,
    ${extensionOf('pg_type', 't.oid')} AS extension
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
  LEFT JOIN pg_type b ON b.oid = t.typbasetype
  LEFT JOIN pg_type e ON e.oid = b.typelem AND b.typcategory = 'A' AND b.typtype = 'b'
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND NOT (t.typtype = 'b' AND t.typcategory = 'A')
    AND (t.typtype IN ('b', 'd', 'e', 'r', 'm') OR c.relkind = 'c')
  ORDER BY n.nspname COLLATE "C", t.typname COLLATE "C"`;
