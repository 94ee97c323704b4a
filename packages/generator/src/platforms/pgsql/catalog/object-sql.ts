/** Expressions of SQL that print how to make and remove what stands in the catalog. Names are as the search path finds them. */

/** The name of something in the schema `n`, with the schema where the search path does not find it. */
export const qualified = (name: string, namespace = 'n'): string =>
  `(CASE WHEN ${namespace}.nspname = current_schema() THEN '' ELSE quote_ident(${namespace}.nspname) || '.' END || ${name})`;

/** The relation that something is on. */
export const RELATION = qualified('quote_ident(c.relname)');

/** The comment of something, as a statement. */
export const comment = (catalog: string, id: string, what: string): string =>
  `'COMMENT ON ' || ${what} || ' IS ' || quote_literal(obj_description(${id}, '${catalog}'))`;

/** `OPTIONS (a 'b')` of foreign servers and tables. */
const options = (list: string): string =>
  `coalesce((SELECT ' OPTIONS (' || string_agg(quote_ident(x.option_name) || ' ' || quote_literal(x.option_value), ', ') || ')'
    FROM pg_options_to_table(${list}) x), '')`;

/** A function by its name, unless there is none. */
const named = (word: string, id: string): string =>
  `CASE WHEN ${id}::oid <> 0 THEN ', ${word} = ' || ${id}::regproc::text ELSE '' END`;

export const TRIGGER_CREATE = `array_remove(ARRAY[pg_get_triggerdef(g.oid, TRUE),
  CASE WHEN c.relkind IN ('r', 'p') THEN 'ALTER TABLE ' || ${RELATION} || CASE g.tgenabled WHEN 'D' THEN ' DISABLE TRIGGER '
    WHEN 'R' THEN ' ENABLE REPLICA TRIGGER ' WHEN 'A' THEN ' ENABLE ALWAYS TRIGGER ' END || quote_ident(g.tgname) END,
  ${comment('pg_trigger', 'g.oid', `'TRIGGER ' || quote_ident(g.tgname) || ' ON ' || ${RELATION}`)}], NULL)`;

export const RULE_CREATE = `array_remove(ARRAY[rtrim(pg_get_ruledef(w.oid, TRUE), ';'),
  'ALTER TABLE ' || ${RELATION} || CASE w.ev_enabled WHEN 'D' THEN ' DISABLE RULE '
    WHEN 'R' THEN ' ENABLE REPLICA RULE ' WHEN 'A' THEN ' ENABLE ALWAYS RULE ' END || quote_ident(w.rulename)], NULL)`;

export const POLICY_CREATE = `ARRAY['CREATE POLICY ' || quote_ident(p.polname) || ' ON ' || ${RELATION}
  || CASE WHEN p.polpermissive THEN '' ELSE ' AS RESTRICTIVE' END || ' FOR ' || CASE p.polcmd WHEN 'r' THEN 'SELECT'
    WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END
  || ' TO ' || (SELECT string_agg(CASE WHEN r.id = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r.id)) END, ', '
    ORDER BY pg_get_userbyid(r.id)) FROM unnest(p.polroles) AS r (id))
  || coalesce(' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
  || coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')]`;

/** The server prints the schema of the object always. */
export const STATISTICS_CREATE = `ARRAY['CREATE STATISTICS ' || ${qualified('quote_ident(s.stxname)', 'sn')}
  || substr(pg_get_statisticsobjdef(s.oid),
    length('CREATE STATISTICS ' || quote_ident(sn.nspname) || '.' || quote_ident(s.stxname)) + 1)]`;

const VIEW = qualified('quote_ident(o.relname)');
const VIEW_KIND = "CASE o.relkind WHEN 'v' THEN 'VIEW ' WHEN 'm' THEN 'MATERIALIZED VIEW ' ELSE 'FOREIGN TABLE ' END";

