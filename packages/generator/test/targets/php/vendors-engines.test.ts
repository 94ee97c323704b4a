import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/model/model.js';
import { type H2Mode, type H2Plan, planForH2, runInH2 } from '../../support/h2.js';
import {
  MSSQL_RULES,
  MSSQL_STATEMENT_RULES,
  ORACLE_RULES,
  ORACLE_STATEMENT_RULES,
  quoteOddNames,
  withoutBatch,
} from '../../support/h2-rules.js';
import { type SentStatement, withValues } from '../../support/sent-sql.js';
import { runQueries, runTables, type VendorRun } from './support/vendor-project.js';

type Vendor = 'mssql' | 'oracle';
const MODES: Readonly<Record<Vendor, H2Mode>> = { mssql: 'MSSQLServer', oracle: 'Oracle' };
const MARK = "SELECT 'end of it' AS M";

/** What creates the tables in H2, and lets rows in whose relatives are missing. */
function tablesOf(vendor: Vendor, { ddl }: VendorRun): readonly string[] {
  const create =
    vendor === 'mssql'
      ? planForH2(ddl.map(withoutBatch).map(quoteOddNames), MSSQL_RULES).executed
      : ['CREATE DOMAIN "SDO_GEOMETRY" AS GEOMETRY', ...planForH2(ddl, ORACLE_RULES).executed];
  // The driver of Oracle begins transactions by itself.
  return [...create, 'SET REFERENTIAL_INTEGRITY FALSE', ...(vendor === 'oracle' ? ['SET AUTOCOMMIT FALSE'] : [])];
}

function planOf(vendor: Vendor, sent: readonly SentStatement[]): H2Plan {
  const statements = sent.map((statement) => withValues(statement, vendor));
  return vendor === 'mssql'
    ? planForH2(statements.map(quoteOddNames), MSSQL_STATEMENT_RULES)
    : planForH2(statements, ORACLE_STATEMENT_RULES);
}

const SKIPPED = {
  table: 'the DDL leaves the table out',
  alone: 'a row of one column has no value for the others, or is there already',
  nothing: 'a required column has no default',
};

/** Why H2 is not given a statement; undefined when it is. */
function reasonToSkip({ name }: SentStatement, database: Database): string | undefined {
  const [tableName, work = ''] = name.split(': ');
  const table = database.tables.find((each) => each.name === tableName);
  if (table?.skipSql) return SKIPPED.table;
  if (work.endsWith('alone')) return SKIPPED.alone;
  // An empty text is NULL in Oracle, also as a default.
  const lacks = table?.columns.some(
    ({ notNull, autoIncrement, default: made }) =>
      notNull && !autoIncrement && (made === undefined || (made.kind === 'value' && made.value === '')),
  );
  return lacks && work.endsWith('of nothing') ? SKIPPED.nothing : undefined;
}

describe.each(['mssql', 'oracle'] as const)('H2 as %s', (vendor) => {
  test('executes what is planned for tables', async () => {
    const run = await runTables(vendor);
    const reasons = run.sent.map((statement) => reasonToSkip(statement, run.database));
    const sent = run.sent.filter((_, index) => reasons[index] === undefined);
    const { executed, skipped } = planOf(vendor, sent);
    expect([...skipped]).toEqual([]);
    expect(executed.length).toBeGreaterThan(300);
    expect(new Set(reasons)).toEqual(new Set([undefined, ...Object.values(SKIPPED)]));
    runInH2(MODES[vendor], [...tablesOf(vendor, run), ...executed]);
  });

  test('refuses a column that is not there', async () => {
    const run = await runQueries(vendor);
    const [broken] = planOf(
      vendor,
      run.sent.filter(({ name }) => name === 'equal'),
    ).executed;
    const wrong = (broken ?? '').replaceAll(/isbn/gi, 'isbm');
    expect(() => runInH2(MODES[vendor], [...tablesOf(vendor, run), wrong])).toThrow(/Column .*isbm.* not found/i);
  });
});

/** The first value of every row that each SELECT gave, by the name of the query; the n-th of a name has its number. */
type Found = ReadonlyMap<string, readonly string[]>;

const isSelect = ({ sql }: SentStatement): boolean => /^(?:\/\*.*?\*\/ )?SELECT/.test(sql);

function named(sent: readonly SentStatement[]): string[] {
  const counts = new Map<string, number>();
  return sent.filter(isSelect).map(({ name }) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return `${name} ${counts.get(name) ?? 0}`;
  });
}

const firstWord = (value: unknown): string => String(value).split(/\s/)[0] ?? '';

function foundInH2(vendor: Vendor, run: VendorRun): Found {
  // Numbers of sequences are no rows.
  const sent = run.sent.filter(({ sql }) => !sql.includes('NEXTVAL'));
  const { executed, skipped } = planOf(vendor, sent);
  expect([...skipped]).toEqual([]);
  const marked = executed.flatMap((sql) => (isSelect({ name: '', sql, params: [] }) ? [sql, MARK] : [sql]));
  const output = runInH2(MODES[vendor], [...tablesOf(vendor, run), ...marked]);
  const parts = output.split(/^--> end of it.*$/m).slice(0, -1);
  // A line break in a value makes another line, which begins with a blank.
  const rows = parts.map((part) => [...part.matchAll(/^--> (\S.*)$/gm)].map(([, row]) => firstWord(row)));
  return new Map(named(sent).map((name, index) => [name, rows[index] ?? []]));
}

/** What the runtime's function of SQLite gives: the same text for equal documents. */
function normalDocument(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function foundInSqlite(run: VendorRun): Found {
  const client = new SqliteDatabase(':memory:');
  const found: (readonly string[])[] = [];
  for (const script of run.ddl) client.exec(script);
  client.pragma('foreign_keys = OFF');
  client.function('orm_json', (text: unknown) => (typeof text === 'string' ? normalDocument(text) : null));
  for (const statement of run.sent) {
    const prepared = client.prepare(withValues(statement, 'sqlite'));
    if (!prepared.reader) prepared.run();
    else {
      const rows = prepared.raw().all() as unknown[][];
      if (isSelect(statement)) found.push(rows.map(([first]) => firstWord(first)));
    }
  }
  client.close();
  return new Map(named(run.sent).map((name, index) => [name, found[index] ?? []]));
}

describe('what queries find', () => {
  let sqlite: Found;

  beforeAll(async () => {
    sqlite = foundInSqlite(await runQueries('sqlite'));
  });

  test('is something, on SQLite', () => {
    const nothing = [...sqlite].filter(([, rows]) => rows.length === 0).map(([name]) => name);
    expect(sqlite.size).toBeGreaterThan(130);
    expect(nothing).toEqual(['rows 1', 'equal: empty text 1', 'list: none 1', 'limit: none 1']);
  });

  test.each(['mssql', 'oracle'] as const)('is the same in H2 as %s', async (vendor) => {
    const found = foundInH2(vendor, await runQueries(vendor));
    expect([...found.keys()]).toEqual([...sqlite.keys()]);
    const sorted = (all: Found): Record<string, string> =>
      Object.fromEntries([...all].map(([name, rows]) => [name, [...rows].sort().join(' ')]));
    // An empty text is NULL in Oracle, and asking for it finds what has no value.
    const different = vendor === 'oracle' ? { 'equal: empty text 1': '4' } : {};
    expect(sorted(found)).toEqual({ ...sorted(sqlite), ...different });
  });
});
