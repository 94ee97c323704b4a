import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadAccess } from '../../../src/platforms/access.js';
import type { Catalog } from '../../../src/platforms/catalog.js';
import type { DatabaseConnection } from '../../../src/platforms/connection.js';
import { driverLoader } from '../../../src/platforms/driver.js';
import type { IntrospectOptions } from '../../../src/platforms/introspection.js';
import { introspection } from '../../../src/platforms/mysql/introspect.js';
import { type Engine, type EngineDatabase, missingEngine } from '../../support/engines.js';
import { inNewDatabase, runScript, settingsFor } from '../round-trip.js';

const ENGINES: readonly Engine[] = ['mysql9', 'mariadb', 'mariadb11'];
const EVERYTHING: IntrospectOptions = { schemas: [], exclude: () => false };

async function connected<T>(
  database: EngineDatabase,
  work: (connection: DatabaseConnection) => Promise<T>,
  as: { user?: string; password?: string } = {},
): Promise<T> {
  const { connect } = await loadAccess('mysql');
  const connection = await connect({ ...settingsFor(database), ...as }, driverLoader('/'));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const read = (connection: DatabaseConnection, options: Partial<IntrospectOptions> = {}): Promise<Catalog> =>
  introspection.read(connection, { ...EVERYTHING, ...options });

const SHOP = `
  CREATE TABLE owner (id INT PRIMARY KEY, name VARCHAR(40) DEFAULT 'it''s', mark BINARY(2) NOT NULL DEFAULT X'00FF');
  CREATE TABLE pet (
    id INT PRIMARY KEY,
    owner_id INT,
    nick VARCHAR(40) DEFAULT (CONCAT('a\\\\', 'b')),
    CONSTRAINT pet_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE CASCADE ON UPDATE SET NULL
  );
  CREATE VIEW pets AS SELECT id FROM pet;
  CREATE TRIGGER pet_insert BEFORE INSERT ON pet FOR EACH ROW SET NEW.nick = 'x';
`;

describe.each(ENGINES)('the reader on %s', (engine) => {
  const test = it.skipIf(missingEngine(engine) !== undefined);

  test('sees the same whatever the mode of the session, and leaves the session as it was', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(database, SHOP);
      await connected(database, async (connection) => {
        const usual = await read(connection);
        await connection.execute("SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
        expect(await read(connection)).toEqual(usual);
        const state = 'SELECT @@sql_mode, @@character_set_results';
        expect(await connection.query(state)).toEqual([['ANSI_QUOTES,NO_BACKSLASH_ESCAPES', 'utf8mb4']]);
        expect(usual.tables[1]?.columns[2]?.default).toMatch(/^concat\('a\\\\', ?'b'\)$/);
      });
    });
  });

  test('works with few privileges, and says what it may see', async () => {
    await inNewDatabase(engine, async (database) => {
      await runScript(database, SHOP);
      const user = `orm_${randomUUID().slice(0, 8)}`;
      const name = settingsFor(database).database ?? '';
      await database.query(`CREATE USER '${user}'@'%' IDENTIFIED BY 'Secret-1'`);
      try {
        await database.query(`GRANT SELECT ON \`${name}\`.* TO '${user}'@'%'`);
        const catalog = await connected(database, (connection) => read(connection), { user, password: 'Secret-1' });
        expect(catalog.tables.map((table) => table.name)).toEqual(['owner', 'pet']);
        expect(catalog.tables[0]?.columns[2]?.default).toBe("X'00FF'");
        expect(catalog.tables[1]?.foreignKeys).toMatchObject([
          { name: 'pet_owner', onDelete: 'CASCADE', onUpdate: 'SET NULL' },
        ]);
        // Without SHOW VIEW and TRIGGER there is no definition of the one and nothing of the other.
        expect(catalog.others).toEqual([{ kind: 'view', name: 'pets' }]);
        expect(catalog.tables[1]?.items).toEqual([]);
      } finally {
        await database.query(`DROP USER '${user}'@'%'`);
      }
    });
  });

  test('reads other databases by name, and references between them', async () => {
    await inNewDatabase(engine, async (database) => {
      await inNewDatabase(engine, async (other) => {
        const away = settingsFor(other).database ?? '';
        await runScript(other, 'CREATE TABLE vet (id INT PRIMARY KEY); CREATE TABLE zoo (id INT PRIMARY KEY)');
        await runScript(
          database,
          `CREATE TABLE visit (vet_id INT, CONSTRAINT to_vet FOREIGN KEY (vet_id) REFERENCES \`${away}\`.vet (id))`,
        );
        await connected(database, async (connection) => {
          const here = settingsFor(database).database ?? '';
          const both = await read(connection, { schemas: [here, away], exclude: (name) => name === `${away}.zoo` });
          expect(both.tables.map(({ schema, name }) => [schema, name])).toEqual([
            [undefined, 'visit'],
            [away, 'vet'],
          ]);
          expect(both.tables[0]?.foreignKeys).toMatchObject([{ foreignSchema: away, foreignTable: 'vet' }]);
          const one = await read(connection, { exclude: (name) => name === 'visit' });
          expect(one.tables).toEqual([]);
        });
        await database.query('DROP TABLE visit');
      });
    });
  });
});

/** Answers that a server with lower_case_table_names = 2 gives: names as written, references in small letters. */
function answering(
  answers: readonly (readonly [part: string, rows: readonly (readonly unknown[])[]])[],
): DatabaseConnection {
  const unused = (): never => {
    throw new Error('not asked for');
  };
  return {
    execute: () => Promise.resolve(),
    query: (sql) => Promise.resolve(answers.find(([part]) => sql.includes(part))?.[1] ?? []),
    run: unused,
    begin: unused,
    commit: unused,
    rollback: unused,
    close: unused,
  };
}

describe('a server that ignores case', () => {
  const table = (name: string): unknown[] => [name, 'BASE TABLE', 'InnoDB', 'utf8mb4_general_ci', '', ''];
  const column = (owner: string, name: string): unknown[] => [owner, name, 'int', 'YES', null, '', null, '', '', null];
  const answers = (lowerCase: number): DatabaseConnection =>
    answering([
      ['VERSION()', [['9.0.0', 'shop', lowerCase, '', 'utf8mb4_general_ci']]],
      ['information_schema.TABLES ', [table('Owner'), table('Pet')]],
      ['information_schema.COLUMNS ', [column('Owner', 'id'), column('Pet', 'owner_id')]],
      ['information_schema.REFERENTIAL_CONSTRAINTS ', [['Pet', 'fk', 'NO ACTION', 'CASCADE']]],
      ['information_schema.KEY_COLUMN_USAGE ', [['Pet', 'fk', 'owner_id', 'shop', 'owner', 'id']]],
    ]);

  it('finds the table that a reference means', async () => {
    const target = async (lowerCase: number): Promise<unknown> =>
      (await introspection.read(answers(lowerCase), EVERYTHING)).tables[1]?.foreignKeys[0]?.foreignTable;
    expect(await target(2)).toBe('Owner');
    expect(await target(0)).toBe('owner');
  });
});

it('needs a database', async () => {
  const nowhere = answering([['VERSION()', [['9.0.0', null, 0, '', 'utf8mb4_general_ci']]]]);
  await expect(introspection.read(nowhere, EVERYTHING)).rejects.toThrow(
    'no database is named: add dbname=… to the DSN, or name the schemas to read',
  );
});