export const VIEW_CREATE = `CASE WHEN o.relkind = 'f' THEN ARRAY['CREATE FOREIGN TABLE IF NOT EXISTS ' || ${VIEW} || ' ('
    || coalesce((SELECT string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END, ', ' ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped), '') || ')'
    || (SELECT ' SERVER ' || quote_ident(s.srvname) || ${options('f.ftoptions')} FROM pg_foreign_table f
      JOIN pg_foreign_server s ON s.oid = f.ftserver WHERE f.ftrelid = o.oid)]
  ELSE array_remove(ARRAY['CREATE ' || ${VIEW_KIND} || ${VIEW}
      || coalesce(' WITH (' || array_to_string(o.reloptions, ', ') || ')', '') || E' AS\\n'
      || rtrim(pg_get_viewdef(o.oid), ';') || CASE WHEN o.relispopulated THEN '' ELSE ' WITH NO DATA' END,
    ${comment('pg_class', 'o.oid', `${VIEW_KIND} || ${VIEW}`)}], NULL)
  || coalesce((SELECT array_agg('ALTER VIEW ' || ${VIEW} || ' ALTER COLUMN ' || quote_ident(a.attname) || ' SET DEFAULT '
      || pg_get_expr(d.adbin, d.adrelid) ORDER BY a.attnum) FROM pg_attribute a
    JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = o.oid), '{}')
  || coalesce((SELECT array_agg('COMMENT ON COLUMN ' || ${VIEW} || '.' || quote_ident(a.attname) || ' IS '
      || quote_literal(col_description(o.oid, a.attnum)) ORDER BY a.attnum) FROM pg_attribute a
    WHERE a.attrelid = o.oid AND col_description(o.oid, a.attnum) IS NOT NULL), '{}') END`;

export const VIEW_DROP = `CASE WHEN o.relkind = 'f' THEN '{}'::text[]
  ELSE ARRAY['DROP ' || ${VIEW_KIND} || 'IF EXISTS ' || ${VIEW}] END`;

const FUNCTION_KIND = "CASE o.prokind WHEN 'p' THEN 'PROCEDURE ' WHEN 'a' THEN 'AGGREGATE ' ELSE 'FUNCTION ' END";
const FUNCTION = qualified('quote_ident(o.proname)');
const ARGUMENTS =
  "CASE WHEN o.prokind = 'a' AND o.pronargs = 0 THEN '*' ELSE pg_get_function_identity_arguments(o.oid) END";
const SIGNATURE = `${FUNCTION} || '(' || ${ARGUMENTS} || ')'`;

/** Aggregates with direct arguments or with a moving state have more words than these: they are left to a person. */
const AGGREGATE = `(SELECT 'CREATE AGGREGATE ' || ${FUNCTION} || '(' || CASE WHEN o.pronargs = 0 THEN '*'
    ELSE pg_get_function_arguments(o.oid) END || ') (SFUNC = ' || a.aggtransfn::regproc::text || ', STYPE = '
  || format_type(a.aggtranstype, NULL) || ${named('FINALFUNC', 'a.aggfinalfn')}
  || CASE WHEN a.aggfinalextra THEN ', FINALFUNC_EXTRA' ELSE '' END || ${named('COMBINEFUNC', 'a.aggcombinefn')}
  || ${named('SERIALFUNC', 'a.aggserialfn')} || ${named('DESERIALFUNC', 'a.aggdeserialfn')}
  || coalesce(', INITCOND = ' || quote_literal(a.agginitval), '')
  || CASE WHEN a.aggsortop <> 0 THEN ', SORTOP = OPERATOR(' || (SELECT quote_ident(sn.nspname) || '.' || so.oprname
    FROM pg_operator so JOIN pg_namespace sn ON sn.oid = so.oprnamespace WHERE so.oid = a.aggsortop) || ')' ELSE '' END
  || CASE o.proparallel WHEN 's' THEN ', PARALLEL = SAFE' WHEN 'r' THEN ', PARALLEL = RESTRICTED' ELSE '' END || ')'
  FROM pg_aggregate a WHERE a.aggfnoid = o.oid AND a.aggkind = 'n' AND a.aggmtransfn::oid = 0)`;

export const FUNCTION_CREATE = `CASE WHEN o.prokind = 'a' AND ${AGGREGATE} IS NULL THEN NULL ELSE array_remove(ARRAY[
  CASE WHEN o.prokind = 'a' THEN ${AGGREGATE} ELSE 'CREATE OR REPLACE ' || ${FUNCTION_KIND} || ${FUNCTION}
    || rtrim(substr(pg_get_functiondef(o.oid), length('CREATE OR REPLACE ' || ${FUNCTION_KIND} || quote_ident(n.nspname) || '.'
      || quote_ident(o.proname)) + 1), E'\\n') END,
  ${comment('pg_proc', 'o.oid', `${FUNCTION_KIND} || ${SIGNATURE}`)}], NULL) END`;

