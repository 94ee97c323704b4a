import {
  CAST_CREATE,
  CAST_DROP,
  COLLATION_CREATE,
  CONFIGURATION_CREATE,
  DICTIONARY_CREATE,
  EVENT_TRIGGER_CREATE,
  FUNCTION_CREATE,
  FUNCTION_DROP,
  OPERATOR_CREATE,
  OPERATOR_DROP,
  POLICY_CREATE,
  publicationCreate,
  qualified,
  RELATION,
  RULE_CREATE,
  SERVER_CREATE,
  STATISTICS_CREATE,
  TRIGGER_CREATE,
  VIEW_CREATE,
  VIEW_DROP,
} from './object-sql.js';
import { readable, readableRelation, type Scope } from './scope.js';

/** Something that stands beside or on tables and that no schema can say. */
export interface ObjectRow {
  readonly kind: string;
  readonly schema: string | null;
  readonly name: string;
  readonly detail: string | null;
  /** The relation it is on, and whether that is a table. */
  readonly relation: string | null;
  readonly relation_name: string | null;
  readonly on_table: boolean;
  /** Which object it is, as `catalog:number`. */
  readonly id: string;
  /** How to make it, where that is known, and how to remove it. */
  readonly create: readonly string[] | null;
  readonly drop: readonly string[] | null;
}

export interface ExtensionRow {
  readonly name: string;
  readonly schema: string;
}

/** PL/pgSQL is in every database. */
export const extensionQuery = `
  SELECT e.extname AS name, n.nspname AS schema FROM pg_extension e
  JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname <> 'plpgsql' ORDER BY e.extname COLLATE "C"`;

interface Source {
  /** A literal or an expression. */
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
  /** Expressions of lists of statements. Without `drop`, nothing may be removed, as something may stand on it. */
  readonly create?: string;
  readonly drop?: string;
  /** The alias of the object, `o` unless it is given, and where it is kept. */
  readonly alias?: string;
  readonly catalog: string;
  readonly from: string;
}

/** What is on relations: `c` is the relation. */
const ON_RELATIONS: readonly Source[] = [
  {
    kind: "'trigger'",
    name: 'g.tgname',
    detail: `pg_get_triggerdef(g.oid) || CASE g.tgenabled WHEN 'D' THEN ', disabled' WHEN 'R' THEN ', on replicas only'
      WHEN 'A' THEN ', always' ELSE '' END`,
    create: TRIGGER_CREATE,
    drop: `ARRAY['DROP TRIGGER IF EXISTS ' || quote_ident(g.tgname) || ' ON ' || ${RELATION}]`,
    alias: 'g',
    catalog: 'pg_trigger',
    from: 'pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid AND NOT g.tgisinternal AND g.tgparentid = 0',
  },
  {
    kind: "'rule'",
    name: 'w.rulename',
    detail: 'pg_get_ruledef(w.oid)',
    create: RULE_CREATE,
    drop: `ARRAY['DROP RULE IF EXISTS ' || quote_ident(w.rulename) || ' ON ' || ${RELATION}]`,
    alias: 'w',
    catalog: 'pg_rewrite',
    from: "pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class AND w.rulename <> '_RETURN'",
  },
  {
    kind: "'policy'",
    name: 'p.polname',
    detail: `CASE WHEN p.polpermissive THEN '' ELSE 'AS RESTRICTIVE ' END || 'FOR ' || CASE p.polcmd WHEN 'r' THEN 'SELECT'
      WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END
      || coalesce(' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
      || coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')`,
    create: POLICY_CREATE,
    drop: `ARRAY['DROP POLICY IF EXISTS ' || quote_ident(p.polname) || ' ON ' || ${RELATION}]`,
    alias: 'p',
    catalog: 'pg_policy',
    from: 'pg_policy p JOIN pg_class c ON c.oid = p.polrelid',
  },
  {
    kind: "'statistics object'",
    name: 's.stxname',
    detail: 'pg_get_statisticsobjdef(s.oid)',
    create: STATISTICS_CREATE,
    drop: `ARRAY['DROP STATISTICS IF EXISTS ' || ${qualified('quote_ident(s.stxname)', 'sn')}]`,
    alias: 's',
    catalog: 'pg_statistic_ext',
    from: `pg_statistic_ext s JOIN pg_class c ON c.oid = s.stxrelid JOIN pg_namespace sn ON sn.oid = s.stxnamespace`,
  },
];

