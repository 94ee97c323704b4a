import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, runScript } from './round-trip.js';

const SCHEMA = `<database name="app">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="80" required="true" defaultValue="Anon"/>
    <column name="born" type="DATE"/>
    <unique><unique-column name="name"/></unique>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="author_id" type="INTEGER"/>
    <column name="price" type="DECIMAL" size="8" scale="2" defaultValue="1.50"/>
    <index><index-column name="price"/></index>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`;

async function compiled(engine: Engine, text: string): Promise<{ model: Database; sql: string }> {
  const { database, sql, diagnostics } = compileSchema(text, await loadPlatform(adapterOf(engine)));
  if (database === undefined || sql === undefined) throw new Error(diagnostics[0]?.message);
  return { model: database, sql };
}

/** One change of the schema, and the one difference it is. */
const CHANGES: readonly (readonly [from: string, to: string, difference: string])[] = [
  ['name="born" type="DATE"/>', 'name="born" type="DATE" required="true"/>', 'nullability different author born'],
  ['type="DATE"', 'type="INTEGER"', 'type different author born'],
  ['size="80"', 'size="90"', 'type different author name'],
  ['defaultValue="Anon"', 'defaultValue="Nobody"', 'default different author name'],
  ['defaultValue="1.50"', '', 'default different book price'],
  ['<column name="born" type="DATE"/>', '', 'column extra author born'],
  [
    '<column name="born" type="DATE"/>',
    '<column name="born" type="DATE"/><column name="died" type="DATE"/>',
    'column missing author died',
  ],
  ['<index><index-column name="price"/></index>', '', 'index extra book price'],
  ['<unique><unique-column name="name"/></unique>', '', 'unique extra author name'],
  ['onDelete="cascade"', 'onDelete="setnull"', 'foreign key different book author: author_id → id'],
  [
    '</database>',
    '<table name="more"><column name="id" type="INTEGER"/></table></database>',
    'table missing more more',
  ],
];

describe.each(ENGINES)('differences between a schema and %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are those that were made, one by one', async () => {
    const first = await compiled(engine, SCHEMA);
    await inNewDatabase(engine, async (database) => {
      await runScript(database, first.sql);
      expect(await differencesFrom(database, first.model)).toEqual([]);
      for (const [from, to, difference] of CHANGES) {
        const { model } = await compiled(engine, SCHEMA.replace(from, to));
        const found = await differencesFrom(database, model);
        const lines = found.map(({ kind, status, table, name }) => `${kind} ${status} ${table} ${name}`);
        expect({ to, lines }).toEqual({ to, lines: [difference] });
      }
      await database.query('CREATE TABLE stray (id INTEGER)');
      expect((await differencesFrom(database, first.model)).map(({ what }) => what)).toEqual([
        'the database has it, the schema does not',
      ]);
    });
  });
});