export const FUNCTION_DROP = `ARRAY['DROP ' || ${FUNCTION_KIND} || 'IF EXISTS ' || ${SIGNATURE}]`;

/** Where the locale is kept differs from version to version. */
export const COLLATION_CREATE = `ARRAY['CREATE COLLATION IF NOT EXISTS ' || ${qualified('quote_ident(o.collname)')}
  || ' (PROVIDER = ' || CASE o.collprovider WHEN 'i' THEN 'icu' WHEN 'b' THEN 'builtin' ELSE 'libc' END
  || CASE WHEN o.collprovider = 'c' THEN ', LC_COLLATE = ' || quote_literal(o.collcollate) || ', LC_CTYPE = '
    || quote_literal(o.collctype) ELSE ', LOCALE = ' || quote_literal(coalesce(to_jsonb(o) ->> 'colllocale',
    to_jsonb(o) ->> 'colliculocale', to_jsonb(o) ->> 'collcollate')) END
  || CASE WHEN o.collisdeterministic THEN '' ELSE ', DETERMINISTIC = FALSE' END || ')']`;

const OPERATOR = qualified('o.oprname');
const operand = (id: string): string => `CASE WHEN ${id} = 0 THEN 'NONE' ELSE format_type(${id}, NULL) END`;
const otherOperator = (word: string, id: string): string =>
  `CASE WHEN ${id} = 0 THEN '' ELSE ', ${word} = OPERATOR(' || (SELECT ${qualified('oo.oprname', 'oon')} FROM pg_operator oo
    JOIN pg_namespace oon ON oon.oid = oo.oprnamespace WHERE oo.oid = ${id}) || ')' END`;

export const OPERATOR_CREATE = `CASE WHEN o.oprcode::oid = 0 THEN NULL ELSE ARRAY['CREATE OPERATOR ' || ${OPERATOR}
  || ' (FUNCTION = ' || o.oprcode::text || CASE WHEN o.oprleft = 0 THEN '' ELSE ', LEFTARG = ' || format_type(o.oprleft, NULL) END
  || ', RIGHTARG = ' || format_type(o.oprright, NULL) || ${otherOperator('COMMUTATOR', 'o.oprcom')}
  || ${otherOperator('NEGATOR', 'o.oprnegate')} || ${named('RESTRICT', 'o.oprrest')} || ${named('JOIN', 'o.oprjoin')}
  || CASE WHEN o.oprcanhash THEN ', HASHES' ELSE '' END || CASE WHEN o.oprcanmerge THEN ', MERGES' ELSE '' END || ')'] END`;

export const OPERATOR_DROP = `ARRAY['DROP OPERATOR IF EXISTS ' || ${OPERATOR} || ' (' || ${operand('o.oprleft')} || ', '
  || ${operand('o.oprright')} || ')']`;

/** The words of a dictionary or configuration may be qualified: the server prints no such name by itself. */
const inTheirSchema = (catalog: string, column: string, namespace: string, id: string): string =>
  `(SELECT quote_ident(xn.nspname) || '.' || quote_ident(x.${column}) FROM ${catalog} x
    JOIN pg_namespace xn ON xn.oid = x.${namespace} WHERE x.oid = ${id})`;

export const CONFIGURATION_CREATE = `ARRAY['CREATE TEXT SEARCH CONFIGURATION ' || ${qualified('quote_ident(o.cfgname)')} || ' (PARSER = '
    || ${inTheirSchema('pg_ts_parser', 'prsname', 'prsnamespace', 'o.cfgparser')} || ')']
  || coalesce((SELECT array_agg('ALTER TEXT SEARCH CONFIGURATION ' || ${qualified('quote_ident(o.cfgname)')} || ' ADD MAPPING FOR '
      || quote_ident(m.alias) || ' WITH ' || m.dictionaries ORDER BY m.tokid) FROM (
    SELECT t.tokid, t.alias, string_agg(${inTheirSchema('pg_ts_dict', 'dictname', 'dictnamespace', 'k.mapdict')}, ', '
      ORDER BY k.mapseqno) AS dictionaries
    FROM pg_ts_config_map k JOIN ts_token_type(o.cfgparser) t ON t.tokid = k.maptokentype
    WHERE k.mapcfg = o.oid GROUP BY t.tokid, t.alias) m), '{}')`;

