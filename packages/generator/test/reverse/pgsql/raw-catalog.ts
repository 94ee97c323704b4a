import type { EngineDatabase, Row } from '../../support/engines.js';
import type { RawFact } from '../raw-facts.js';

const OURS = "n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'";
const TABLES = `c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${OURS} AND ${notOfExtension('c.oid')}`;
const OF_TABLES = 'JOIN pg_namespace n ON n.oid = c.relnamespace';

/** With its schema, where that is not the default one. */
const shown = (relation: string): string =>
  `(SELECT CASE rn.nspname WHEN 'public' THEN '' ELSE rn.nspname || '.' END || rc.relname FROM pg_class rc
    JOIN pg_namespace rn ON rn.oid = rc.relnamespace WHERE rc.oid = ${relation})`;
const IN_SCHEMA = "CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END";

function notOfExtension(id: string): string {
  return `NOT EXISTS (SELECT FROM pg_depend xd WHERE xd.objid = ${id} AND xd.deptype = 'e')`;
}

/** A check of one column that lists texts and says nothing else. */
const IS_LIST = `o.contype = 'c' AND cardinality(o.conkey) = 1 AND pg_get_constraintdef(o.oid) !~ '( AND | OR |<|>|NOT VALID|NOT ENFORCED)'
  AND (pg_get_constraintdef(o.oid) ~ '= ANY \\(+ARRAY\\[' OR pg_get_constraintdef(o.oid) ~ '= ''[^'']*''::(text|bpchar)\\)+$')`;

/** The texts of such checks, and their names where somebody chose them. */
const LISTS = `(SELECT json_agg(json_build_array(
    (SELECT json_agg(m[1]) FROM regexp_matches(pg_get_constraintdef(o.oid), '''((?:[^'']|'''')*)''', 'g') m),
    CASE WHEN o.conname <> c.relname || '_' || a.attname || '_check' AND o.conname !~ '_c_[0-9a-f]{6}$' THEN o.conname END))
  FROM pg_constraint o WHERE o.conrelid = c.oid AND o.conkey = ARRAY[a.attnum] AND ${IS_LIST})`;

/** What is special about a sequence that several columns take their numbers from. */
const SHARED = `(SELECT (SELECT format_type(s.seqtypid, NULL) || count(*) FROM pg_depend so
    WHERE so.objid = s.seqrelid AND so.deptype = 'a')
  FROM pg_depend su WHERE su.refobjid = s.seqrelid AND su.classid = 'pg_attrdef'::regclass HAVING count(*) > 1)`;

/** The sequences that a column owns or takes its default from. */
const SEQUENCES = `(SELECT json_agg(json_build_array(s.seqstart, s.seqincrement, s.seqmin, s.seqcache, s.seqcycle, ${SHARED}))
  FROM pg_sequence s WHERE s.seqrelid IN (
    SELECT p.objid FROM pg_depend p WHERE p.refobjid = c.oid AND p.refobjsubid = a.attnum
      AND p.classid = 'pg_class'::regclass AND p.deptype IN ('a', 'i')
    UNION SELECT p.refobjid FROM pg_depend p JOIN pg_attrdef sd ON sd.oid = p.objid
      WHERE p.classid = 'pg_attrdef'::regclass AND sd.adrelid = c.oid AND sd.adnum = a.attnum
        AND p.refclassid = 'pg_class'::regclass AND p.refobjsubid = 0))`;

/**
 * Queries for all there is, each as table, name and what is said of it. The places of columns are left out: a generated
 * column that is left out moves those behind it.
 */
