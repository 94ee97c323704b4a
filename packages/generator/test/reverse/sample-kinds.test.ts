import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database, Index, Table } from '../../src/model/model.js';
import type { Reversed } from '../../src/reverse/reverse.js';
import { adapterOf, type Engine, missingEngine } from '../support/engines.js';
import { scriptOf } from './mysql/samples.js';
import { SAMPLES as PGSQL_SAMPLES } from './pgsql/samples.js';
import { inNewDatabase, readTurn, runScript } from './round-trip.js';

const sum = <Part>(parts: readonly Part[], count: (part: Part) => number): number =>
  parts.reduce((total, part) => total + count(part), 0);

const indexesOf = ({ indexes, uniques }: Table): readonly Index[] => [...indexes, ...uniques];
const ofTables =
  (count: (table: Table) => number): Count =>
  ({ database }) =>
    sum(database.tables, count);
const ofIndexes = (isOne: (index: Index) => boolean): Count =>
  ofTables((table) => indexesOf(table).filter(isOne).length);
const ofParts = (isOne: (part: Index['columns'][number]) => boolean): Count =>
  ofTables((table) => sum(indexesOf(table), ({ columns }) => columns.filter(isOne).length));
const ofColumns = (isOne: (column: Table['columns'][number]) => boolean): Count =>
  ofTables(({ columns }) => columns.filter(isOne).length);
const using = (kind: string): Count => ofIndexes((index) => index.using === kind);
const inRest =
  (kind: RegExp): Count =>
  ({ rest }) =>
    [...rest.made].filter((finding) => kind.test(finding.kind)).length;
const ofTypes =
  (kind: Database['types'][number]['kind']): Count =>
  ({ database }) =>
    database.types.filter((type) => type.kind === kind).length;

/** How often something occurs in a database, by its schema and by what is made beside it. */
type Count = (reversed: Reversed) => number;

/** The kinds of things that a schema can say, and those that are written as SQL beside it. */
const KINDS: Readonly<Record<string, Count>> = {
  table: ofTables(({ viewSql }) => (viewSql === undefined ? 1 : 0)),
  view: ofTables(({ viewSql }) => (viewSql === undefined ? 0 : 1)),
  partitioning: ofTables(({ partitionBy }) => (partitionBy === undefined ? 0 : 1)),
  check: ofTables(({ checks }) => checks.length),
  'partial index': ofTables(({ indexes }) => indexes.filter(({ where }) => where !== undefined).length),
  'partial unique': ofTables(({ uniques }) => uniques.filter(({ where }) => where !== undefined).length),
  'descending column': ofParts(({ order }) => order === 'desc'),
  expression: ofParts(({ expression }) => expression !== undefined),
  'operator class': ofParts(({ opclass }) => opclass !== undefined),
  'prefix of a column': ofParts(({ size }) => size !== undefined),
  'included column': ofIndexes(({ include }) => include.length > 0),
  nullsNotDistinct: ofIndexes(({ nullsNotDistinct }) => nullsNotDistinct),
  gin: using('gin'),
  gist: using('gist'),
  brin: using('brin'),
  hash: using('hash'),
  fulltext: using('fulltext'),
  spatial: using('spatial'),
  'name of a primary key': ofTables(({ primaryKeyName }) => (primaryKeyName === undefined ? 0 : 1)),
  'order of a primary key': ofTables(({ primaryKey, primaryKeyParts }) =>
    primaryKeyParts.some(({ column }, i) => column !== primaryKey[i]) ? 1 : 0,
  ),
  'enum type': ofTypes('enum'),
  domain: ofTypes('domain'),
  array: ofColumns(({ elementType }) => elementType !== undefined),
  'ENUM column': ofColumns(({ type }) => type === 'ENUM'),
  'stored generated column': ofColumns(({ generated }) => generated?.stored === true),
  'virtual generated column': ofColumns(({ generated }) => generated?.stored === false),
  'default expression': ofColumns((column) => column.default?.kind === 'expression'),
  trigger: inRest(/^trigger$/),
  function: inRest(/^function$/),
  procedure: inRest(/^procedure$/),
  'materialized view': inRest(/^materialized view$/),
  policy: inRest(/^policy$/),
  grant: inRest(/^grant$/),
  extension: ({ rest, database }) =>
    inRest(/^extension$/)({ rest } as Reversed) +
    (database.vendor.get('pgsql')?.get('extensions')?.value.split(',').length ?? 0),
  sequence: inRest(/^sequence$/),
  'exclusion constraint': inRest(/^exclusion/),
  partition: inRest(/^partition$/),
  event: inRest(/^event$/),
  'virtual table': inRest(/^virtual table$/),
};

/** What each vendor has not, or we do not read. */
const ONLY_PGSQL = [
  ...['array', 'brin', 'domain', 'enum type', 'exclusion constraint', 'extension', 'gin', 'gist', 'grant', 'hash'],
  ...['included column', 'materialized view', 'nullsNotDistinct', 'operator class', 'partition', 'policy'],
];
const ON_MYSQL = [...ONLY_PGSQL, 'name of a primary key', 'partial index', 'partial unique', 'virtual table'];
const NOT_ON = {
  pgsql18: ['event', 'fulltext', 'prefix of a column', 'spatial', 'virtual table'],
  mysql9: [...ON_MYSQL, 'sequence'],
  mariadb: [...ON_MYSQL, 'expression'],
  sqlite: [
    ...[...ONLY_PGSQL, 'event', 'fulltext', 'function', 'partitioning', 'prefix of a column', 'procedure', 'sequence'],
    'spatial',
  ],
} as const satisfies Partial<Record<Engine, readonly string[]>>;
const ENGINES = Object.keys(NOT_ON) as (keyof typeof NOT_ON)[];

async function countsOn(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const adapter = adapterOf(engine);
  const folder = join(import.meta.dirname, adapter);
  const counts = new Map(Object.keys(KINDS).map((kind) => [kind, 0]));
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
    const sample = file.replace('.sql', '');
    const sql =
      adapter === 'mysql'
        ? scriptOf(sample, engine === 'mysql9' ? 'mysql' : 'mariadb')
        : readFileSync(join(folder, file), 'utf8');
    const schemas = adapter === 'pgsql' ? (PGSQL_SAMPLES[sample] ?? []) : [];
    const { reversed } = await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      return readTurn(database, { schemas, views: true });
    });
    for (const [kind, count] of Object.entries(KINDS)) counts.set(kind, (counts.get(kind) ?? 0) + count(reversed));
  }
  return counts;
}

describe('our own databases', () => {
  const tables = new Map<Engine, number>();

  it.each(ENGINES)('have every kind of thing that %s has at least twice', async (engine) => {
    if (missingEngine(engine) !== undefined) return;
    const counts = await countsOn(engine);
    tables.set(engine, counts.get('table') ?? 0);
    const few = [...counts].filter(
      ([kind, count]) => count < 2 && !(NOT_ON[engine] as readonly string[]).includes(kind),
    );
    expect(few).toEqual([]);
    // What stands there by mistake would never be missed.
    expect(NOT_ON[engine].filter((kind) => counts.get(kind) !== 0)).toEqual([]);
  });

  it.skipIf(ENGINES.some((engine) => missingEngine(engine) !== undefined))('have 100 tables and more', () => {
    const all = (['pgsql18', 'mysql9', 'sqlite'] as const).map((engine) => tables.get(engine) ?? 0);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(70);
    expect(sum(all, (count) => count)).toBeGreaterThanOrEqual(200);
  });
});
