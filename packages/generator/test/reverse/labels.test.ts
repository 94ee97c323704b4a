import { describe, expect, it } from 'vitest';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, missingEngine } from '../support/engines.js';
import { escapeAttribute } from '../support/xml-tree.js';
import {
  differencesFrom,
  expectStable,
  inNewDatabase,
  readTurn,
  roundTripFrom,
  runScript,
  type Turn,
} from './round-trip.js';

const schemaWith = (...labels: readonly string[]): string => `<database name="app"><table name="t">
  <column name="id" type="INTEGER" primaryKey="true"/>
  <column name="e" type="ENUM" enumStorage="label" valueSet="${escapeAttribute(labels.join(', '))}"/>
</table></database>`;

async function compiled(engine: Engine, schema: string) {
  const { sql, database, diagnostics } = compileSchema(schema, await loadPlatform(adapterOf(engine)));
  if (database === undefined || sql === undefined) throw new Error(diagnostics[0]?.message);
  return { sql, model: database };
}

/** What XML can hold, though it is rarely seen: controls beyond ASCII, a tab, a line break. */
const RARE = ['x', String.raw`\'2`, 'n\u0085l', 'd\u007f\u009fe', 'a\tb\nc'];

describe.each(ENGINES)('labels on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are read back as labels, whatever characters they have', async () => {
    const { sql, model } = await compiled(engine, schemaWith(...RARE));
    const first = await inNewDatabase(engine, async (database): Promise<Turn> => {
      await runScript(database, sql);
      expect(await differencesFrom(database, model)).toEqual([]);
      return readTurn(database);
    });
    const [column] = first.reversed.database.tables[0]?.columns.filter(({ name }) => name === 'e') ?? [];
    expect(column?.valueSet).toEqual(RARE);
    expectStable(await roundTripFrom(engine, first));
  });
});

describe.each(['pgsql15', 'pgsql18', 'sqlite'] as const)('checks with labels on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are the same where no valueSet can hold the labels', async () => {
    const labels = String.raw`'x', '\''2', 'a, b'`;
    const own = engine === 'sqlite' ? labels : String.raw`'x', E'\\''2', 'a, b'`;
    const { model } = await compiled(engine, tableWithCheck(`e IN (${own})`));
    const { sql } = await compiled(engine, tableWithCheck(`e IN (${labels})`));
    await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      expect(await differencesFrom(database, model)).toEqual([]);
    });
  });

  it.skipIf(missingEngine(engine) !== undefined)('keep a column whose labels no XML can hold', async () => {
    const script = "CREATE TABLE t (id INTEGER PRIMARY KEY, e VARCHAR(9) CHECK (e IN ('a', 'b\ufffe')))";
    const { reversed } = await inNewDatabase(engine, async (database): Promise<Turn> => {
      await runScript(database, script);
      return readTurn(database);
    });
    expect(reversed.database.tables[0]?.columns.map(({ name }) => name)).toEqual(['id', 'e']);
  });
});

function tableWithCheck(expression: string): string {
  return `<database name="app"><table name="t">
    <column name="id" type="INTEGER" primaryKey="true"/><column name="e" type="VARCHAR" size="9"/>
    <check name="c" expression="${escapeAttribute(expression)}"/>
  </table></database>`;
}
