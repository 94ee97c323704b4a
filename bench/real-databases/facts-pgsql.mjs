// The catalog of PostgreSQL: everything that is no part of an extension, of the system or of another object.

import { ask } from './engines.mjs';

const USERS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;
const own = (catalog, oid, types = "= 'e'") =>
  `NOT EXISTS (SELECT 1 FROM pg_depend x WHERE x.classid = '${catalog}'::regclass AND x.objid = ${oid} AND x.deptype ${types})`;
const NAME = `quote_ident(n.nspname) || '.' || quote_ident(c.relname)`;
const TABLES = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`;
const USERS_TABLES = `${USERS} AND ${own('pg_class', 'c.oid')}`;
// A literal is its value, whatever it was cast to before it became the value of the column; DEFAULT NULL says nothing.
const LITERALS = [
  ['^NULL::.*$', ''],
  [`^''(-?[0-9.]+)''::(double precision|real|numeric|bigint|integer|smallint)(\\([0-9,]*\\))?$`, '\\1'],
  [`^(''([^'']|'''')*'')::(text|character varying)$`, '\\1'],
];
const DEFAULT = LITERALS.reduce(
  (expression, [pattern, value]) => `regexp_replace(${expression}, '${pattern}', '${value}')`,
  'pg_get_expr(d.adbin, d.adrelid)',
);

/** Each gives rows of `object` and `text`. */
const FACTS = [
  `SELECT 'schema ' || nspname AS object, '' AS text FROM pg_namespace n WHERE ${USERS} AND ${own('pg_namespace', 'n.oid')}`,
  `SELECT 'extension ' || extname AS object, '' AS text FROM pg_extension`,
  `SELECT CASE c.relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'materialized view ' WHEN 'f' THEN 'foreign table '
       ELSE 'table ' END || ${NAME} AS object,
     concat_ws(' ', CASE c.relpersistence WHEN 'u' THEN 'unlogged' END, c.reloptions::text,
       'partition by ' || pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
       CASE WHEN c.relrowsecurity THEN 'row security' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END,
       CASE WHEN c.relreplident <> 'd' AND c.relkind IN ('r', 'p') THEN 'replica identity ' || c.relreplident::text END,
       CASE WHEN c.reloftype <> 0 THEN 'of ' || c.reloftype::regtype::text END,
       (SELECT 'inherits ' || string_agg(i.inhparent::regclass::text, ', ' ORDER BY i.inhseqno) FROM pg_inherits i
         WHERE i.inhrelid = c.oid),
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
       (SELECT 'tablespace ' || spcname FROM pg_tablespace t WHERE t.oid = c.reltablespace)) AS text
     FROM ${TABLES} WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${USERS_TABLES}`,
  `SELECT 'order of columns ' || ${NAME} AS object, string_agg(a.attname, ', ' ORDER BY a.attnum) AS text
     FROM ${TABLES} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p', 'f') AND ${USERS_TABLES} GROUP BY 1`,
  `SELECT 'column ' || ${NAME} || '.' || quote_ident(a.attname) AS object,
     concat_ws(' ', regexp_replace(format_type(a.atttypid, a.atttypmod), '^(time|timestamp)\\(6\\)', '\\1'), CASE WHEN a.attnotnull THEN 'not null' END,
       CASE WHEN a.attcollation <> t.typcollation THEN 'collate ' || a.attcollation::regcollation::text END,
       CASE a.attgenerated WHEN 's' THEN 'stored' WHEN 'v' THEN 'virtual' END,
       CASE WHEN a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%' THEN 'numbered'
         ELSE 'default ' || nullif(${DEFAULT}, '') END,
       CASE WHEN a.attstorage <> t.typstorage THEN 'storage ' || a.attstorage::text END,
       CASE WHEN a.attcompression <> '' THEN 'compression ' || a.attcompression::text END,
       CASE WHEN a.attstattarget > 0 THEN 'statistics ' || a.attstattarget END, a.attoptions::text) AS text
     FROM ${TABLES} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relkind IN ('r', 'p', 'f') AND ${USERS_TABLES}`,
  // By default or by identity: the numbers of the same sequence are the same.
  `SELECT 'numbering of ' || ${NAME} || '.' || quote_ident(a.attname) AS object, CASE WHEN a.attidentity = 'a' THEN 'always ' ELSE '' END
       || CASE WHEN a.attidentity = '' THEN substring(pg_get_expr(d.adbin, d.adrelid) FROM '^nextval\\(''(.*)''::')
         ELSE pg_get_serial_sequence(c.oid::regclass::text, a.attname) END AS text
     FROM ${TABLES} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind IN ('r', 'p', 'f') AND ${USERS_TABLES}
       AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')`,
  `SELECT CASE k.contype WHEN 'p' THEN 'primary key ' WHEN 'f' THEN 'foreign key '
       WHEN 'c' THEN 'check ' ELSE 'constraint ' END || ${NAME} || '.' || quote_ident(k.conname) AS object,
     pg_get_constraintdef(k.oid) || CASE WHEN k.conislocal THEN '' ELSE ' inherited' END AS text
     FROM ${TABLES} JOIN pg_constraint k ON k.conrelid = c.oid
     WHERE k.contype IN ('p', 'f', 'c', 'x') AND ${USERS_TABLES}`,
  // A unique constraint is an index; what differs is listed beside it.
  `SELECT 'constraint of index ' || ${NAME} || '.' || quote_ident(k.conname) AS object, pg_get_constraintdef(k.oid) AS text
     FROM ${TABLES} JOIN pg_constraint k ON k.conrelid = c.oid WHERE k.contype = 'u' AND ${USERS_TABLES}`,
  `SELECT 'index ' || ${NAME} || '.' || quote_ident(ic.relname) AS object,
     concat_ws(' ', pg_get_indexdef(i.indexrelid), CASE WHEN i.indisclustered THEN 'clustered' END,
       CASE WHEN i.indisreplident THEN 'replica identity' END, CASE WHEN NOT i.indisvalid THEN 'invalid' END,
       (SELECT 'partition of ' || h.inhparent::regclass FROM pg_inherits h WHERE h.inhrelid = ic.oid)) AS text
     FROM ${TABLES} JOIN pg_index i ON i.indrelid = c.oid JOIN pg_class ic ON ic.oid = i.indexrelid
     WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = ic.oid AND k.contype IN ('p', 'x'))
       AND ${USERS_TABLES}`,
  `SELECT 'sequence ' || ${NAME} AS object, concat_ws(' ', s.seqstart, s.seqincrement, s.seqmin,
       nullif(nullif(nullif(s.seqmax, 32767), 2147483647), 9223372036854775807), s.seqcache, s.seqcycle) AS text
     FROM ${TABLES} JOIN pg_sequence s ON s.seqrelid = c.oid WHERE ${USERS_TABLES}`,
  `SELECT 'owner of sequence ' || ${NAME} AS object, d.refobjid::regclass || '.' || a.attname AS text
     FROM ${TABLES} JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE c.relkind = 'S' AND ${USERS_TABLES}`,
  `SELECT 'type ' || t.oid::regtype AS object, CASE t.typtype
       WHEN 'e' THEN (SELECT 'enum ' || string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) FROM pg_enum
         WHERE enumtypid = t.oid)
       WHEN 'd' THEN concat_ws(' ', 'domain', format_type(t.typbasetype, t.typtypmod), CASE WHEN t.typnotnull THEN 'not null' END,
         'default ' || t.typdefault, CASE WHEN t.typcollation <> b.typcollation THEN t.typcollation::regcollation::text END,
         (SELECT string_agg(conname || ' ' || pg_get_constraintdef(oid), ', ' ORDER BY conname) FROM pg_constraint
           WHERE contypid = t.oid AND contype = 'c'))
       WHEN 'c' THEN (SELECT 'composite ' || string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
         FROM pg_attribute WHERE attrelid = t.typrelid AND attnum > 0 AND NOT attisdropped)
       WHEN 'r' THEN (SELECT 'range ' || rngsubtype::regtype FROM pg_range WHERE rngtypid = t.oid)
       ELSE t.typtype::text END AS text
     FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_type b ON b.oid = t.typbasetype
     LEFT JOIN pg_class r ON r.oid = t.typrelid
     WHERE t.typtype IN ('e', 'd', 'c', 'r') AND (t.typrelid = 0 OR r.relkind = 'c') AND ${USERS} AND ${own('pg_type', 't.oid')}`,
  `SELECT CASE p.prokind WHEN 'a' THEN 'aggregate ' WHEN 'p' THEN 'procedure ' ELSE 'function ' END
       || p.oid::regprocedure AS object,
     CASE p.prokind WHEN 'a' THEN (SELECT concat_ws(' ', aggtransfn, aggfinalfn, aggtranstype::regtype, agginitval, aggsortop::regoper)
       FROM pg_aggregate WHERE aggfnoid = p.oid) ELSE pg_get_functiondef(p.oid) END AS text
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${USERS} AND ${own('pg_proc', 'p.oid', "IN ('e', 'i')")}`,
  `SELECT 'trigger ' || ${NAME} || '.' || quote_ident(t.tgname) AS object,
     pg_get_triggerdef(t.oid) || CASE WHEN t.tgenabled <> 'O' THEN ' enabled ' || t.tgenabled::text ELSE '' END AS text
     FROM ${TABLES} JOIN pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal AND ${USERS_TABLES}`,
  `SELECT 'rule ' || ${NAME} || '.' || r.rulename AS object, pg_get_ruledef(r.oid) AS text
     FROM ${TABLES} JOIN pg_rewrite r ON r.ev_class = c.oid WHERE r.rulename <> '_RETURN' AND ${USERS_TABLES}`,
  `SELECT 'policy ' || ${NAME} || '.' || p.polname AS object, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[],
       pg_get_expr(p.polqual, c.oid), 'check ' || pg_get_expr(p.polwithcheck, c.oid)) AS text
     FROM ${TABLES} JOIN pg_policy p ON p.polrelid = c.oid WHERE ${USERS_TABLES}`,
  `SELECT 'grants ' || ${NAME} AS object, c.relacl::text AS text FROM ${TABLES} WHERE c.relacl IS NOT NULL AND ${USERS_TABLES}`,
  `SELECT 'statistics ' || s.stxname AS object, pg_get_statisticsobjdef(s.oid) AS text FROM pg_statistic_ext s`,
  `SELECT 'event trigger ' || evtname AS object, evtevent || ' ' || evtfoid::regproc || ' ' || coalesce(evttags::text, '') AS text
     FROM pg_event_trigger`,
  `SELECT 'publication ' || p.pubname AS object, concat_ws(' ', p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete,
       (SELECT string_agg(prrelid::regclass::text, ', ' ORDER BY 1) FROM pg_publication_rel WHERE prpubid = p.oid)) AS text
     FROM pg_publication p`,
  `SELECT 'foreign server ' || srvname AS object, srvoptions::text AS text FROM pg_foreign_server s`,
  // Operators, casts, collations, text search and the like: by what the server calls them.
  ...[
    ['pg_operator', 'oprnamespace'],
    ['pg_opclass', 'opcnamespace'],
    ['pg_collation', 'collnamespace'],
    ['pg_conversion', 'connamespace'],
    ['pg_ts_config', 'cfgnamespace'],
    ['pg_ts_dict', 'dictnamespace'],
  ].map(
    ([catalog, namespace]) => `SELECT i.type || ' ' || i.identity AS object, '' AS text FROM ${catalog} o
       JOIN pg_namespace n ON n.oid = o.${namespace}, pg_identify_object('${catalog}'::regclass, o.oid, 0) i
       WHERE ${USERS} AND ${own(catalog, 'o.oid')}`,
  ),
  `SELECT 'cast ' || castsource::regtype || ' ' || casttarget::regtype AS object, castcontext::text || castmethod::text AS text FROM pg_cast c
     WHERE c.oid >= 16384 AND ${own('pg_cast', 'c.oid', "IN ('e', 'i')")}`,
  `SELECT 'comment on ' || i.type || ' ' || i.identity AS object, d.description AS text FROM pg_description d,
     pg_identify_object(d.classoid, d.objoid, d.objsubid) i
     WHERE d.objoid >= 16384 AND i.type <> 'extension'
       AND NOT EXISTS (SELECT 1 FROM pg_depend x WHERE x.classid = d.classoid AND x.objid = d.objoid AND x.deptype = 'e')`,
];

export function pgsqlFacts(database) {
  // Without a search path every name is printed with its schema.
  const [, , ...results] = ask(database, [`SET search_path = ''`, `SET quote_all_identifiers = off`, ...FACTS]);
  return new Map(results.flat().map(({ object, text }) => [object, text ?? '']));
}

/** Schemas with something in them besides partitions of other tables. */
export function pgsqlSchemas(database) {
  const sql = `SELECT n.nspname AS name FROM ${TABLES} WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND ${USERS_TABLES} UNION SELECT n.nspname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE ${USERS} AND ${own('pg_proc', 'p.oid')} ORDER BY 1`;
  return ask(database, [sql])[0].map(({ name }) => name);
}

/** How many there are of what real databases have and schemas long could not say. */
export function pgsqlCounts(database) {
  const indexes = (condition) => `(SELECT count(*) FROM ${TABLES} JOIN pg_index i ON i.indrelid = c.oid
    JOIN pg_class ic ON ic.oid = i.indexrelid JOIN pg_am am ON am.oid = ic.relam
    WHERE NOT c.relispartition AND ${USERS_TABLES} AND ${condition})`;
  const sql = `SELECT (SELECT count(*) FROM ${TABLES} JOIN pg_constraint k ON k.conrelid = c.oid
      WHERE k.contype = 'c' AND NOT c.relispartition AND ${USERS_TABLES}) AS checks,
    ${indexes('i.indpred IS NOT NULL AND NOT i.indisunique')} AS partial,
    ${indexes('i.indpred IS NOT NULL AND i.indisunique')} AS "partial unique", ${indexes(`am.amname = 'gin'`)} AS gin,
    ${indexes('i.indexprs IS NOT NULL')} AS expression,
    ${indexes('EXISTS (SELECT 1 FROM unnest(i.indoption) o WHERE o & 1 = 1)')} AS descending`;
  return ask(database, [sql])[0][0];
}
