import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, readTurn, runScript, type Turn } from './round-trip.js';

/** The schemas that somebody made, and `public`. */
const MADE = "(SELECT n.oid FROM pg_namespace n WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')";

/** Everything beside the columns and keys of tables, as each vendor's catalog says it. */
const FACTS: Readonly<Record<EngineDatabase['adapter'], readonly string[]>> = {
  pgsql: [
    `SELECT 'function', p.oid::regprocedure::text, coalesce(CASE WHEN p.prokind <> 'a' THEN pg_get_functiondef(p.oid) END, '')
      || coalesce(obj_description(p.oid, 'pg_proc'), '') || coalesce(p.proacl::text, '')
      FROM pg_proc p WHERE p.pronamespace IN ${MADE}
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    `SELECT 'aggregate', a.aggfnoid::text, a.aggtransfn::text || a.aggtranstype::regtype::text FROM pg_aggregate a
      JOIN pg_proc p ON p.oid = a.aggfnoid WHERE p.pronamespace IN ${MADE}`,
    `SELECT 'operator', o.oid::regoperator::text, o.oprcode::text || o.oprcom::regoperator::text FROM pg_operator o
      WHERE o.oprnamespace IN ${MADE} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`,
    `SELECT 'trigger', g.tgrelid::regclass::text || '.' || g.tgname, pg_get_triggerdef(g.oid) || g.tgenabled::text
      FROM pg_trigger g WHERE NOT g.tgisinternal`,
    `SELECT 'rule', w.ev_class::regclass::text || '.' || w.rulename, pg_get_ruledef(w.oid) FROM pg_rewrite w
      JOIN pg_class c ON c.oid = w.ev_class WHERE c.relnamespace IN ${MADE}`,
    `SELECT 'policy', p.tablename || '.' || p.policyname, p::text FROM pg_policies p`,
    `SELECT 'relation', c.oid::regclass::text, concat_ws(' ', c.relkind, c.relrowsecurity, c.reloptions::text, pg_get_partkeydef(c.oid),
      pg_get_expr(c.relpartbound, c.oid), (SELECT i.inhparent::regclass::text FROM pg_inherits i WHERE i.inhrelid = c.oid
        AND c.relkind IN ('r', 'p')), CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
      CASE WHEN c.reloftype <> 0 THEN c.reloftype::regtype END, obj_description(c.oid, 'pg_class'), CASE WHEN c.relkind = 'v' THEN c.relacl::text END) FROM pg_class c
      WHERE c.relnamespace IN ${MADE} AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'c')`,
    `SELECT 'index', c.oid::regclass::text, pg_get_indexdef(c.oid) || coalesce(obj_description(c.oid, 'pg_class'), '') FROM pg_class c
      WHERE c.relnamespace IN ${MADE} AND c.relkind IN ('i', 'I')`,
    // A unique index of plain columns becomes a constraint.
    `SELECT 'constraint', o.conrelid::regclass::text || '.' || o.conname, pg_get_constraintdef(o.oid)
      || coalesce(obj_description(o.oid, 'pg_constraint'), '') FROM pg_constraint o
      WHERE o.connamespace IN ${MADE} AND o.contype IN ('c', 'p', 'f', 'x') AND o.conrelid <> 0`,
    // What numbers a column may be a default or an identity: the sequence is the same.
    `SELECT 'column', a.attrelid::regclass::text || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attcollation::regcollation, a.attgenerated, CASE WHEN a.attidentity <> '' THEN 'numbered' WHEN pg_get_expr(d.adbin, d.adrelid)
        LIKE 'nextval%' THEN 'numbered' ELSE pg_get_expr(d.adbin, d.adrelid) END) FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace IN ${MADE} AND c.relkind IN ('r', 'p')`,
    `SELECT 'schema', n.nspname, coalesce(obj_description(n.oid, 'pg_namespace'), '') FROM pg_namespace n WHERE n.oid IN ${MADE}`,
    `SELECT 'publication', p.pubname, to_jsonb(p) - 'oid' || jsonb_build_object('of', (SELECT array_agg(concat_ws(' ', r.prrelid::regclass,
      r.prattrs::text, pg_get_expr(r.prqual, r.prrelid)) ORDER BY 1) FROM pg_publication_rel r WHERE r.prpubid = p.oid))
      FROM pg_publication p`,
    `SELECT 'owner of a sequence', p.objid::regclass::text, p.refobjid::regclass::text || '.' || p.refobjsubid FROM pg_depend p
      JOIN pg_class c ON c.oid = p.objid AND c.relkind = 'S' WHERE p.refobjsubid > 0 AND p.deptype IN ('a', 'i')`,
    `SELECT 'clustered', x.indexrelid::regclass::text, x.indrelid::regclass::text FROM pg_index x WHERE x.indisclustered`,
    `SELECT 'statistics', s.stxname, pg_get_statisticsobjdef(s.oid) FROM pg_statistic_ext s`,
    `SELECT 'sequence', s.sequencename, concat_ws(' ', s.start_value, s.increment_by, s.min_value, s.cache_size, s.last_value)
      FROM pg_sequences s`,
    `SELECT 'extension', e.extname, e.extversion FROM pg_extension e`,
  ],
  mysql: [
    `SELECT 'trigger', TRIGGER_NAME, CONCAT_WS(' ', ACTION_TIMING, EVENT_MANIPULATION, EVENT_OBJECT_TABLE, ACTION_ORDER,
      ACTION_STATEMENT, SQL_MODE) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()`,
    `SELECT 'routine', ROUTINE_NAME, CONCAT_WS(' ', ROUTINE_TYPE, DTD_IDENTIFIER, ROUTINE_DEFINITION, IS_DETERMINISTIC, SQL_MODE)
      FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()`,
    `SELECT 'parameter', SPECIFIC_NAME, CONCAT_WS(' ', PARAMETER_MODE, PARAMETER_NAME, DTD_IDENTIFIER)
      FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = DATABASE()`,
    `SELECT 'event', EVENT_NAME, CONCAT_WS(' ', EVENT_DEFINITION, INTERVAL_VALUE, INTERVAL_FIELD, STARTS, STATUS, EVENT_COMMENT)
      FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()`,
    `SELECT 'view', TABLE_NAME, CONCAT_WS(' ', REPLACE(VIEW_DEFINITION, DATABASE(), ''), CHECK_OPTION, SECURITY_TYPE)
      FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()`,
    `SELECT 'partition', CONCAT_WS('.', TABLE_NAME, PARTITION_NAME), CONCAT_WS(' ', PARTITION_METHOD, PARTITION_EXPRESSION,
      PARTITION_DESCRIPTION) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND PARTITION_NAME IS NOT NULL`,
  ],
  sqlite: ["SELECT type, name, sql FROM sqlite_master WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%'"],
};

async function factsOf(database: EngineDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const query of FACTS[database.adapter]) {
    // Columns of one name would be one column.
    const named = database.adapter === 'pgsql' ? `SELECT * FROM (${query}) f (kind, name, fact)` : query;
    // SQLite keeps a statement as it was written, with its lines and quotes.
    const plain = (text: string): string =>
      database.adapter === 'sqlite' ? text.replaceAll(/\s+|"/g, ' ').replaceAll(/ +/g, ' ') : text;
    const fact = (value: unknown): unknown => (typeof value === 'string' ? plain(value) : value);
    for (const row of await database.query(named)) found.push(JSON.stringify(Object.values(row).map(fact)));
  }
  if (database.adapter === 'mysql') found.push(...(await createdTables(database)));
  return found.sort();
}

/** Tables of MySQL and MariaDB in the server's own words, without the order of their keys. */
async function createdTables(database: EngineDatabase): Promise<string[]> {
  const tables = await database.query(
    "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE NOT LIKE '%VIEW'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row = {}] = await database.query(`SHOW CREATE TABLE \`${name ?? ''}\``);
    const lines = String(Object.values(row)[1])
      .replaceAll(/`orm_test_\w+`\./g, '')
      .split(/,?\n/);
    found.push(...lines.map((line) => `${name ?? ''} ${line}`));
  }
  return found.sort();
}

