import { expect } from 'vitest';
import { builtShape } from '../../src/cli/migrate/exact.js';
import { type ConnectionSettings, connectionSettings } from '../../src/config/connection-settings.js';
import { connectionOfDsn } from '../../src/config/dsn-connection.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Database } from '../../src/model/model.js';
import { loadAccess } from '../../src/platforms/access.js';
import { loadAlteration } from '../../src/platforms/alteration.js';
import { driverLoader } from '../../src/platforms/driver.js';
import { loadMigrating } from '../../src/platforms/migrating.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import {
  compareDatabase,
  type ReverseRequest,
  readShape,
  reverseDatabase,
  settleDatabase,
} from '../../src/reverse/database.js';
import type { SchemaDifference } from '../../src/reverse/differences.js';
import type { Finding } from '../../src/reverse/finding.js';
import type { Reversed } from '../../src/reverse/reverse.js';
import { printSchema } from '../../src/schema/format/print.js';
import type { CatalogTable } from '../support/catalog/catalog.js';
import { readCatalog as readMysql } from '../support/catalog/mysql.js';
import { readCatalog as readPgsql } from '../support/catalog/pgsql.js';
import { readCatalog as readSqlite } from '../support/catalog/sqlite.js';
import { adapterOf, type Engine, type EngineDatabase, openDatabase } from '../support/engines.js';
import { DIALECTS } from '../support/sql-names.js';
import { type CatalogDifference, catalogDifferences } from './catalog-differences.js';

const READERS = { pgsql: readPgsql, mysql: readMysql, sqlite: readSqlite };

/** The catalog as another reader sees it, which shares nothing with ours. */
export const readCatalog = (database: EngineDatabase): Promise<readonly CatalogTable[]> =>
  READERS[database.adapter](database);

/** A database that was read, and what was made of it. */
export interface Turn {
  readonly xml: string;
  readonly reversed: Reversed;
  /** What sql:build makes of the schema. */
  readonly sql: string;
  readonly catalog: readonly CatalogTable[];
}

export interface RoundTrip {
  readonly first: Turn;
  readonly second: Turn;
  /** In what the two databases differ, by the other reader. */
  readonly differences: readonly CatalogDifference[];
}

export function settingsFor({ connection }: EngineDatabase): ConnectionSettings {
  const { dsn = '', user, password } = connection;
  const reporter = new Reporter();
  const settings = connectionSettings(connectionOfDsn({ dsn, name: 'app', root: '/', user, password }), {}, reporter);
  reporter.throwIfErrors();
  if (settings === undefined) throw new Error('no settings');
  return settings;
}

