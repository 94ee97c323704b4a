import { describe, expect, it } from 'vitest';
import { loadAccess } from '../../src/platforms/access.js';
import type { DatabaseConnection } from '../../src/platforms/connection.js';
import { driverLoader } from '../../src/platforms/driver.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { settleDatabase } from '../../src/reverse/database.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { inNewDatabase, runScript, settingsFor } from './round-trip.js';

const TABLES = 12;

/** Every second table points at the one before it. */
const schema = `<database name="app">${Array.from({ length: TABLES }, (_, at) => {
  const key =
    at % 2 === 0
      ? ''
      : `<column name="parent" type="INTEGER"/>
        <foreign-key foreignTable="list${at - 1}x"><reference local="parent" foreign="id"/></foreign-key>`;
  return `<table name="list${at}x">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="code" type="VARCHAR" size="20"/>${key}
    <index><index-column name="code"/></index>
  </table>`;
}).join('')}</database>`;

/** A connection that remembers of which of the tables it has heard. */
function listening(connection: DatabaseConnection, heard: Set<string>): DatabaseConnection {
  const hear = <Rows>(rows: Rows): Rows => {
    for (const [name] of JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)).matchAll(
      /list\d+x/g,
    ))
      heard.add(name);
    return rows;
  };
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => hear((await value.apply(target, given)) ?? null);
    },
  });
}

describe('the only tables that are compared', () => {
  it.for([...ENGINES, 'mariadb11'] as const)(
    'are read alone, with those that they point at, on %s',
    async (engine, { skip }) => {
      const missing = missingEngine(engine);
      if (missing !== undefined) skip(missing);
      const platform = await loadPlatform(adapterOf(engine));
      const { sql = '', database: model } = compileSchema(schema, platform);
      if (model === undefined) throw new Error('the schema does not build');
      const expected = platform.shape(model, DEFAULT_PLATFORM_OPTIONS);
      await inNewDatabase(engine, async (database) => {
        await runScript(database, sql);
        const settings = settingsFor(database);
        const { connect } = await loadAccess(settings.adapter);
        const connection = await connect(settings, driverLoader('/'));
        const heardOf = async (only?: readonly { name: string }[]): Promise<unknown> => {
          const heard = new Set<string>();
          const { differences } = await settleDatabase(listening(connection, heard), settings, expected, { only });
          return { heard: heard.size === TABLES ? 'all' : [...heard].sort(), differences };
        };
        try {
          expect(await heardOf()).toEqual({ heard: 'all', differences: [] });
          // SQLite keeps the statements of all tables in one list.
          const some = (...names: string[]): unknown => (engine === 'sqlite' ? expect.anything() : names);
          expect(await heardOf([{ name: 'list7x' }])).toEqual({ heard: some('list6x', 'list7x'), differences: [] });
          await database.query('ALTER TABLE list7x ADD COLUMN extra INTEGER');
          await database.query('ALTER TABLE list3x ADD COLUMN extra INTEGER');
          expect(await heardOf([{ name: 'list7x' }])).toMatchObject({
            heard: some('list6x', 'list7x'),
            differences: [{ table: 'list7x', kind: 'column', status: 'extra', name: 'extra' }],
          });
          expect(await heardOf([{ name: 'not_there' }])).toEqual({ heard: some(), differences: [] });
        } finally {
          await connection.close();
        }
      });
    },
  );
});