/** What stands in a schema: `o` is the object, `catalog` where it is kept. */
const IN_SCHEMAS: readonly (Source & { readonly namespace: string })[] = [
  {
    kind: "CASE o.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END",
    name: 'o.relname',
    detail: `CASE WHEN o.relkind = 'f' THEN (SELECT 'SERVER ' || quote_ident(s.srvname) FROM pg_foreign_table f
      JOIN pg_foreign_server s ON s.oid = f.ftserver WHERE f.ftrelid = o.oid) ELSE pg_get_viewdef(o.oid) END`,
    create: VIEW_CREATE,
    drop: VIEW_DROP,
    from: "pg_class o WHERE o.relkind IN ('v', 'm', 'f') AND o.relpersistence <> 't'",
    catalog: 'pg_class',
    namespace: 'o.relnamespace',
  },
  {
    kind: "CASE o.prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' ELSE 'function' END",
    name: "o.proname || '(' || pg_get_function_identity_arguments(o.oid) || ')'",
    detail: `concat_ws(' ', 'RETURNS ' || pg_get_function_result(o.oid),
      (SELECT 'LANGUAGE ' || quote_ident(l.lanname) FROM pg_language l WHERE l.oid = o.prolang AND o.prokind <> 'a'))`,
    create: FUNCTION_CREATE,
    drop: FUNCTION_DROP,
    // The functions of a range type come with it.
    from: `pg_proc o WHERE NOT EXISTS (SELECT FROM pg_depend i
      WHERE i.classid = 'pg_proc'::regclass AND i.objid = o.oid AND i.deptype = 'i')`,
    catalog: 'pg_proc',
    namespace: 'o.pronamespace',
  },
  {
    kind: "'collation'",
    name: 'o.collname',
    detail: `concat_ws(' ', CASE o.collprovider WHEN 'i' THEN 'ICU' WHEN 'c' THEN 'libc' END,
      CASE WHEN NOT o.collisdeterministic THEN 'nondeterministic' END)`,
    create: COLLATION_CREATE,
    from: 'pg_collation o WHERE TRUE',
    catalog: 'pg_collation',
    namespace: 'o.collnamespace',
  },
  {
    kind: "'operator'",
    name: 'o.oid::regoperator::text',
    detail: "'FUNCTION ' || o.oprcode::text",
    create: OPERATOR_CREATE,
    drop: OPERATOR_DROP,
    from: 'pg_operator o WHERE TRUE',
    catalog: 'pg_operator',
    namespace: 'o.oprnamespace',
  },
  {
    kind: "'operator class'",
    name: 'o.opcname',
    detail: "'FOR TYPE ' || format_type(o.opcintype, NULL)",
    from: 'pg_opclass o WHERE TRUE',
    catalog: 'pg_opclass',
    namespace: 'o.opcnamespace',
  },
  {
    kind: "'text search configuration'",
    name: 'o.cfgname',
    detail: "''",
    create: CONFIGURATION_CREATE,
    drop: `ARRAY['DROP TEXT SEARCH CONFIGURATION IF EXISTS ' || ${qualified('quote_ident(o.cfgname)')}]`,
    from: 'pg_ts_config o WHERE TRUE',
    catalog: 'pg_ts_config',
    namespace: 'o.cfgnamespace',
  },
  {
    kind: "'text search dictionary'",
    name: 'o.dictname',
    detail: "coalesce(o.dictinitoption, '')",
    create: DICTIONARY_CREATE,
    drop: `ARRAY['DROP TEXT SEARCH DICTIONARY IF EXISTS ' || ${qualified('quote_ident(o.dictname)')}]`,
    from: 'pg_ts_dict o WHERE TRUE',
    catalog: 'pg_ts_dict',
    namespace: 'o.dictnamespace',
  },
];

