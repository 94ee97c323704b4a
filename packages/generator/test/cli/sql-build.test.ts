import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../src/model/adapter.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const schema = (database: string, table = 'book'): string => `<database name="${database}">
  <table name="${table}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="key" type="UUID"/>
  </table>
</database>
`;

const sqlite = { adapter: 'sqlite' };
const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

/** A vendor and a project name, in each format. */
const MINIMAL = {
  'orm.yaml': 'orm:\n  general: { project: Shop }\n  database: { connections: { shop: { adapter: pgsql } } }\n',
  'orm.json': '{"orm":{"general":{"project":"Shop"},"database":{"connections":{"shop":{"adapter":"pgsql"}}}}}',
  'orm.ini': '[orm]\ngeneral.project = Shop\ndatabase.connections.shop.adapter = pgsql\n',
  'orm.php':
    "<?php return ['orm' => ['general' => ['project' => 'Shop'], 'database' => ['connections' => ['shop' => ['adapter' => 'pgsql']]]]];",
  'orm.xml':
    '<config><orm><general><project>Shop</project></general><database><connections><connection id="shop"><adapter>pgsql</adapter></connection></connections></database></orm></config>',
};

describe('sql:build', () => {
  test.each(ADAPTERS)('a vendor and a project name are enough for %s', async (adapter) => {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter } }, { general: { project: 'Shop' } }),
      'schema.xml': schema('shop'),
    });
    expect(await orm(['sql:build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(read(cwd, 'generated-sql/shop.sql')).toMatch(/^-- Database "shop" of Shop for /);
  });

  test('the minimum in all five formats gives the same file', async () => {
    const built = new Set<string>();
    for (const [name, text] of Object.entries(MINIMAL)) {
      const cwd = project({ [name]: text, 'schema.xml': schema('shop') });
      expect(await orm(['sql:build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
      built.add(read(cwd, 'generated-sql/shop.sql'));
    }
    expect(built.size).toBe(1);
  });

  test.each(Object.entries(MINIMAL))(
    'a database that %s has no connection for is told in the schema',
    async (name, text) => {
      const cwd = project({ [name]: text, 'schema.xml': schema('shoop') });
      const { code, stderr } = await orm(['sql:build'], { cwd });
      expect(code).toBe(1);
      expect(stderr).toBe(`error: no connection named "shoop" in ${name}
  --> schema.xml:1:17
   |
 1 | <database name="shoop">
   |                 ^^^^^
   = did you mean "shop"?
   = the name of a <database> is the name of its connection: rename it, or add database.connections.shoop

1 error
`);
    },
  );

  test('generator.connections and --connection limit what is built', async () => {
    const files = { 'a_schema.xml': schema('a'), 'b_schema.xml': schema('b', 'author') };
    const connections = { a: sqlite, b: sqlite };
    const limited = project({
      ...files,
      'orm.json': configuration(connections, { generator: { connections: ['b'] } }),
    });
    const { code, stderr } = await orm(['sql:build'], { cwd: limited });
    expect(code).toBe(0);
    expect(stderr).toBe('left out: database "a" (not among the connections of this build)\n');
    expect(existsSync(join(limited, 'generated-sql/a.sql'))).toBe(false);
    expect(read(limited, 'generated-sql/sqldb.map')).toBe('# Sqlfile -> Database map\nb.sql=b\n');

    const both = project({ ...files, 'orm.json': configuration(connections) });
    expect((await orm(['sql:build', '--connection', 'a'], { cwd: both })).code).toBe(0);
    expect(existsSync(join(both, 'generated-sql/b.sql'))).toBe(false);
    // What another run built stays when this one is limited.
    expect((await orm(['sql:build'], { cwd: both })).code).toBe(0);
    expect((await orm(['sql:build', '--connection', 'a'], { cwd: both })).code).toBe(0);
    expect(existsSync(join(both, 'generated-sql/b.sql'))).toBe(true);

    const unknown = await orm(['sql:build', '--connection', 'c'], { cwd: both });
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toBe('error: there is no connection "c"\n  = known here: a, b\n\n1 error\n');
  });

  test('folders, prefix and recursion come from the configuration or the command line', async () => {
    const cwd = project({
      'orm.json': configuration(
        { shop: sqlite },
        { paths: { schemaDir: 'model', sqlDir: 'out/sql' }, generator: { tablePrefix: 'pre_', recursive: true } },
      ),
      'model/deep/shop_schema.xml': schema('shop'),
      'other/schema.xml': schema('shop', 'page'),
    });
    expect((await orm(['sql:build'], { cwd })).code).toBe(0);
    expect(read(cwd, 'out/sql/shop.sql')).toContain('CREATE TABLE "pre_book"');
    const options = ['--schema-dir', 'other', '--output-dir', 'elsewhere'];
    expect((await orm(['build-sql', ...options], { cwd })).code).toBe(0);
    expect(read(cwd, 'elsewhere/shop.sql')).toContain('CREATE TABLE "pre_page"');
  });

  test("MySQL's engine and kind of UUID come from the configuration", async () => {
    const cwd = project({
      'orm.json': JSON.stringify({
        orm: {
          database: {
            connections: { shop: { adapter: 'mysql' } },
            adapters: { mysql: { tableType: 'Aria', uuidColumnType: 'native' } },
          },
        },
      }),
      'schema.xml': schema('shop'),
    });
    expect((await orm(['sql:build'], { cwd })).code).toBe(0);
    expect(read(cwd, 'generated-sql/shop.sql')).toMatch(/`key` UUID,?\n[\s\S]*\) ENGINE=Aria;/);
  });

  test('--json is one document', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: sqlite }), 'schema.xml': schema('shop') });
    const { stdout, stderr } = await orm(['sql:build', '--json'], { cwd });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      command: 'sql:build',
      diagnostics: [],
      folder: 'generated-sql',
      databases: [{ name: 'shop', adapter: 'sqlite', tables: 1 }],
      files: [
        { path: 'shop.sql', status: 'created' },
        { path: 'sqldb.map', status: 'created' },
      ],
      skipped: [],
    });
  });

  test('--quiet says nothing', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: sqlite }), 'schema.xml': schema('shop') });
    expect(await orm(['sql:build', '--quiet'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('schema:check', () => {
  test('says what it read, and writes nothing', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: sqlite }), 'schema.xml': schema('shop') });
    const { code, stdout, stderr } = await orm(['schema:check'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^shop \(sqlite\): 1 table\nno errors in \d+ ms\n$/);
    expect(existsSync(join(cwd, 'generated-sql'))).toBe(false);
  });
});