const FACTS: readonly string[] = [
  // Rights of everybody.
  `SELECT CASE WHEN c.relkind = 'v' THEN '' ELSE c.relname END, string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type)
      || ' ON ' || c.relname || ' TO PUBLIC', 'granted'
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) g WHERE g.grantee = 0 AND c.relnamespace = 'public'::regnamespace
    GROUP BY c.relname, c.relkind`,
  `SELECT ${shown('c.oid')}, c.relname, json_build_array(c.relpersistence, c.reloptions, c.relreplident, c.relrowsecurity,
      c.relforcerowsecurity, pg_get_partkeydef(c.oid), c.reloftype, c.reltablespace, obj_description(c.oid, 'pg_class'),
      (SELECT json_agg(i.inhparent::regclass::text) FROM pg_inherits i WHERE i.inhrelid = c.oid))::text
    FROM pg_class c ${OF_TABLES} WHERE ${TABLES}`,
  `SELECT ${shown('pg_partition_root(c.oid)')}, ${shown('c.oid')}, pg_get_expr(c.relpartbound, c.oid)
    FROM pg_class c ${OF_TABLES} WHERE c.relispartition AND c.relkind IN ('r', 'p') AND ${OURS}`,
  `SELECT ${shown('c.oid')}, CASE WHEN x.indisprimary THEN 'primary key' ELSE i.relname END,
      json_build_array(replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON '), i.reloptions, i.reltablespace, x.indisclustered, x.indisvalid,
        obj_description(i.oid, 'pg_class'))::text
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid ${OF_TABLES}
    WHERE ${TABLES}`,
  // A unique constraint and a unique index are one, unless there is more to it.
  `SELECT ${shown('c.oid')}, CASE o.contype WHEN 'p' THEN 'primary key' ELSE o.conname END,
      json_build_array(pg_get_constraintdef(o.oid), o.convalidated, obj_description(o.oid, 'pg_constraint'))::text
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid ${OF_TABLES}
    WHERE ${TABLES} AND o.conparentid = 0 AND NOT (${IS_LIST}) AND (o.contype <> 'n' OR NOT o.convalidated)
      AND (o.contype <> 'u' OR o.condeferrable OR obj_description(o.oid, 'pg_constraint') IS NOT NULL)`,
  `SELECT ${shown('c.oid')}, g.tgname, pg_get_triggerdef(g.oid) FROM pg_trigger g
    JOIN pg_class c ON c.oid = g.tgrelid ${OF_TABLES} WHERE NOT g.tgisinternal AND ${TABLES}`,
  `SELECT '', ${shown('c.oid')} || '.' || g.tgname, pg_get_triggerdef(g.oid) FROM pg_trigger g
    JOIN pg_class c ON c.oid = g.tgrelid ${OF_TABLES} WHERE NOT g.tgisinternal AND c.relkind = 'v' AND ${OURS}`,
  `SELECT ${shown('c.oid')}, w.rulename, pg_get_ruledef(w.oid) FROM pg_rewrite w
    JOIN pg_class c ON c.oid = w.ev_class ${OF_TABLES} WHERE ${TABLES}`,
  `SELECT ${shown('c.oid')}, p.polname, pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p
    JOIN pg_class c ON c.oid = p.polrelid ${OF_TABLES} WHERE ${TABLES}`,
  `SELECT ${shown('c.oid')}, s.stxname, pg_get_statisticsobjdef(s.oid) FROM pg_statistic_ext s
    JOIN pg_class c ON c.oid = s.stxrelid ${OF_TABLES} WHERE ${TABLES}`,
  // What partitions and materialized views have of their own.
  `SELECT CASE WHEN c.relispartition THEN ${shown('pg_partition_root(c.oid)')} ELSE '' END,
      ${shown('c.oid')} || '.' || i.relname, pg_get_indexdef(i.oid)
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid ${OF_TABLES}
    WHERE ${OURS} AND (c.relkind = 'm' OR c.relispartition AND NOT i.relispartition
      AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.oid AND o.conrelid = c.oid))`,
  `SELECT ${shown('pg_partition_root(c.oid)')}, ${shown('c.oid')} || '.' || o.conname, pg_get_constraintdef(o.oid)
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid ${OF_TABLES}
    WHERE ${OURS} AND c.relispartition AND o.conparentid = 0 AND o.coninhcount = 0 AND o.contype <> 'n'`,
  // What belongs to no table.
  `SELECT '', ${shown('c.oid')}, json_build_array(c.relkind, pg_get_viewdef(c.oid), c.reloptions, obj_description(c.oid, 'pg_class')) FROM pg_class c ${OF_TABLES}
    WHERE c.relkind IN ('v', 'm', 'f') AND ${OURS} AND ${notOfExtension('c.oid')}`,
  `SELECT '', ${shown('c.oid')}, 'sequence' FROM pg_class c ${OF_TABLES} WHERE c.relkind = 'S' AND ${OURS}`,
  `SELECT '', ${IN_SCHEMA} || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', p.prosrc
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS} AND ${notOfExtension('p.oid')}
      AND NOT EXISTS (SELECT FROM pg_depend i WHERE i.objid = p.oid AND i.deptype = 'i')`,
  `SELECT '', ${IN_SCHEMA} || t.typname, t.typtype FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE ${OURS} AND (t.typtype IN ('d', 'e', 'r') OR c.relkind = 'c') AND ${notOfExtension('t.oid')}`,
  `SELECT '', ${IN_SCHEMA} || l.collname, l.collprovider FROM pg_collation l JOIN pg_namespace n ON n.oid = l.collnamespace
    WHERE ${OURS}`,
  "SELECT '', e.extname, e.extversion FROM pg_extension e",
  "SELECT '', p.pubname, '' FROM pg_publication p",
  "SELECT '', s.srvname, '' FROM pg_foreign_server s",
  "SELECT '', g.evtname, g.evtevent FROM pg_event_trigger g",
  `SELECT '', o.oid::regoperator::text, '' FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace
    WHERE ${OURS} AND ${notOfExtension('o.oid')}`,
  "SELECT '', f.cfgname, '' FROM pg_ts_config f WHERE f.oid > 16383",
];