export const DICTIONARY_CREATE = `ARRAY['CREATE TEXT SEARCH DICTIONARY ' || ${qualified('quote_ident(o.dictname)')} || ' (TEMPLATE = '
  || ${inTheirSchema('pg_ts_template', 'tmplname', 'tmplnamespace', 'o.dicttemplate')}
  || coalesce(', ' || o.dictinitoption, '') || ')']`;

export const EVENT_TRIGGER_CREATE = `array_remove(ARRAY['CREATE EVENT TRIGGER ' || quote_ident(o.evtname) || ' ON ' || o.evtevent
  || coalesce(' WHEN TAG IN (' || (SELECT string_agg(quote_literal(t), ', ') FROM unnest(o.evttags) t) || ')', '')
  || ' EXECUTE FUNCTION ' || o.evtfoid::regproc::text || '()',
  'ALTER EVENT TRIGGER ' || quote_ident(o.evtname) || CASE o.evtenabled WHEN 'D' THEN ' DISABLE' WHEN 'R' THEN ' ENABLE REPLICA'
    WHEN 'A' THEN ' ENABLE ALWAYS' END], NULL)`;

export const SERVER_CREATE = `ARRAY['CREATE SERVER IF NOT EXISTS ' || quote_ident(o.srvname)
  || coalesce(' TYPE ' || quote_literal(o.srvtype), '') || coalesce(' VERSION ' || quote_literal(o.srvversion), '')
  || ' FOREIGN DATA WRAPPER ' || (SELECT quote_ident(w.fdwname) FROM pg_foreign_data_wrapper w WHERE w.oid = o.srvfdw)
  || ${options('o.srvoptions')}]`;

/** Column lists, conditions and schemas came with version 15. */
export function publicationCreate(version: number): string {
  const [columns, condition, schemas] =
    version < 150000
      ? ["''", "''", 'NULL']
      : [
          `coalesce((SELECT ' (' || string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) || ')' FROM pg_attribute a
        WHERE a.attrelid = r.prrelid AND a.attnum = ANY (r.prattrs::int2[])), '')`,
          "coalesce(' WHERE (' || pg_get_expr(r.prqual, r.prrelid) || ')', '')",
          `(SELECT 'TABLES IN SCHEMA ' || string_agg(quote_ident(sn.nspname), ', ' ORDER BY sn.nspname COLLATE "C")
      FROM pg_publication_namespace s JOIN pg_namespace sn ON sn.oid = s.pnnspid WHERE s.pnpubid = o.oid)`,
        ];
  return `ARRAY['CREATE PUBLICATION ' || quote_ident(o.pubname) || CASE WHEN o.puballtables THEN ' FOR ALL TABLES'
    ELSE coalesce(' FOR ' || nullif(concat_ws(', ', (SELECT 'TABLE ' || string_agg(r.prrelid::regclass || ${columns} || ${condition}, ', '
      ORDER BY r.prrelid::regclass::text COLLATE "C") FROM pg_publication_rel r WHERE r.prpubid = o.oid), ${schemas}), ''), '') END
  || ' WITH (publish = ' || quote_literal(concat_ws(', ', CASE WHEN o.pubinsert THEN 'insert' END, CASE WHEN o.pubupdate THEN 'update' END,
    CASE WHEN o.pubdelete THEN 'delete' END, CASE WHEN o.pubtruncate THEN 'truncate' END))
  || CASE WHEN o.pubviaroot THEN ', publish_via_partition_root = true' ELSE '' END || ')']`;
}

const CAST = "'CAST (' || format_type(o.castsource, NULL) || ' AS ' || format_type(o.casttarget, NULL) || ')'";
export const CAST_CREATE = `ARRAY['CREATE ' || ${CAST} || CASE o.castmethod WHEN 'i' THEN ' WITH INOUT' WHEN 'b' THEN ' WITHOUT FUNCTION'
  ELSE ' WITH FUNCTION ' || o.castfunc::regprocedure::text END
  || CASE o.castcontext WHEN 'a' THEN ' AS ASSIGNMENT' WHEN 'i' THEN ' AS IMPLICIT' ELSE '' END]`;
export const CAST_DROP = `ARRAY['DROP CAST IF EXISTS (' || format_type(o.castsource, NULL) || ' AS '
  || format_type(o.casttarget, NULL) || ')']`;
