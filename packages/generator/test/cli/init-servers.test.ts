import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './support/database.js';
import {
  ADAPTER,
  ENTER,
  init,
  NO_BUILD,
  PHP_ONLY_PROJECT,
  PROJECT,
  pick,
  type Reply,
  type,
  WRITE,
} from './support/init.js';
import { project } from './support/project.js';

/** Where a test database is, as the questions ask for it. */
function place({ connection: { dsn = '', user = '' } }: TestDatabase) {
  const [, host = '', port = '', name = ''] = /host=([^;]+);port=(\d+);dbname=(.+)/.exec(dsn) ?? [];
  return { host, port, name, user };
}

const askedPlace = ({ host, port, name, user }: ReturnType<typeof place>): readonly Reply[] => [
  ['Host', type(host)],
  ['Port', type(port)],
  ['Name of the database', type(name)],
  ['User', type(user)],
];

const TABLES = ['author', 'book', 'chapter', 'publisher'];
const tablesOf = async (database: TestDatabase): Promise<readonly (string | null)[]> => {
  const schema = database.adapter === 'pgsql' ? "'public'" : 'DATABASE()';
  const rows = await database.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = ${schema} ORDER BY table_name`,
  );
  return rows.map(([name]) => name ?? null);
};

describe.each(['pgsql15', 'mariadb'] as const)('%s', (engine) => {
  const reason = engine === 'pgsql15' ? 'password authentication failed for user' : 'Access denied for user';

  test('a wrong password, then the right one, then the tables', async (context) => {
    const database = await freshDatabase(engine, context);
    const at = place(database);
    const cwd = project({});
    const { code, lines, text } = await init(
      cwd,
      [],
      [
        ['Which database', ADAPTER[database.adapter]],
        ...askedPlace(at),
        ['Password', type('not the password')],
        ['Where should the password be kept?', ENTER],
        ['Name of the variable', type('SHOP_PASSWORD')],
        ['What would you like to do?', ENTER],
        // Everything but the password is still there, and where it is kept was said.
        ['Host', ENTER],
        ['Port', ENTER],
        ['Name of the database', ENTER],
        ['User', ENTER],
        ['Password', type(database.password)],
        ...PROJECT,
        WRITE,
        ['Build the SQL', ENTER],
        ['The database is empty.', ENTER],
      ],
    );
    expect(lines).toContain(reason);
    expect(lines).toContain('Check the user and the password.');
    expect(lines).toContain('Connected. The database is empty.');
    expect(lines).toContain('from the variable SHOP_PASSWORD');
    expect(text).not.toContain('not the password');
    expect(code).toBe(0);
    expect(await tablesOf(database)).toEqual(TABLES);
    expect(readFileSync(join(cwd, 'orm.yaml'), 'utf8')).toContain('password: "%env.SHOP_PASSWORD%"\n');
  });

  test('a database that does not exist: the command that creates it, and on without it', async (context) => {
    const database = await freshDatabase(engine, context);
    const at = { ...place(database), name: 'orm_test_nowhere' };
    const { code, lines } = await init(
      project({}),
      [],
      [
        ['Which database', ADAPTER[database.adapter]],
        ...askedPlace(at),
        ['Password', type(database.password)],
        ['Where should the password be kept?', pick(1)],
        ['What would you like to do?', pick(1)],
        ['What would you like to do?', pick(2)],
        ...PROJECT,
        WRITE,
        NO_BUILD,
      ],
    );
    expect(code).toBe(0);
    expect(lines.match(/No connection\./g)).toHaveLength(2);
    expect(lines.replaceAll(/\s*\n│ +/g, ' ')).toContain(
      engine === 'pgsql15'
        ? `createdb -h ${at.host} -p ${at.port} -U ${at.user} orm_test_nowhere`
        : `mysql -h ${at.host} -P ${at.port} -u ${at.user} -p -e "CREATE DATABASE orm_test_nowhere CHARACTER SET utf8mb4"`,
    );
  });

  test('a database with tables is imported, by a DSN typed for the host', async (context) => {
    const database = await freshDatabase(engine, context);
    await database.query('CREATE TABLE country (code CHAR(2) PRIMARY KEY, name VARCHAR(80) NOT NULL)');
    await database.query('CREATE VIEW short AS SELECT code FROM country');
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      [],
      [
        ['Which database', ADAPTER[database.adapter]],
        ['Host', type(database.connection.dsn ?? '')],
        ['User', type(database.connection.user ?? '')],
        ['Password', type(database.password)],
        ['Where should the password be kept?', pick(1)],
        ['What should the schema start from?', ENTER],
        ['Name of the project', type('Atlas')],
        ...PROJECT.slice(2),
        WRITE,
        ['Build the SQL', ENTER],
      ],
    );
    expect(code).toBe(0);
    expect(lines).toContain('Connected. The database has 1 table.');
    expect(lines).toContain('view (1): short');
    const schema = readFileSync(join(cwd, 'schema.xml'), 'utf8');
    expect(schema).toContain('name="atlas"');
    expect(schema).toContain('<column name="code" type="CHAR" size="2" ');
    expect(schema).toContain('xsi:noNamespaceSchemaLocation="node_modules/ormgen/schemas/schema.xsd"');
    // What is there is not dropped and made again.
    expect(lines).not.toContain('Create the tables');
    expect(lines).toMatch(/orm model:build +5 files in generated-classes\//);
  });
});

describe('no server', () => {
  test.each([
    [
      'nothing listens',
      '127.0.0.1',
      '1',
      'Nothing listens on 127.0.0.1:1: is PostgreSQL running, and is this its port?',
    ],
    ['no such host', 'no-such-host.invalid', '5432', 'No machine is called no-such-host.invalid: check the host.'],
  ])('%s', async (_, host, port, hint) => {
    const { code, lines } = await init(
      project({}),
      ['--adapter', 'pgsql'],
      [
        ...askedPlace({ host, port, name: 'shop', user: 'shop' }),
        ['Password', ENTER],
        ['What would you like to do?', pick(2)],
        ...PROJECT,
        WRITE,
        NO_BUILD,
      ],
    );
    expect(lines.replaceAll(/\s*\n│ +/g, ' ')).toContain(hint);
    expect(code).toBe(0);
  });
});

describe('a driver that is not installed', () => {
  test.each([
    ['mssql', 'tedious', 'Name of the database', 'sqlsrv:Server=db.example,1433;Database=shop'],
    ['oracle', 'oracledb', 'Service name', 'oci:dbname=//db.example:1521/shop'],
  ] as const)('%s goes on without it', async (adapter, driver, name, dsn) => {
    const cwd = project({});
    const { code, lines } = await init(
      cwd,
      [],
      [
        ['Which database', ADAPTER[adapter]],
        ['Host', type('db.example')],
        ['Port', ENTER],
        [name, type('shop')],
        ['User', type('shop')],
        ['Password', type('secret')],
        ['Where should the password be kept?', pick(1)],
        ['Install it now?', 'n'],
        ['What would you like to do?', pick(1)],
        ['What would you like to do?', ENTER],
        ...PHP_ONLY_PROJECT,
        WRITE,
        ['Build the SQL', ENTER],
      ],
    );
    expect(code).toBe(0);
    expect(lines).toContain(`npm install --save-dev ${driver}`);
    expect(lines).toMatch(/orm sql:build +2 files/);
    expect(readFileSync(join(cwd, 'orm.yaml'), 'utf8')).toContain(dsn);
  });

  test('the command is that of the package manager of the project', async () => {
    const elsewhere = project({ 'project/pnpm-lock.yaml': '' });
    const home = fileURLToPath(new URL('../..', import.meta.url));
    for (const part of ['bin', 'dist', 'package.json', 'schemas']) {
      cpSync(join(home, part), join(elsewhere, 'orm', part), { recursive: true });
    }
    const { lines } = await init(
      join(elsewhere, 'project'),
      ['--adapter', 'pgsql', '--host', 'x', '--port', '1', '--database', 'd', '--user', 'u', '--password', ''],
      [['Install it now?', '\u0003']],
      { bin: join(elsewhere, 'orm/bin/orm') },
    );
    expect(lines).toContain('pnpm add --save-dev pg');
    expect(lines).toContain('cancelled: nothing was written');
  });
});
