import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingEngine, openDatabase } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { configuration, project } from './support/project.js';
import { sqliteFile } from './support/sqlite.js';
import { timeless } from './support/tables.js';

const SQL = `
CREATE TABLE author (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(80) NOT NULL);
CREATE TABLE book (id INTEGER PRIMARY KEY AUTOINCREMENT, author_id INTEGER REFERENCES author (id),
  price NUMERIC(8,2), net NUMERIC(8,2) GENERATED ALWAYS AS (price / 1.2) VIRTUAL, note);
CREATE TABLE tmp_import (id INTEGER PRIMARY KEY AUTOINCREMENT, "class" TEXT, "new" TEXT);
CREATE VIEW cheap AS SELECT * FROM book WHERE price < 5;
`;

const SCHEMA = `  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="80" required="true"/>
  </table>

  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="author_id" type="INTEGER"/>
    <column name="price" type="NUMERIC" size="8" scale="2"/>
    <column name="net" type="NUMERIC" size="8" scale="2" generatedExpr="price / 1.2" generated="virtual"/>
    <column name="note" type="BLOB"/>
    <foreign-key foreignTable="author">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
  </table>
`;

const REST = `in generated-sql/shop.rest.sql:
  view (1): cheap
`;
const LOST = `not in the schema:
  column without a type book.note: it becomes a BLOB, which takes and keeps every value as well
`;
const CLOSING = '1 thing beside it as SQL, 1 thing of the database in neither, in 0 ms';
const NOTES = `represented differently:
  PHP name tmp_import.new: phpName="NewValue": "New" (column "new") would replace a method that every model class has
`;

