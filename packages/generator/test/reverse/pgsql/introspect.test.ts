import { describe, expect, it, vi } from 'vitest';
import type { DatabaseConnection } from '../../../src/platforms/connection.js';
import { driverLoader } from '../../../src/platforms/driver.js';
import type { IntrospectOptions } from '../../../src/platforms/introspection.js';
import { connect } from '../../../src/platforms/pgsql/connect.js';
import { introspection } from '../../../src/platforms/pgsql/introspect.js';
import { type EngineDatabase, missingEngine } from '../../support/engines.js';
import { inNewDatabase, runScript, settingsFor } from '../round-trip.js';

const ALL: IntrospectOptions = { schemas: [], exclude: () => false };

async function connected<T>(
  database: EngineDatabase,
  work: (connection: DatabaseConnection) => Promise<T>,
  as: { user?: string; password?: string } = {},
): Promise<T> {
  const connection = await connect({ ...settingsFor(database), ...as }, driverLoader('/'));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const read = (database: EngineDatabase, options: Partial<IntrospectOptions> = {}) =>
  connected(database, (connection) => introspection.read(connection, { ...ALL, ...options }));

describe.each(['pgsql15', 'pgsql18'] as const)('reading %s', (engine) => {
  const test = it.skipIf(missingEngine(engine) !== undefined);

  test('finds nothing in an empty database', async () => {
    expect(await inNewDatabase(engine, (database) => read(database))).toEqual({ tables: [], others: [] });
  });

  test('asks the server for no more work than is needed', async () => {
    await inNewDatabase(engine, (database) =>
      connected(database, async (connection) => {
        const jit = async (): Promise<unknown> => (await connection.query('SHOW jit'))[0]?.[0];
        const before = await jit();
        const settings = vi.spyOn(connection, 'execute');
        const queries = vi.spyOn(connection, 'query');
        const printing = (): number => queries.mock.calls.filter(([sql]) => sql.includes('pg_get_functiondef')).length;
        await introspection.read(connection, ALL);
        // Compiling a query takes longer than running it, and printing what nobody reads takes its time, too.
        expect(settings.mock.calls.flat()).toContain('SET LOCAL jit = off');
        expect(printing()).toBe(0);
        await introspection.read(connection, { ...ALL, withSql: true });
        expect(printing()).toBe(1);
        expect(await jit()).toBe(before);
      }),
    );
  });

  test('does not depend on the session, and leaves it as it was', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(
        database,
        `CREATE SCHEMA app;
        CREATE FUNCTION app.word() RETURNS text LANGUAGE sql AS 'SELECT 1::text';
        CREATE TABLE app.t (
          a interval DEFAULT '1 day 02:00:00', b timestamptz DEFAULT '2026-01-01 12:00+00', c bytea DEFAULT '\\x615c62',
          d double precision DEFAULT 0.1::float8, e date DEFAULT '2026-02-01', f text DEFAULT app.word(),
          g text DEFAULT 'back\\slash');`,
      );
      const defaults = (settings: readonly string[]): Promise<unknown> =>
        connected(database, async (connection) => {
          for (const setting of settings) await connection.execute(`SET ${setting}`);
          const { tables } = await introspection.read(connection, { ...ALL, schemas: ['app'] });
          const shown = async (name: string): Promise<unknown> => (await connection.query(`SHOW ${name}`))[0]?.[0];
          expect(await shown('search_path')).toBe(settings.length === 0 ? '"$user", public' : 'app, pg_temp');
          expect(await shown('transaction_read_only')).toBe('off');
          // Nothing is left open.
          await connection.execute('CREATE TABLE app.u (a integer)');
          await connection.execute('DROP TABLE app.u');
          return tables.map(({ columns }) =>
            columns.map((column) => [column.default, column.items.map(({ sql: _, ...item }) => item)]),
          );
        });
      const plain = await defaults([]);
      expect(plain).toEqual([
        [
          ["'1 day 02:00:00'", []],
          ["'2026-01-01 12:00:00+00'", []],
          ["'\\x615c62'::bytea", []],
          ['0.1', []],
          ["'2026-02-01'", []],
          [
            undefined,
            [
              {
                kind: 'default',
                name: 'f',
                detail: 'app.word(): it needs a function or a sequence that no schema makes',
              },
            ],
          ],
          ["E'back\\\\slash'", []],
        ],
      ]);
      const odd = await defaults([
        'search_path = app, pg_temp',
        "datestyle = 'German'",
        "intervalstyle = 'sql_standard'",
        "timezone = 'Asia/Tokyo'",
        "bytea_output = 'escape'",
        'extra_float_digits = -3',
        'standard_conforming_strings = off',
      ]);
      // There the schema is the default one, and its function has no need of a name before it.
      expect(JSON.stringify(odd)).toBe(JSON.stringify(plain).replace('app.word()', 'word()'));
    });
  });

  test('reads as somebody who may do nothing but connect', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(
        database,
        `CREATE TABLE parent (id serial PRIMARY KEY, state text CHECK (state IN ('a', 'b')));
        CREATE TABLE child (id serial PRIMARY KEY, parent_id integer REFERENCES parent ON DELETE CASCADE);
        CREATE VIEW both_of_them AS SELECT id FROM parent; CREATE SEQUENCE free;`,
      );
      const role = `orm_test_role_${String(process.pid)}_${engine}`;
      await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
      try {
        const mine = await read(database);
        const options = { user: role, password: 'secret' };
        const theirs = await connected(database, (connection) => introspection.read(connection, ALL), options);
        expect(theirs).toEqual(mine);
        expect(mine.others.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['sequence free', 'view both_of_them']);
      } finally {
        await database.query(`DROP ROLE ${role}`);
      }
    });
  });

  test('reads the schemas it is told, without the tables it is told', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(
        database,
        `CREATE SCHEMA archive; CREATE TABLE book (id integer); CREATE TABLE draft (id integer);
        CREATE TABLE archive.book (id integer); CREATE TABLE archive.draft (id integer); CREATE TEMPORARY TABLE mine (id integer);`,
      );
      const names = async (options: Partial<IntrospectOptions>): Promise<unknown> => {
        const { tables, others } = await read(database, options);
        return [tables.map(({ schema, name }) => `${schema ?? '-'} ${name}`), others];
      };
      expect(await names({})).toEqual([
        ['- book', '- draft'],
        [{ kind: 'schema', name: 'archive', detail: '2 tables, not read: name it to read it too' }],
      ]);
      expect(await names({ schemas: ['archive', 'public'], exclude: (table) => table === 'archive.draft' })).toEqual([
        ['archive book', '- book', '- draft'],
        [],
      ]);
      expect(await names({ schemas: ['nowhere'] })).toEqual([[], []]);
    });
  });

  test('leaves out what comes with an extension', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(
        database,
        `CREATE SCHEMA extras; CREATE EXTENSION hstore SCHEMA extras; CREATE EXTENSION citext; CREATE EXTENSION pg_stat_statements;
        CREATE EXTENSION ltree;
        CREATE TABLE t (
          a extras.hstore DEFAULT extras.hstore('a', 'b'), b citext[], c text DEFAULT lower('X'::citext), d integer);
        CREATE TABLE log_config (id integer); ALTER EXTENSION ltree ADD TABLE log_config;`,
      );
      const { tables, others, vendor } = await read(database);
      expect(vendor).toEqual(new Map([['extensions', 'citext, extras.hstore']]));
      expect(others).toMatchObject([
        { kind: 'extension', name: 'ltree' },
        { kind: 'extension', name: 'pg_stat_statements' },
      ]);
      const [table] = tables;
      expect(tables).toHaveLength(1);
      expect(table?.columns.map(({ type, default: sql, items }) => [type, sql, items])).toEqual([
        ['extras.hstore', "extras.hstore('a'::text, 'b'::text)", []],
        ['citext[]', undefined, []],
        ['text', "lower(('X'::citext)::text)", []],
        ['integer', undefined, []],
      ]);
    });
  });

  test('knows what numbers a column', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(
        database,
        `CREATE SCHEMA other; CREATE SEQUENCE other.far; CREATE SEQUENCE near; CREATE SEQUENCE g_id_seq AS bigint;
        CREATE TABLE a (id serial PRIMARY KEY);
        CREATE TABLE b (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
        CREATE TABLE c (id bigint PRIMARY KEY DEFAULT nextval('near'));
        CREATE TABLE d (id bigint PRIMARY KEY DEFAULT nextval('other.far'));
        CREATE TABLE e (id serial, number integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY);
        CREATE TABLE f (id serial); ALTER TABLE f ALTER COLUMN id DROP NOT NULL;
        CREATE TABLE g (id integer PRIMARY KEY DEFAULT nextval('g_id_seq'));
        CREATE TABLE h (id text PRIMARY KEY DEFAULT 'x' || nextval('near'));`,
      );
      const { tables } = await read(database);
      const shown = tables.map(({ name, columns, vendor }) => [
        name,
        columns.map(
          ({ autoIncrement, items }) =>
            autoIncrement ?? items.map(({ kind, detail }) => `${kind}: ${detail?.replace(/: it needs .*/, '') ?? ''}`),
        ),
        ...vendor,
      ]);
      expect(shown).toEqual([
        ['a', [{}]],
        ['b', [{}], ['identity', 'always']],
        ['c', [{ sequence: 'near' }]],
        ['d', [["default: nextval('other.far'::regclass)"]]],
        ['e', [["default: nextval('e_id_seq'::regclass)"], {}]],
        ['f', [["default: nextval('f_id_seq'::regclass)"]]],
        ['g', [{}]],
        ['h', [["default: ('x'::text || nextval('near'::regclass))"]]],
      ]);
    });
  });
});
