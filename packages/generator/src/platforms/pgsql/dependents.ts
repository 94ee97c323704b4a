import type { DatabaseConnection } from '../connection.js';
import { type Dependent, type DropPlan, isCreatedAgain, takenWithTables } from '../dependents.js';
import { type DroppedObject, namesOf } from '../sql-drops.js';
import { estimateOf, lookIntoTables } from '../table-rows.js';
import { folded, quotedName } from './names.js';
import { text } from './quoting.js';

/** How the objects of a kind are found by their names. */
const FINDERS: Readonly<Record<string, string>> = {
  TABLE: 'to_regclass',
  VIEW: 'to_regclass',
  'MATERIALIZED VIEW': 'to_regclass',
  SEQUENCE: 'to_regclass',
  INDEX: 'to_regclass',
  TYPE: 'to_regtype',
  DOMAIN: 'to_regtype',
  SCHEMA: 'to_regnamespace',
};
const CATALOGS: Readonly<Record<string, string>> = {
  to_regclass: 'pg_class',
  to_regtype: 'pg_type',
  to_regnamespace: 'pg_namespace',
};

/**
 * Follows what the server itself follows for CASCADE. An object goes when it depends on one that goes (deptype n), when it is
 * a part of one (a, i, P, S), or when a part that cannot go alone goes (the rule of a view, i). What is a part of something
 * else that goes is not named by itself, and neither is what belongs to a table that is dropped by its own name.
 */
const sql = (cascading: string, all: string): string => `
WITH RECURSIVE dropped AS (
  ${all}
), gone AS (
  SELECT classid, objid, 0 AS objsubid, false AS taken FROM (${cascading}) AS start
  UNION
  SELECT next.classid, next.objid, next.objsubid, next.taken
  FROM gone, LATERAL (
    SELECT d.classid, d.objid, d.objsubid, gone.taken OR d.deptype = 'n' AS taken
    FROM pg_depend d
    WHERE d.refclassid = gone.classid AND d.refobjid = gone.objid
      AND (gone.objsubid = 0 OR d.refobjsubid = gone.objsubid) AND d.deptype IN ('n', 'a', 'i', 'P', 'S')
    UNION ALL
    SELECT d.refclassid, d.refobjid, d.refobjsubid, gone.taken
    FROM pg_depend d
    WHERE d.classid = gone.classid AND d.objid = gone.objid AND d.objsubid = gone.objsubid AND d.deptype = 'i'
  ) AS next
), everything AS (
  SELECT classid, objid, objsubid FROM gone UNION SELECT classid, objid, 0 FROM dropped
), named AS (
  SELECT g.classid, g.objid, g.objsubid FROM gone g
  GROUP BY 1, 2, 3 HAVING bool_and(g.taken)
)
SELECT o.type, coalesce(o.schema, n.nspname, ''), coalesce(o.name, ''), o.identity, c.relkind::text, c.reltuples::float8,
  k.contype::text
FROM named t CROSS JOIN LATERAL pg_identify_object(t.classid, t.objid, t.objsubid) AS o
LEFT JOIN pg_class c ON t.classid = 'pg_class'::regclass AND c.oid = t.objid AND t.objsubid = 0
LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_constraint k ON t.classid = 'pg_constraint'::regclass AND k.oid = t.objid
WHERE o.identity IS NOT NULL
  AND NOT EXISTS (SELECT FROM dropped d WHERE d.classid = t.classid AND d.objid = t.objid)
  AND NOT EXISTS (
    SELECT FROM pg_depend p JOIN everything e ON e.classid = p.refclassid AND e.objid = p.refobjid
      AND (e.objsubid = 0 OR e.objsubid = p.refobjsubid)
    WHERE p.classid = t.classid AND p.objid = t.objid AND p.objsubid = t.objsubid AND p.deptype IN ('a', 'i', 'P', 'S')
  )
  AND NOT EXISTS (
    SELECT FROM everything e
    WHERE t.objsubid <> 0 AND e.classid = t.classid AND e.objid = t.objid AND e.objsubid = 0
  )
ORDER BY 1, 4`;

/** What CASCADE takes along, without which the server refuses; and what a table takes in any case. */
export async function dependents(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  return [...(await cascaded(connection, plan)), ...(await ofTables(connection, plan))];
}

/** Triggers, rules and policies of tables that are dropped. */
async function ofTables(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  const names = namesOf(plan.drops, 'TABLE').map((name) => `to_regclass(${text(quotedName(name))})`);
  if (names.length === 0) return [];
  const tables = `ANY (ARRAY[${names.join(', ')}]::oid[])`;
  const rows = await connection.query(
    `SELECT 'trigger', tgrelid::regclass::text, tgname::text FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ${tables} ` +
      `UNION ALL SELECT 'rule', ev_class::regclass::text, rulename::text FROM pg_rewrite WHERE ev_class = ${tables} ` +
      `UNION ALL SELECT 'policy', polrelid::regclass::text, polname::text FROM pg_policy WHERE polrelid = ${tables} ` +
      'ORDER BY 1, 2, 3',
  );
  return takenWithTables(rows, plan, folded);
}

async function cascaded(connection: DatabaseConnection, plan: DropPlan): Promise<readonly Dependent[]> {
  const cascading = plan.drops.filter(({ kind, cascades }) => cascades && FINDERS[kind] !== undefined);
  const unknown = plan.drops
    .filter(({ kind, cascades }) => cascades && FINDERS[kind] === undefined)
    .map(({ kind, name }): Dependent => {
      const shown = name.map(({ text: part }) => part).join('.');
      return { kind: 'all that depends on', name: `${kind.toLowerCase()} ${shown}`, fate: 'goes' };
    });
  if (cascading.length === 0) return unknown;
  const rows = await connection.query(sql(objects(cascading), objects(plan.drops)));
  const found: Dependent[] = [];
  const withRows: { name: string; sql: string; estimate: number | undefined; kind: string }[] = [];
  for (const [type, schema, name, identity, relkind, tuples, contype] of rows.map((row) => row.map(String))) {
    const kind = contype === 'f' ? 'foreign key' : (type ?? '');
    if (kind === 'view' && isCreatedAgain(plan, 'VIEW', schema ?? '', unquoted(name ?? ''), folded)) continue;
    if (/^[mrpf]$/.test(relkind ?? '')) {
      withRows.push({ name: identity ?? '', sql: identity ?? '', estimate: estimateOf(tuples), kind });
    } else found.push({ kind, name: identity ?? '', fate: 'goes' });
  }
  const looked = await lookIntoTables(connection, withRows);
  return [
    ...looked.map(({ name, state, estimate }, i): Dependent => {
      return { kind: withRows[i]?.kind ?? 'table', name, fate: 'goes', rows: { state, estimate } };
    }),
    ...found,
    ...unknown,
  ];
}

/** A query for the catalog and the number of things, those that are there. */
function objects(drops: readonly DroppedObject[]): string {
  const parts = Object.entries(CATALOGS).map(([finder, catalog]) => {
    const names = drops.filter(({ kind }) => FINDERS[kind] === finder).map(({ name }) => `(${text(quotedName(name))})`);
    const values = ['(NULL)', ...names].join(', ');
    return (
      `SELECT '${catalog}'::regclass::oid AS classid, ${finder}(v.name)::oid AS objid FROM (VALUES ${values}) AS v(name) ` +
      `WHERE ${finder}(v.name) IS NOT NULL`
    );
  });
  return parts.join(' UNION ');
}

const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