/** Those that are more than their SELECT, or need what is made after them, stay in the rest. */
const ON_PGSQL = ['zz_first', 'ab_third'];
const ON_MYSQL = ['zz_first', 'ab_third'];
const IN_SCHEMA: Readonly<Partial<Record<Engine, readonly string[]>>> = {
  pgsql15: ON_PGSQL,
  pgsql18: ON_PGSQL,
  mysql9: ON_MYSQL,
  mariadb: ON_MYSQL,
  sqlite: ['zz_first', 'aa_second', 'ab_third'],
};

interface Seen extends Turn {
  readonly facts: readonly string[];
}

const seen = async (database: EngineDatabase, views: boolean): Promise<Seen> => ({
  ...(await readTurn(database, { views })),
  facts: await factsOf(database),
});

/** What every engine of a vendor has, and what only one has. */
const scriptsOf = (engine: Engine, adapter: string): string[] =>
  [...new Set([adapter, engine])]
    .map((name) => join(import.meta.dirname, 'rest', `${name}.sql`))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));

describe.each(ENGINES)('a database rebuilt from its schema and the rest on %s', (engine: Engine) => {
  test.skipIf(missingEngine(engine) !== undefined).each([
    ['in the rest', false],
    ['in the schema', true],
  ])('is the database, however often it is run, with views %s', async (_, views) => {
    const first = await inNewDatabase(engine, async (database) => {
      for (const script of scriptsOf(engine, database.adapter)) await runScript(database, script);
      return seen(database, views);
    });
    const { before, after, made } = first.reversed.rest;
    expect(
      first.reversed.database.tables.flatMap(({ viewSql, name }) => (viewSql === undefined ? [] : [name])),
    ).toEqual(views ? IN_SCHEMA[engine] : []);
    const lost = first.reversed.findings.filter((finding) => finding.lost && !made.has(finding));
    expect(lost.map(({ kind, table, name }) => `${kind} ${table ?? ''}.${name}`)).toEqual([]);
    await inNewDatabase(engine, async (database) => {
      for (const scripts of [[before, first.sql, after], [after], [before, first.sql, after]]) {
        for (const script of scripts) await runScript(database, script ?? '');
        const again = await seen(database, views);
        expect(again.facts).toEqual(first.facts);
        expect(again.xml).toBe(first.xml);
        expect([again.reversed.rest.before, again.reversed.rest.after]).toEqual([before, after]);
      }
      expect(await differencesFrom(database, first.reversed.database)).toEqual([]);
    });
  });
});
