import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import { inNewDatabase, readTurn, runScript, type Turn } from './round-trip.js';

/** Everything beside the columns and keys of tables, as each vendor's catalog says it. */
const FACTS: Readonly<Record<EngineDatabase['adapter'], readonly string[]>> = {
  pgsql: [
    `SELECT 'function', p.oid::regprocedure::text, coalesce(CASE WHEN p.prokind <> 'a' THEN pg_get_functiondef(p.oid) END, '')
      || coalesce(obj_description(p.oid, 'pg_proc'), '') || coalesce(p.proacl::text, '')
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    `SELECT 'aggregate', a.aggfnoid::text, a.aggtransfn::text || a.aggtranstype::regtype::text FROM pg_aggregate a
      JOIN pg_proc p ON p.oid = a.aggfnoid WHERE p.pronamespace = 'public'::regnamespace`,
    `SELECT 'operator', o.oid::regoperator::text, o.oprcode::text || o.oprcom::regoperator::text FROM pg_operator o
      WHERE o.oprnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`,
    `SELECT 'trigger', g.tgrelid::regclass::text || '.' || g.tgname, pg_get_triggerdef(g.oid) || g.tgenabled::text
      FROM pg_trigger g WHERE NOT g.tgisinternal`,
    `SELECT 'rule', w.ev_class::regclass::text || '.' || w.rulename, pg_get_ruledef(w.oid) FROM pg_rewrite w
      JOIN pg_class c ON c.oid = w.ev_class WHERE c.relnamespace = 'public'::regnamespace`,
    `SELECT 'policy', p.tablename || '.' || p.policyname, p::text FROM pg_policies p`,
    `SELECT 'relation', c.oid::regclass::text, concat_ws(' ', c.relkind, c.relrowsecurity, c.reloptions::text, pg_get_partkeydef(c.oid),
      pg_get_expr(c.relpartbound, c.oid), (SELECT i.inhparent::regclass::text FROM pg_inherits i WHERE i.inhrelid = c.oid
        AND c.relkind IN ('r', 'p')), CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
      obj_description(c.oid, 'pg_class'), CASE WHEN c.relkind = 'v' THEN c.relacl::text END) FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'c')`,
    `SELECT 'index', c.oid::regclass::text, pg_get_indexdef(c.oid) FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('i', 'I')`,
    `SELECT 'check', o.conrelid::regclass::text || '.' || o.conname, pg_get_constraintdef(o.oid) FROM pg_constraint o
      WHERE o.connamespace = 'public'::regnamespace AND o.contype = 'c'`,
    `SELECT 'statistics', s.stxname, pg_get_statisticsobjdef(s.oid) FROM pg_statistic_ext s`,
    `SELECT 'sequence', s.sequencename, s.start_value || ' ' || s.increment_by FROM pg_sequences s`,
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
    for (const row of await database.query(named)) found.push(JSON.stringify(Object.values(row)));
  }
  return found.sort();
}

interface Seen extends Turn {
  readonly facts: readonly string[];
}

const seen = async (database: EngineDatabase): Promise<Seen> => ({
  ...(await readTurn(database)),
  facts: await factsOf(database),
});

describe.each(ENGINES)('a database rebuilt from its schema and the rest on %s', (engine: Engine) => {
  test.skipIf(missingEngine(engine) !== undefined)('is the database, however often it is run', async () => {
    const first = await inNewDatabase(engine, async (database) => {
      await runScript(database, readFileSync(join(import.meta.dirname, 'rest', `${database.adapter}.sql`), 'utf8'));
      return seen(database);
    });
    const { before, after, made } = first.reversed.rest;
    const lost = first.reversed.findings.filter((finding) => finding.lost && !made.has(finding));
    expect(lost.map(({ kind, table, name }) => `${kind} ${table ?? ''}.${name}`)).toEqual([]);
    await inNewDatabase(engine, async (database) => {
      for (const scripts of [[before, first.sql, after], [after], [before, first.sql, after]]) {
        for (const script of scripts) await runScript(database, script ?? '');
        const again = await seen(database);
        expect(again.facts).toEqual(first.facts);
        expect(again.xml).toBe(first.xml);
        expect([again.reversed.rest.before, again.reversed.rest.after]).toEqual([before, after]);
      }
    });
  });
});