/** What belongs to the whole database. */
const inDatabase = ({ version }: Scope): readonly Source[] => [
  {
    kind: "'event trigger'",
    name: 'o.evtname',
    detail: "'ON ' || o.evtevent || ' EXECUTE FUNCTION ' || o.evtfoid::regproc::text || '()'",
    create: EVENT_TRIGGER_CREATE,
    drop: "ARRAY['DROP EVENT TRIGGER IF EXISTS ' || quote_ident(o.evtname)]",
    catalog: 'pg_event_trigger',
    from: `pg_event_trigger o WHERE NOT EXISTS (SELECT FROM pg_depend x
      WHERE x.classid = 'pg_event_trigger'::regclass AND x.objid = o.oid AND x.deptype = 'e')`,
  },
  {
    kind: "'foreign server'",
    name: 'o.srvname',
    detail:
      "(SELECT 'FOREIGN DATA WRAPPER ' || quote_ident(w.fdwname) FROM pg_foreign_data_wrapper w WHERE w.oid = o.srvfdw)",
    create: SERVER_CREATE,
    catalog: 'pg_foreign_server',
    from: 'pg_foreign_server o',
  },
  {
    kind: "'publication'",
    name: 'o.pubname',
    detail: "CASE WHEN o.puballtables THEN 'FOR ALL TABLES' ELSE '' END",
    create: publicationCreate(version),
    drop: "ARRAY['DROP PUBLICATION IF EXISTS ' || quote_ident(o.pubname)]",
    catalog: 'pg_publication',
    from: 'pg_publication o',
  },
  {
    kind: "'cast'",
    name: "format_type(o.castsource, NULL) || ' AS ' || format_type(o.casttarget, NULL)",
    detail: "coalesce('FUNCTION ' || nullif(o.castfunc, 0)::regprocedure::text, '')",
    create: CAST_CREATE,
    drop: CAST_DROP,
    catalog: 'pg_cast',
    from: `pg_cast o WHERE o.oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend x
      WHERE x.classid = 'pg_cast'::regclass AND x.objid = o.oid AND x.deptype IN ('e', 'i'))`,
  },
];

/** What to select of a source. Statements take the server time to print, so they are left out where nobody asks. */
const columns = (
  { kind, name, detail, create, drop, alias = 'o', catalog }: Source,
  withSql: boolean,
  more: string,
): string =>
  `SELECT (${kind})::text AS kind, (${name})::text AS name, nullif(${detail}, '') AS detail,
    '${catalog}:' || ${alias}.oid AS id, (${(withSql ? create : undefined) ?? 'NULL'})::text[] AS create,
    (${(withSql ? drop : undefined) ?? "'{}'"})::text[] AS drop, ${more}`;

export function objectQuery(scope: Scope, withSql: boolean): string {
  const parts = [
    ...ON_RELATIONS.map(
      (source) =>
        `${columns(
          source,
          withSql,
          `n.nspname::text AS schema, c.oid::text AS relation, c.relname::text AS relation_name,
          c.relkind IN ('r', 'p') AS on_table`,
        )} FROM ${source.from} JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${readableRelation(scope)}`,
    ),
    ...IN_SCHEMAS.map(
      (source) => `${columns(source, withSql, 'n.nspname::text, NULL, NULL, FALSE')} FROM pg_namespace n, ${source.from}
        AND n.oid = ${source.namespace} AND ${readable(scope, source.catalog, 'o')}`,
    ),
    ...inDatabase(scope).map((source) => `${columns(source, withSql, 'NULL, NULL, NULL, FALSE')} FROM ${source.from}`),
  ];
  return `SELECT * FROM (${parts.join('\nUNION ALL\n')}) o
    ORDER BY o.schema COLLATE "C", o.relation_name COLLATE "C", o.kind COLLATE "C", o.name COLLATE "C"`;
}
