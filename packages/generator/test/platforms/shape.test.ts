import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, type Adapter } from '../../src/model/adapter.js';
import type { Database } from '../../src/model/model.js';
import type { DdlPrinter } from '../../src/platforms/ddl-printer.js';
import { MssqlDdl } from '../../src/platforms/mssql/ddl.js';
import { MysqlDdl } from '../../src/platforms/mysql/ddl.js';
import { OracleDdl } from '../../src/platforms/oracle/ddl.js';
import { PgsqlDdl } from '../../src/platforms/pgsql/ddl.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import type { DatabaseShape } from '../../src/platforms/shape.js';
import { SqliteDdl } from '../../src/platforms/sqlite/ddl.js';
import { randomSchemas } from '../properties/random-schema.js';
import { compileSchema } from '../support/compile-schema.js';
import { everythingFiles, makeProject } from '../support/everything.js';

const PRINTERS: Readonly<Record<Adapter, DdlPrinter>> = {
  pgsql: new PgsqlDdl(),
  mysql: new MysqlDdl(),
  sqlite: new SqliteDdl(),
  mssql: new MssqlDdl(),
  oracle: new OracleDdl(),
};

async function everything(adapter: Adapter): Promise<Database> {
  const project = makeProject(everythingFiles(adapter), { adapter });
  try {
    return await project.model();
  } finally {
    project.remove();
  }
}

/** As it comes out of a file. */
const read = (shape: DatabaseShape): DatabaseShape => JSON.parse(JSON.stringify(shape)) as DatabaseShape;

describe.each(ADAPTERS)('what %s is told', (adapter) => {
  test('is the same after JSON and back, and all that is printed', async () => {
    const platform = await loadPlatform(adapter);
    const models = fc.sample(randomSchemas, 60).flatMap(({ text }) => compileSchema(text, platform).database ?? []);
    expect(models.length).toBeGreaterThan(5);
    for (const model of [await everything(adapter), ...models]) {
      const shape = platform.shape(model, DEFAULT_PLATFORM_OPTIONS);
      expect(read(shape)).toStrictEqual(shape);
      expect(PRINTERS[adapter].script(read(shape))).toBe(platform.ddl(model, DEFAULT_PLATFORM_OPTIONS));
    }
  });

  test('does not depend on what was printed before', async () => {
    const platform = await loadPlatform(adapter);
    const shape = platform.shape(await everything(adapter), DEFAULT_PLATFORM_OPTIONS);
    const part: DatabaseShape = { ...shape, types: [], tables: shape.tables.slice(0, 3), views: [] };
    const printer = PRINTERS[adapter];
    const [whole, alone] = [printer.script(shape), printer.script(part)];
    expect(printer.tableScripts(shape)).toEqual(printer.tableScripts(shape));
    expect(printer.script(part)).toBe(alone);
    expect(printer.script(shape)).toBe(whole);
  });
});

test('defaults, actions and options are the texts that the vendor reads', async () => {
  const schema = `<database name="app">
    <table name="author"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
    <table name="book" description="Books">
      <vendor type="mysql"><parameter name="Charset" value="utf8mb4"/></vendor>
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="state" type="ENUM" valueSet="draft, out" default="draft" required="true"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author" onDelete="restrict"><reference local="author_id" foreign="id"/></foreign-key>
    </table>
  </database>`;
  const told = await Promise.all(
    (['pgsql', 'mysql', 'mssql'] as const).map(async (adapter) => {
      const platform = await loadPlatform(adapter);
      const { database } = compileSchema(schema, platform);
      if (database === undefined) throw new Error('the schema does not build');
      return platform.shape(database, DEFAULT_PLATFORM_OPTIONS).tables[1];
    }),
  );
  const [pgsql, mysql, mssql] = told;
  expect(pgsql).toEqual({
    name: 'book',
    columns: [
      { name: 'id', type: 'INTEGER', notNull: true, identity: 'by default' },
      { name: 'state', type: 'VARCHAR(5)', notNull: true, default: "'draft'" },
      { name: 'author_id', type: 'INTEGER' },
    ],
    primaryKey: { name: 'book_pkey', parts: [{ column: 'id' }] },
    indexes: [],
    checks: [{ name: expect.stringMatching(/^book_c_/) as string, expression: `"state" IN ('draft', 'out')` }],
    foreignKeys: [
      {
        name: expect.stringMatching(/^book_fk_/) as string,
        columns: ['author_id'],
        foreignTable: { name: 'author' },
        foreignColumns: ['id'],
        onDelete: 'RESTRICT',
      },
    ],
    options: {},
    comment: 'Books',
  });
  expect(mysql?.columns[1]).toEqual({
    name: 'state',
    type: "ENUM('draft', 'out')",
    notNull: true,
    default: "'draft'",
  });
  expect(mysql?.options).toEqual({ ENGINE: 'InnoDB', 'CHARACTER SET': 'utf8mb4' });
  expect(mysql?.indexes.map(({ kind, parts }) => ({ kind, parts }))).toEqual([
    { kind: 'index', parts: [{ column: 'author_id' }] },
  ]);
  expect(mssql?.foreignKeys[0]?.onDelete).toBe('NO ACTION');
  expect(mssql?.columns[1]?.defaultName).toMatch(/^book_df_/);
});
