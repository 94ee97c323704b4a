import { describe, expect, it } from 'vitest';
import { foreignKeyIndexes } from '../../../src/platforms/mysql/foreign-key-indexes.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { compileSchema } from '../../support/compile-schema.js';
import { missingEngine } from '../../support/engines.js';
import {
  differencesFrom,
  expectStable,
  inNewDatabase,
  readTurn,
  roundTrip,
  roundTripFrom,
  runScript,
} from '../round-trip.js';

describe('indexes of foreign keys', () => {
  const key = (name: string, ...columns: string[]): { name: string; columns: string[] } => ({ name, columns });
  it.each([
    ['are called as we call them', [key('t_fk_abc123', 'a')], [], [key('t_fi_abc123', 'a')]],
    ['are called like a key with a name', [key('owner', 'a')], [], [key('owner', 'a')]],
    ['unless the name is taken', [key('owner', 'a')], [key('Owner', 'b')], [key('t_fi_72122c', 'a')]],
    ['are called like the column where InnoDB named the key', [key('t_ibfk_1', 'a')], [], [key('a', 'a')]],
    ['and counted', [key('t_ibfk_1', 'a')], [key('a', 'b')], [key('a_2', 'a')]],
    ['are not made where one serves', [key('owner', 'a')], [key('x', 'a', 'b')], []],
    ['but where it starts with another column', [key('owner', 'a')], [key('x', 'b', 'a')], [key('owner', 'a')]],
    ['serve two keys', [key('k', 'a'), key('l', 'a')], [], [key('k', 'a')]],
    ['are not made for the beginning of another', [key('k', 'a'), key('l', 'a', 'b')], [], [key('l', 'a', 'b')]],
  ])('%s', (_what, keys, written, expected) => {
    expect(foreignKeyIndexes('t', keys, written)).toEqual(expected);
  });
});

/** Indexes that start with the column of a foreign key, or a part of it, and which of them the key can use. */
const CASES = [
  ['<index name="same"><index-column name="s" order="desc"/></index>', 'KEY `same` (`s` DESC)', true],
  ['<unique name="same"><unique-column name="s" order="desc"/></unique>', 'KEY `same` (`s` DESC)', true],
  ['<index name="same"><index-column name="s" size="4"/></index>', 'KEY `same` (`s`(4))', true],
  ['<index name="same"><index-column name="s"/></index>', 'KEY `same` (`s`)', false],
  ['<index name="same"><index-column name="s" size="20"/></index>', 'KEY `same` (`s`)', false],
  [
    '<index name="same"><index-column name="s" order="desc"/><index-column name="a"/></index>',
    'KEY `same` (`s` DESC,`a`)',
    true,
  ],
  [
    '<index name="same"><index-column name="s"/><index-column name="a" order="desc"/></index>',
    'KEY `same` (`s`,`a` DESC)',
    false,
  ],
] as const;

describe.each(['mariadb', 'mariadb11', 'mysql9'] as const)(
  'a foreign key with the name of an index on %s',
  (engine) => {
    it.skipIf(missingEngine(engine) !== undefined)(
      'gets an index of its own where it cannot use that one',
      async () => {
        for (const [index, written, isUseless] of CASES) {
          const { sql, database, diagnostics } = compileSchema(
            `<database name="app">
          <table name="p"><column name="s" type="VARCHAR" size="20" primaryKey="true"/></table>
          <table name="t">
            <column name="s" type="VARCHAR" size="20"/><column name="a" type="INTEGER"/>
            ${index}
            <foreign-key name="same" foreignTable="p"><reference local="s" foreign="s"/></foreign-key>
          </table>
        </database>`,
            await loadPlatform('mysql'),
          );
          if (database === undefined || sql === undefined) throw new Error(diagnostics[0]?.message);
          const first = await inNewDatabase(engine, async (connection) => {
            await runScript(connection, sql);
            expect(await differencesFrom(connection, database)).toEqual([]);
            const made = JSON.stringify(await connection.query('SHOW CREATE TABLE t'));
            expect(made).toContain(written);
            expect(/KEY `t_fi_\w+` \(`s`\)/.test(made)).toBe(isUseless);
            return readTurn(connection);
          });
          expect(first.xml).not.toContain('t_fi_');
          expectStable(await roundTripFrom(engine, first));
        }
      },
    );

    it.skipIf(missingEngine(engine) !== undefined)('that the server made is no index of the schema', async () => {
      const script = `CREATE TABLE p (id INT PRIMARY KEY);
      CREATE TABLE t (a INT, b INT, KEY down (a DESC), CONSTRAINT own FOREIGN KEY (a) REFERENCES p (id));`;
      const trip = await roundTrip(engine, script);
      expect(trip.first.xml).toContain('"down"');
      expect(trip.first.xml).not.toContain('<index name="own"');
      expect(trip.second.xml).toBe(trip.first.xml);
      // MariaDB needs none, but the SQL is the same for both.
      expect(trip.differences).toHaveLength(engine === 'mysql9' ? 0 : 1);
    });
  },
);
