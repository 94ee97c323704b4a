import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { PlannedEffect } from '../../src/migrations/effects.js';
import { type InDatabase, inEmptyDatabases, runScript } from '../reverse/round-trip.js';
import { caseNames } from '../schema/support/golden.js';
import { adapterOf, ENGINES, type Engine, type EngineDatabase, missingEngine } from '../support/engines.js';
import { GOLDEN, type GoldenCase, goldenCase } from './golden-cases.js';
import { fillTables, keptValues, quoteOf } from './rows.js';
import { expectBuilt, expectNothingInTheWay, freshCatalog } from './there-and-back.js';

const CASES = caseNames(GOLDEN);
const MODES = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

/** Which servers refused to do a statement of MySQL while others write, by the statement. */
const refusals = new Map<string, Set<Engine>>();

const shown = (lock: string): string =>
  lock
    .replace(/Lock$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();

/** The strongest lock that a session has on relations which were there before. */
async function strongest(database: Pick<EngineDatabase, 'query'>, pid: string, oids: string): Promise<string> {
  const rows = await database.query(
    `SELECT DISTINCT mode FROM pg_locks WHERE pid = ${pid} AND granted AND locktype = 'relation' AND relation IN (${oids})`,
  );
  const found = rows.map(({ mode }) => MODES.indexOf(mode ?? '')).sort((one, other) => other - one);
  return found[0] === undefined ? 'none' : shown(MODES[found[0]] ?? '');
}

/** Runs an operation as the runner does, and answers the lock that PostgreSQL took for it. */
async function lockOf(
  database: EngineDatabase,
  other: pg.Client,
  statements: readonly string[],
  isAlone: boolean,
): Promise<string> {
  const relations = await database.query(
    `SELECT string_agg(oid::text, ', ') AS oids, pg_backend_pid() AS pid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'i', 'I')`,
  );
  const { oids, pid } = relations[0] ?? {};
  if (!isAlone || !/CONCURRENTLY/.test(statements.join())) {
    await database.query('BEGIN');
    for (const statement of statements) await database.query(statement);
    const lock = await strongest(database, pid ?? '', oids ?? '0');
    await database.query('COMMIT');
    return lock;
  }
  // It waits for those who write, and lets them: its locks can be seen meanwhile.
  const tables = await database.query(
    `SELECT string_agg(oid::regclass::text, ', ') AS names FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  await other.query('BEGIN');
  await other.query(`LOCK TABLE ${tables[0]?.['names'] ?? ''} IN ROW EXCLUSIVE MODE`);
  const run = database.query(statements[0] ?? '');
  const watcher = { query: async (sql: string) => (await other.query<Record<string, string>>(sql)).rows };
  for (let tries = 0; tries < 200; tries++) {
    const [waits] = await watcher.query(`SELECT cardinality(pg_blocking_pids(${pid ?? ''})) > 0 AS it`);
    if (String(waits?.['it']) === 'true') break;
    await new Promise((done) => setTimeout(done, 10));
  }
  const lock = await strongest(watcher, pid ?? '', oids ?? '0');
  await other.query('COMMIT');
  await run;
  return lock;
}

async function runPlan(database: EngineDatabase, found: GoldenCase, plan: readonly PlannedEffect[]): Promise<void> {
  const { alter, isAlone, around } = found.alteration;
  const operations = plan.map(({ operation }) => operation);
  const { first, last } = around?.(operations) ?? { first: [], last: [] };
  const other = database.adapter === 'pgsql' ? await secondSession(database) : undefined;
  for (const statement of first) await database.query(statement);
  for (const { operation, blocking } of plan) {
    const statements = alter(operation);
    if (other !== undefined && blocking !== undefined) {
      const alone = isAlone?.(operation) === true;
      // A label can be used when its transaction has ended: each statement is one.
      const lock = await lockOf(database, other, statements, alone);
      expect({ statements, lock }).toEqual({ statements, lock: blocking.lock });
      continue;
    }
    for (const statement of statements) {
      if (database.adapter === 'mysql' && blocking?.lock === 'SHARED') await tryWithoutLock(database, statement);
      else await database.query(statement);
    }
  }
  for (const statement of last) await database.query(statement);
  await other?.end();
}

/** Whether a server would let others write; it is run in any case. */
async function tryWithoutLock(database: EngineDatabase, statement: string): Promise<void> {
  const servers = refusals.get(statement) ?? new Set();
  refusals.set(statement, servers);
  try {
    await database.query(`${statement}, LOCK=NONE`);
  } catch {
    servers.add(database.engine);
    await database.query(statement);
  }
}

async function secondSession({ connection }: EngineDatabase): Promise<pg.Client> {
  const [, host = '', port = '', database = ''] = /host=(.*);port=(.*);dbname=(.*)/.exec(connection.dsn ?? '') ?? [];
  const client = new pg.Client({
    host,
    port: Number(port),
    database,
    user: connection.user ?? '',
    password: connection.password ?? '',
  });
  await client.connect();
  return client;
}

async function thereAndBack(engine: Engine, inDatabase: InDatabase, found: GoldenCase): Promise<void> {
  const [first, fresh] = [
    await freshCatalog(inDatabase, found.before.sql),
    await freshCatalog(inDatabase, found.after.sql),
  ];
  if (first === undefined || fresh === undefined) throw new Error('the server refuses one of the schemas');
  const quote = quoteOf(engine);
  await inDatabase(async (database) => {
    await runScript(database, found.before.sql);
    await fillTables(database, found.before.database, quote);
    const values = await keptValues(database, found.before.database, found.changes, 'before', quote);
    await expectNothingInTheWay(
      database,
      [...(found.files.find(({ name }) => name === 'checks.sql')?.content ?? '').matchAll(/^SELECT .*(?=;$)/gm)].map(
        ([sql]) => ({ reason: '', sql }),
      ),
    );
    await runPlan(database, found, found.up);
    await expectBuilt(database, fresh, found.after.database);
    expect(await keptValues(database, found.before.database, found.changes, 'after', quote)).toEqual(values);
    await runPlan(database, found, found.down);
    await expectBuilt(database, first, found.before.database);
    expect(await keptValues(database, found.before.database, found.changes, 'before', quote)).toEqual(values);
  });
}

describe.each([...ENGINES, 'mariadb11'] as const)('changes on %s', (engine) => {
  it('take the locks that the plan names, there and back', async ({ skip }) => {
    const missing = missingEngine(engine);
    if (missing !== undefined) skip(missing);
    const failures: string[] = [];
    await inEmptyDatabases(engine, async (inDatabase) => {
      for (const name of CASES) {
        const found = await goldenCase(name, adapterOf(engine));
        // Only PostgreSQL has types of its own; to others they are nothing.
        const isElsewhere = name.startsWith('enum-type') && adapterOf(engine) !== 'pgsql';
        if (typeof found === 'string' || isElsewhere) continue;
        await thereAndBack(engine, inDatabase, found).catch((error: unknown) => {
          const more = error instanceof Error && 'actual' in error ? JSON.stringify(error.actual) : '';
          failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}\n${more}`);
        });
      }
    });
    expect(failures).toEqual([]);
  });
});

it('statements of MySQL without LOCK=NONE are those that a server refuses it for', () => {
  const all = new Set([...refusals.values()].flatMap((servers) => [...servers]));
  const isTried = ['mariadb', 'mysql9'].every((engine) => all.has(engine as Engine));
  if (!isTried) return;
  expect([...refusals].filter(([, servers]) => servers.size === 0).map(([statement]) => statement)).toEqual([]);
});