/** Runs a script as sql:insert does, statement by statement. */
export async function runScript(database: EngineDatabase, sql: string): Promise<void> {
  const { statements } = splitScript(sql, DIALECTS[database.adapter]);
  for (const { text } of statements) {
    await database.query(text).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${text}`, { cause: error });
    });
  }
}

export async function readTurn(database: EngineDatabase, request: Partial<ReverseRequest> = {}): Promise<Turn> {
  const reversed = await reverseDatabase(settingsFor(database), '/', { databaseName: 'app', ...request });
  const platform = await loadPlatform(database.adapter);
  return {
    xml: printSchema(reversed.file),
    reversed,
    sql: platform.ddl(reversed.database, request.platformOptions ?? DEFAULT_PLATFORM_OPTIONS),
    catalog: await readCatalog(database),
  };
}

/** A database made by a script: read, built from what was read, and read again. */
export async function roundTrip(
  engine: Engine,
  script: string,
  request: Partial<ReverseRequest> = {},
): Promise<RoundTrip> {
  const first = await inNewDatabase(engine, async (database) => {
    await runScript(database, script);
    return readTurn(database, request);
  });
  return roundTripFrom(engine, first, request);
}

/** The second half of it. */
export async function roundTripFrom(
  engine: Engine,
  first: Turn,
  request: Partial<ReverseRequest> = {},
  inDatabase: InDatabase = (work) => inNewDatabase(engine, work),
): Promise<RoundTrip> {
  const second = await inDatabase(async (database) => {
    await runScript(database, first.sql);
    return readTurn(database, request);
  });
  return { first, second, differences: catalogDifferences(first.catalog, second.catalog) };
}

/** What `orm doctor` would say of a database and a model. */
export async function differencesFrom(database: EngineDatabase, model: Database): Promise<readonly SchemaDifference[]> {
  const settings = settingsFor(database);
  const { connect } = await loadAccess(settings.adapter);
  const connection = await connect(settings, driverLoader('/'));
  try {
    return (await compareDatabase(connection, settings, model)).differences;
  } finally {
    await connection.close();
  }
}

/** What `orm migration:status` would say of a database that migrations have made of a model. */
export async function driftFrom(
  database: EngineDatabase,
  model: Database,
  exact = false,
): Promise<readonly SchemaDifference[]> {
  const settings = settingsFor(database);
  const { adapter } = settings;
  const access = await loadAccess(adapter);
  const expected = (await loadPlatform(adapter)).shape(model, DEFAULT_PLATFORM_OPTIONS);
  const connection = await access.connect(settings, driverLoader('/'));
  const plan = {
    connection: { name: expected.name },
    access,
    alteration: await loadAlteration(adapter),
    migrating: await loadMigrating(adapter),
  };
  const builder = { plan, settings, database: connection };
  try {
    const built = exact
      ? await builtShape(builder, expected, { root: '/' }, (other) => readShape(other, settings, expected))
      : undefined;
    return (await settleDatabase(connection, settings, expected, { built })).differences;
  } finally {
    await connection.close();
  }
}

export async function inNewDatabase<T>(engine: Engine, work: (database: EngineDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(engine);
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

export type InDatabase = <T>(work: (database: EngineDatabase) => Promise<T>) => Promise<T>;

const EMPTY_PGSQL = `DO $$ DECLARE one text; BEGIN
  FOR one IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', one);
  END LOOP;
  CREATE SCHEMA public;
END $$`;

/**
 * Empty databases one after the other, for tests that make hundreds of schemas and nothing outside of them: PostgreSQL
 * takes much longer to make a database than to empty it.
 */
export async function inEmptyDatabases(engine: Engine, run: (inDatabase: InDatabase) => Promise<void>): Promise<void> {
  if (adapterOf(engine) !== 'pgsql') return run((work) => inNewDatabase(engine, work));
  return inNewDatabase(engine, (database) =>
    run(async (work) => {
      await database.query(EMPTY_PGSQL);
      return work(database);
    }),
  );
}

/** Kinds of findings that are no part of a table's catalog in the eyes of the other reader. */
const isElsewhere = ({ table, kind }: Finding): boolean =>
  table === undefined || /trigger|policy|rule|polic/i.test(kind);

/** Whether a finding is about what differs: by name, or by a word for things that have none. */
function explains({ lost, table, name, kind, detail = '' }: Finding, difference: CatalogDifference): boolean {
  if (table !== difference.table) return false;
  // A column of an enum type is in the schema, and a text with a check in the second database.
  if (kind === 'enum type of a column') return name === difference.name || difference.name === 'number of checks';
  if (!lost) return false;
  if (name === difference.name) return true;
  if (difference.name === 'number of checks') return /check/i.test(kind);
  if (difference.name === 'primary key') return /primary key/.test(kind);
  if (difference.name === 'order of columns') return /column/.test(kind);
  if (difference.name === 'comment') return kind === 'comment';
  return detail.includes(difference.name);
}

/** The law: the second schema is the first, and the databases differ in what was reported and in nothing else. */
export function expectStable({ first, second, differences }: RoundTrip): void {
  const { findings } = first.reversed;
  expect(second.xml).toBe(first.xml);
  expect(second.reversed.findings.filter(({ lost }) => lost).map(shown)).toEqual([]);
  const unexplained = differences.filter((difference) => !findings.some((finding) => explains(finding, difference)));
  expect(unexplained.map(({ table, what }) => `${table}: ${what}`)).toEqual([]);
  const idle = findings.filter(
    (finding) =>
      finding.lost && !isElsewhere(finding) && !differences.some((difference) => explains(finding, difference)),
  );
  expect(idle.map(shown)).toEqual([]);
}

const shown = ({ kind, table, name, detail }: Finding): string => `${kind} ${table ?? ''}.${name}: ${detail ?? ''}`;