function shop(files: Readonly<Record<string, string>> = {}): string {
  const cwd = project({ 'orm.json': configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:shop.db' } }), ...files });
  sqliteFile(join(cwd, 'shop.db'), (run) => run(SQL));
  return cwd;
}

const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8');

describe('orm database:reverse', () => {
  test('writes the schema of the connection, and says what is not in it', async () => {
    const cwd = shop();
    const { code, stdout, stderr } = await orm(cwd, 'database:reverse');
    expect({ code, stdout: timeless(stdout), stderr }).toEqual({
      code: 0,
      stdout: `created: schema.xml\ncreated: generated-sql/shop.rest.sql\n${REST}${LOST}${NOTES}3 tables, ${CLOSING}\n`,
      stderr: '',
    });
    expect(read(cwd, 'schema.xml')).toContain(SCHEMA);
    for (const command of ['sql:build', 'model:build', 'schema:format --check']) {
      expect({ command, ...(await orm(cwd, ...command.split(' '), '--quiet')) }).toEqual({
        command,
        code: 0,
        stdout: '',
        stderr: '',
      });
    }
  });

  describe('of tables in the plural', () => {
    const NAMED = `
CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT);
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, customer_id INTEGER REFERENCES customers (id),
  referrer_id INTEGER REFERENCES customers (id));
`;
    const NAMES = `names in PHP (--keep-names leaves the usual ones):
  customers → Customer
  orders → Order
  orders.customer_id → Customer, and Orders of Customer
  orders.referrer_id → Referrer, and ReferrerOrders of Customer
`;

    function plural(): string {
      const cwd = project({});
      sqliteFile(join(cwd, 'shop.db'), (run) => run(NAMED));
      return cwd;
    }

    test('names classes in the singular and relations by their columns, and says so', async () => {
      const cwd = plural();
      const { stdout } = await orm(cwd, 'reverse', 'sqlite:shop.db');
      expect(timeless(stdout)).toBe(`created: schema.xml\n${NAMES}2 tables, everything in it, in 0 ms\n`);
      const schema = read(cwd, 'schema.xml');
      expect(schema).toContain('<table name="orders" phpName="Order">');
      expect(schema).toContain('<foreign-key foreignTable="customers" phpName="Referrer" refPhpName="ReferrerOrder">');
      expect(await orm(cwd, 'reverse', 'sqlite:shop.db', '--dry-run')).toMatchObject({ stdout: schema, stderr: NAMES });
      const document = JSON.parse((await orm(cwd, 'reverse', 'sqlite:shop.db', '--json')).stdout) as {
        names: unknown[];
      };
      expect(document.names.at(-1)).toEqual({
        table: 'orders',
        column: 'referrer_id',
        name: 'Referrer',
        reverse: { className: 'Customer', name: 'ReferrerOrders' },
      });
    });

    test('--keep-names leaves the usual names', async () => {
      const cwd = plural();
      const { stdout } = await orm(cwd, 'reverse', 'sqlite:shop.db', '--keep-names');
      expect(timeless(stdout)).toBe('created: schema.xml\n2 tables, everything in it, in 0 ms\n');
      expect(read(cwd, 'schema.xml')).not.toMatch(/phpName/i);
    });

    test('orm init names them the same', async () => {
      const flags = ['init', '--adapter', 'sqlite', '--dsn', 'sqlite:shop.db', '--import', '--yes'];
      const cwd = plural();
      expect((await orm(cwd, ...flags)).stdout).toContain(NAMES);
      expect(read(cwd, 'schema.xml')).toContain('<table name="orders" phpName="Order">');
      const kept = plural();
      expect((await orm(kept, ...flags, '--keep-names')).stdout).not.toContain('names in PHP');
      expect(read(kept, 'schema.xml')).not.toMatch(/phpName/i);
    });
  });

  test('overwrites a schema only with --force', async () => {
    const cwd = shop({ 'schema.xml': '<database name="shop"/>\n' });
    const refused = await orm(cwd, 'reverse');
    expect({ code: refused.code, stdout: refused.stdout, stderr: refused.stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: "schema.xml" is there already, and would change
  = --dry-run shows what would be written, --output-dir or --schema-name write it elsewhere, --force overwrites it

1 error
`,
    });
    expect(read(cwd, 'schema.xml')).toBe('<database name="shop"/>\n');
    expect((await orm(cwd, 'reverse', '--check')).code).toBe(2);
    expect(timeless((await orm(cwd, 'reverse', '--force')).stdout)).toContain('changed: schema.xml\n');
    expect((await orm(cwd, 'reverse', '--check', '--quiet')).code).toBe(0);
    // What would not change needs no force.
    expect((await orm(cwd, 'reverse')).code).toBe(0);
  });

  test('--dry-run prints the schema and nothing else on stdout', async () => {
    const cwd = shop();
    const { code, stdout, stderr } = await orm(cwd, 'reverse', '--dry-run', '--namespace', 'App\\Shop');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `would be created: generated-sql/shop.rest.sql\n${REST}${LOST}${NOTES}`,
    });
    expect(stdout.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<database')).toBe(true);
    expect(stdout).toContain('namespace="App\\Shop"');
    expect(stdout.endsWith('</database>\n')).toBe(true);
    expect(existsSync(join(cwd, 'schema.xml'))).toBe(false);
  });

  test('--quiet still says what is lost', async () => {
    const { stdout, stderr } = await orm(shop(), 'reverse', '--quiet');
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: LOST });
  });

  test('reads a DSN without a configuration, and leaves tables out', async () => {
    const cwd = project({});
    sqliteFile(join(cwd, 'old.db'), (run) => run(SQL));
    const args = ['sqlite:old.db', '--output-dir', 'made', '--schema-name', 'old', '--exclude', 'tmp_*'];
    const { code, stdout } = await orm(cwd, 'reverse', ...args, '--database-name', 'shop');
    expect({ code, stdout: timeless(stdout) }).toEqual({
      code: 0,
      stdout: `created: made/old_schema.xml\ncreated: generated-sql/shop.rest.sql\n${REST}${LOST}2 tables, ${CLOSING}\n`,
    });
    expect(read(cwd, 'made/old_schema.xml')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<database
    name="shop"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:noNamespaceSchemaLocation="../node_modules/ormgen/schemas/schema.xsd">
${SCHEMA}</database>
`);
  });

  test('--json has every finding whole', async () => {
    const { stdout } = await orm(shop(), 'reverse', '--json');
    const { diagnostics, ...document } = JSON.parse(stdout) as Record<string, unknown>;
    expect(diagnostics).toEqual([]);
    expect(document).toEqual({
      ok: true,
      command: 'database:reverse',
      names: [],
      connection: 'shop',
      adapter: 'sqlite',
      file: 'schema.xml',
      status: 'created',
      tables: 3,
      views: 0,
      findings: [
        {
          kind: 'column without a type',
          table: 'book',
          name: 'note',
          detail: 'it becomes a BLOB, which takes and keeps every value as well',
          inSchema: false,
          sql: null,
        },
        {
          kind: 'view',
          table: null,
          name: 'cheap',
          detail: 'CREATE VIEW cheap AS SELECT * FROM book WHERE price < 5',
          inSchema: false,
          sql: {
            drop: ['DROP VIEW IF EXISTS "cheap"'],
            create: ['CREATE VIEW cheap AS SELECT * FROM book WHERE price < 5'],
          },
        },
        {
          kind: 'PHP name',
          table: 'tmp_import',
          name: 'new',
          detail: 'phpName="NewValue": "New" (column "new") would replace a method that every model class has',
          inSchema: true,
          sql: null,
        },
      ],
      rest: [{ file: 'generated-sql/shop.rest.sql', status: 'created' }],
    });
  });

  test('--views writes views into the schema, and sql:insert makes them again', async () => {
    const cwd = shop();
    sqliteFile(join(cwd, 'shop.db'), (run) => run('CREATE VIEW both (a, b) AS SELECT id, price FROM cheap'));
    const { code, stdout, stderr } = await orm(cwd, 'reverse', '--views', '--exclude', 'tmp_*', '--map');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(timeless(stdout)).toContain(
      `in generated-sql/shop.rest.sql:\n  view (1): both\n${LOST}2 tables, 1 view, ${CLOSING}\n`,
    );
    expect(read(cwd, 'schema.xml')).toContain(`
  <table name="cheap" viewSql="SELECT * FROM book WHERE price &lt; 5">
    <column name="id" type="INTEGER"/>
    <column name="author_id" type="INTEGER"/>
    <column name="price" type="NUMERIC" size="8" scale="2"/>
    <column name="net" type="NUMERIC" size="8" scale="2"/>
`);
    const rest = read(cwd, 'generated-sql/shop.rest.sql');
    expect(rest).not.toContain('CREATE VIEW cheap');
    expect(rest).toContain('CREATE VIEW both');
    await orm(cwd, 'sql:build');
    expect((await orm(cwd, 'sql:insert', '--force')).code).toBe(0);
    expect((await orm(cwd, 'reverse', '--views', '--exclude', 'tmp_*', '--check')).code).toBe(0);
    const again = JSON.parse((await orm(cwd, 'reverse', '--views', '--json', '--dry-run')).stdout) as object;
    expect(again).toMatchObject({ tables: 3, views: 1 });
  });

  describe('of what a schema cannot say', () => {
    test('--map lists the file, and sql:build and sql:insert make the whole database again, as often as wanted', async () => {
      const cwd = shop({ 'generated-sql/sqldb.map': '# mine\nother.sql=other\nshop.sql=shop\n' });
      await orm(cwd, 'reverse', '--map');
      expect(read(cwd, 'generated-sql/sqldb.map')).toBe('# mine\nother.sql=other\nshop.sql=shop\nshop.rest.sql=shop\n');
      await orm(cwd, 'sql:build');
      expect(read(cwd, 'generated-sql/sqldb.map')).toBe('# mine\nother.sql=other\nshop.sql=shop\nshop.rest.sql=shop\n');
      const rest = read(cwd, 'generated-sql/shop.rest.sql');
      for (let i = 0; i < 2; i++) {
        const { code, stderr } = await orm(cwd, 'sql:insert', '--force', '--connection', 'shop');
        expect({ code, stderr }).toMatchObject({ code: 0 });
        expect((await orm(cwd, 'reverse', '--check')).code).toBe(0);
      }
      expect(rest).toContain('DROP VIEW IF EXISTS "cheap";\n\n-- view cheap\nCREATE VIEW cheap AS');
    });

    test('orm init writes it too', async () => {
      const cwd = project({});
      sqliteFile(join(cwd, 'shop.db'), (run) => run(SQL));
      const flags = [
        '--adapter',
        'sqlite',
        '--dsn',
        'sqlite:shop.db',
        '--import',
        '--yes',
        '--connection-name',
        'shop',
      ];
      const { code, stdout } = await orm(cwd, 'init', ...flags, '--sql-dir', 'sql');
      expect(code).toBe(0);
      expect(stdout).toContain('created: sql/shop.rest.sql\n');
      expect(stdout).toContain('in sql/shop.rest.sql:\n  view (1): cheap\n');
      const rest = read(cwd, 'sql/shop.rest.sql');
      await orm(cwd, 'reverse', '--force');
      expect(read(cwd, 'sql/shop.rest.sql')).toBe(rest);
    });

    test('does not overwrite the file without --force, nor one of others with it unless it must', async () => {
      const cwd = shop();
      await orm(cwd, 'reverse');
      sqliteFile(join(cwd, 'shop.db'), (run) => run('CREATE VIEW dear AS SELECT * FROM book WHERE price > 50'));
      const refused = await orm(cwd, 'reverse');
      expect(refused.stderr).toContain('"generated-sql/shop.rest.sql" is there already, and would change');
      expect((await orm(cwd, 'reverse', '--force')).code).toBe(0);
      expect(read(cwd, 'generated-sql/shop.rest.sql')).toContain('CREATE VIEW dear');
    });

    test('removes the file, and its line in the map, when nothing is left for it', async () => {
      const cwd = shop();
      await orm(cwd, 'reverse', '--map');
      sqliteFile(join(cwd, 'shop.db'), (run) => run('DROP VIEW cheap'));
      expect((await orm(cwd, 'reverse')).stdout).toContain('removed: generated-sql/shop.rest.sql');
      expect(existsSync(join(cwd, 'generated-sql/shop.rest.sql'))).toBe(false);
      expect(read(cwd, 'generated-sql/sqldb.map')).toBe('# Sqlfile -> Database map\nshop.sql=shop\n');
    });

    test('many of one kind are a number and the first few', async () => {
      const cwd = shop();
      sqliteFile(join(cwd, 'shop.db'), (run) => {
        for (let i = 1; i < 8; i++) run(`CREATE VIEW v${i} AS SELECT ${i}`);
      });
      expect((await orm(cwd, 'reverse')).stdout).toContain('  view (8): cheap, v1, v2 …\n');
    });
  });

  const pairs: readonly (readonly [string, readonly string[], string])[] = [
    ['an unknown connection', ['shpo'], 'there is no connection "shpo"\n  = did you mean "shop"?'],
    ['a missing file', ['sqlite:none.db'], 'the database of "none" does not exist'],
    ['no user', ['pgsql:dbname=shop'], 'a DSN needs a user besides'],
    ['an unset variable', ['mysql:dbname=x', '--user', 'u', '--password-env', 'NO_SUCH'], '"NO_SUCH" is not set'],
    ['a user for a connection', ['shop', '--user', 'u'], '--user goes with a DSN'],
    ['Oracle', ['oci:dbname=//h/x', '--user', 'u'], 'reading a database back is not there for Oracle yet'],
    ['nothing left', ['shop', '--exclude', '*'], 'there is no table to read in the database of "shop"'],
    ['another tinyint1', ['shop', '--tinyint1', 'bool'], '--tinyint1 takes boolean or integer, not "bool"'],
    ['tinyint1 of SQLite', ['shop', '--tinyint1', 'boolean'], '--tinyint1 is for MySQL and MariaDB; "shop" is'],
    ['a path as a name', ['shop', '--schema-name', 'a/b'], '--schema-name takes the name of a file, not "a/b"'],
  ];
  test.each(pairs)('refuses %s', async (_, args, message) => {
    const cwd = shop();
    const { code, stderr } = await orm(cwd, 'reverse', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(existsSync(join(cwd, 'schema.xml'))).toBe(false);
  });

  test.skipIf(missingEngine('pgsql18'))('never prints a password', async () => {
    const database = await openDatabase('pgsql18');
    try {
      const cwd = project({});
      const { dsn = '', user = '' } = database.connection;
      const secret = 'not-the-password';
      const { code, stdout, stderr } = await orm(cwd, 'reverse', dsn, '--user', `${user}x`, '--password', secret);
      expect(code).toBe(1);
      expect(stderr).toContain('cannot connect');
      expect(stdout + stderr).not.toContain(secret);
    } finally {
      await database.drop();
    }
  });
});
