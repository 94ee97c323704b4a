import { expect, it } from 'vitest';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { compileSchema } from '../../support/compile-schema.js';
import { missingEngine } from '../../support/engines.js';
import { differencesFrom, inNewDatabase, runScript } from '../round-trip.js';

/** The key is in another order than the reference, and the name that its index would get is taken. */
const SCHEMA = `<database name="app">
  <table name="part">
    <column name="a" type="BIGINT" primaryKey="true"/>
    <column name="b" type="DATE" primaryKey="true"/>
    <primary-key><primary-key-column name="b"/><primary-key-column name="a"/></primary-key>
    <column name="x" type="BIGINT"/>
    <column name="y" type="DATE"/>
    <foreign-key foreignTable="part" name="same" phpName="Whole" refPhpName="Piece">
      <reference local="x" foreign="a"/><reference local="y" foreign="b"/>
    </foreign-key>
    <index name="same"><index-column name="x"/></index>
  </table>
</database>`;

it.for(['mariadb', 'mysql9'] as const)('an index for a foreign key is the schema’s on %s', async (engine, { skip }) => {
  const missing = missingEngine(engine);
  if (missing !== undefined) skip(missing);
  const { sql = '', database } = compileSchema(SCHEMA, await loadPlatform('mysql'));
  if (database === undefined) throw new Error('the schema does not build');
  await inNewDatabase(engine, async (made) => {
    await runScript(made, sql);
    expect(await differencesFrom(made, database)).toEqual([]);
  });
});