const COLUMNS = `
  SELECT ${shown('c.oid')} AS owner, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    pg_get_expr(d.adbin, d.adrelid) AS default,
    json_build_array(a.attnotnull, nullif(a.attcollation, t.typcollation)::regcollation::text,
      nullif(a.attstorage, t.typstorage), a.attcompression, nullif(a.attstattarget, -1), a.attoptions, a.attidentity = 'a',
      a.attgenerated, col_description(c.oid, a.attnum), ${SEQUENCES}, ${LISTS})::text AS rest
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid ${OF_TABLES} JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND ${TABLES}`;

/** Everything that the system catalogs say of a database, by another way than the reader that is tested. */
export async function rawCatalog(database: EngineDatabase): Promise<readonly RawFact[]> {
  const queries = FACTS.map(
    (sql) => `SELECT owner::text, name::text, fact::text FROM (${sql}) facts (owner, name, fact)`,
  );
  const found = (await database.query(queries.join('\nUNION ALL\n'))).map(
    ({ owner, name, fact }): RawFact => ({ table: owner ?? '', name: name ?? '', fact: fact ?? '' }),
  );
  const columns = await database.query(COLUMNS);
  const values = await defaultValues(database, columns);
  for (const column of columns) {
    const { owner, name, type, rest } = column;
    // Six digits of a second are what there is by default.
    const fact = `${(type ?? '').replace('(6)', '')} ${values.get(column) ?? ''} ${rest ?? ''}`;
    found.push({ table: owner ?? '', name: name ?? '', fact });
  }
  return found;
}

const VALUE = /^(?:\(?-?[\d.]+\)?|'(?:[^']|'')*'|NULL)(?:::[\w ."]+(?:\([\d,]+\))?[\w ]*(?:\[\])?)?$/;

/** Defaults that are values as the server understands them, in the words of the column's type; others as they are. */
async function defaultValues(database: EngineDatabase, columns: readonly Row[]): Promise<ReadonlyMap<Row, string>> {
  const values = new Map<Row, string>();
  const asked: Row[] = [];
  for (const column of columns) {
    const written = column['default'] ?? '';
    // The number of a row, whatever makes it.
    if (VALUE.test(written)) asked.push(column);
    else if (!written.startsWith('nextval(')) values.set(column, written);
  }
  const selects = asked.map(
    (column, i) => `SELECT ${i} AS i, (${column['default'] ?? ''})::${column['type'] ?? ''}::text AS v`,
  );
  const rows = selects.length === 0 ? [] : await database.query(selects.join('\nUNION ALL\n'));
  for (const { i, v } of rows) {
    const column = asked[Number(i)];
    if (column !== undefined) values.set(column, v ?? '');
  }
  return values;
}
