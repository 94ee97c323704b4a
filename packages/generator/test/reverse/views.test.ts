import { describe, expect, test } from 'vitest';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, runScript } from './round-trip.js';

const SCHEMA = `<database name="app">
  <table name="measurement">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="day" type="DATE" primaryKey="true"/>
    <column name="amount" type="INTEGER" required="true"/>
    <vendor type="pgsql"><parameter name="partitionBy" value="range(day)"/></vendor>
    <vendor type="mysql"><parameter name="partitionBy" value="hash(year(day)) partitions 4"/></vendor>
  </table>
  <table name="large" viewSql="SELECT id, day, amount FROM measurement WHERE amount > 1000">
    <column name="id" type="INTEGER"/>
  </table>
  <table name="a_largest" viewSql="SELECT id FROM large WHERE amount > 2000">
    <column name="id" type="INTEGER"/>
  </table>
</database>`;

/** Casts, lists and times that a server writes with more numbers and strings than were given to it. */
const PRINTED = `<database name="app">
  <table name="entry">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="day" type="DATE"/>
    <column name="amount" type="INTEGER"/>
  </table>
  <table name="summary" viewSql="SELECT amount FROM entry WHERE amount > 40">
    <column name="amount" type="INTEGER"/>
    <vendor type="mysql"><parameter name="viewSql" value="SELECT CAST(amount AS DECIMAL) AS amount, GROUP_CONCAT(id) AS ids,
      COUNT(*) AS many FROM entry WHERE amount &gt; 40 AND day &lt; NOW() - INTERVAL 3 MONTH GROUP BY amount"/></vendor>
    <vendor type="pgsql"><parameter name="viewSql" value="SELECT amount, amount * 2.50 AS more, 'a' || id AS name FROM entry
      WHERE amount BETWEEN 40 AND 90 AND day &lt; now() - interval '3 months' AND day &gt; DATE '2026-01-31'"/></vendor>
  </table>
</database>`;

describe.each(ENGINES)('views and partitions of a schema on %s', (engine: Engine) => {
  test.skipIf(missingEngine(engine) !== undefined)('are made, twice, and missed when they are gone', async () => {
    await inNewDatabase(engine, async (database) => {
      const platform = await loadPlatform(database.adapter);
      const { database: model, sql = '', diagnostics } = compileSchema(SCHEMA, platform);
      if (model === undefined) throw new Error(JSON.stringify(diagnostics));
      await runScript(database, sql);
      await runScript(database, sql);
      if (database.adapter === 'pgsql') await database.query('CREATE TABLE m PARTITION OF measurement DEFAULT');
      await database.query(
        "INSERT INTO measurement (id, day, amount) VALUES (1, '2026-01-01', 10), (2, '2026-01-01', 3000)",
      );
      expect(await database.query('SELECT id FROM a_largest')).toHaveLength(1);
      expect(await differencesFrom(database, model)).toEqual([]);
      await database.query('DROP VIEW a_largest');
      expect(await differencesFrom(database, model)).toMatchObject([
        { kind: 'view', status: 'missing', name: 'a_largest' },
      ]);
    });
  });

  test.skipIf(missingEngine(engine) !== undefined)(
    'are no other views because the server prints them in its own way',
    async () => {
      await inNewDatabase(engine, async (database) => {
        const platform = await loadPlatform(database.adapter);
        const { database: model, sql = '', diagnostics } = compileSchema(PRINTED, platform);
        if (model === undefined) throw new Error(JSON.stringify(diagnostics));
        await runScript(database, sql);
        expect(await differencesFrom(database, model)).toEqual([]);
        await database.query('DROP VIEW summary');
        await database.query('CREATE VIEW summary AS SELECT amount FROM entry WHERE amount > 41');
        expect(await differencesFrom(database, model)).toMatchObject([
          { kind: 'view', status: 'different', name: 'summary' },
        ]);
      });
    },
  );
});
