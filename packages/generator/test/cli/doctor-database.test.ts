import { describe, expect, test } from 'vitest';
import { freshDatabase } from './support/database.js';
import { doctor } from './support/doctor.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="customer">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="email" type="VARCHAR" size="190" required="true"/>
    <unique><unique-column name="email"/></unique>
  </table>
  <table name="invoice">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="customer_id" type="INTEGER"/>
    <column name="note" type="VARCHAR" size="50"/>
    <foreign-key foreignTable="customer"><reference local="customer_id" foreign="id"/></foreign-key>
  </table>
</database>
`;

describe.each(['pgsql15', 'pgsql18', 'mariadb', 'mysql9', 'sqlite'] as const)('schema against %s', (engine) => {
  test('empty, as built, and changed behind its back', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': SCHEMA });
    const look = async (): Promise<readonly string[]> => (await doctor(cwd)).of('Schema against database');
    expect(await look()).toEqual([
      'warning: "shop" has none of the tables of the schema → orm sql:build, then: orm sql:insert',
    ]);
    for (const command of ['sql:build', 'sql:insert']) expect((await orm([command], { cwd })).code).toBe(0);
    expect(await look()).toEqual(['ok: "shop" is as the schema says']);
    await database.query('CREATE TABLE of_others (id INTEGER)');
    expect(await look()).toEqual(['ok: "shop" is as the schema says; 1 other table there']);
    await database.query('ALTER TABLE invoice DROP COLUMN note');
    await database.query('ALTER TABLE customer ADD COLUMN phone VARCHAR(20)');
    const [first = '', second = '', ...more] = [...(await look())].sort();
    expect(first).toMatch(/^problem: "shop": column note of invoice: /);
    expect(second).toMatch(/^warning: "shop": column phone of customer: /);
    expect(more).toEqual([]);
    expect((await doctor(cwd)).code).toBe(1);
  });
});

describe.each(['pgsql18', 'mariadb', 'mysql9', 'sqlite'] as const)('a history of migrations on %s', (engine) => {
  test('is counted, and what differs from it is said once', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': SCHEMA });
    const run = async (...args: string[]): Promise<void> => expect((await orm(args, { cwd })).code).toBe(0);
    const look = async (): Promise<readonly string[]> => (await doctor(cwd)).of('Schema against database');
    await run('migration:diff', '--name', 'start');
    await run('migration:migrate');
    expect(await look()).toEqual(['ok: "shop" is as the schema says', 'ok: "shop": 1 migration done']);
    await run('migration:create', '--name', 'mine');
    await database.query('ALTER TABLE customer ADD COLUMN phone VARCHAR(20)');
    const [first, ...others] = await look();
    expect(first).toMatch(/^warning: "shop": column phone of customer: /);
    expect(others).toEqual([
      'warning: "shop": 1 migration done, 1 pending → run: orm migration:migrate',
      'warning: "shop" is not what its migrations made: 1 difference → "orm migration:status" names them',
    ]);
  });
});

test('a database that could not be reached is not compared', async () => {
  const connection = { adapter: 'pgsql', dsn: 'pgsql:host=127.0.0.1;port=1;dbname=a', user: 'me' };
  const cwd = project({ 'orm.json': configuration({ shop: connection }), 'schema.xml': SCHEMA });
  expect((await doctor(cwd)).of('Schema against database')).toEqual([
    'not checked: "shop", which could not be reached',
  ]);
});

test('--json has every difference, the terminal the first ones', async (context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': SCHEMA });
  for (const command of ['sql:build', 'sql:insert']) expect((await orm([command], { cwd })).code).toBe(0);
  const added = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const name of added) await database.query(`ALTER TABLE customer ADD COLUMN ${name} VARCHAR(20)`);
  const found = (await doctor(cwd)).of('Schema against database');
  expect(found.map((line) => /column (\w+) of customer/.exec(line)?.[1])).toEqual(added);
  expect((await orm(['doctor'], { cwd })).stdout).toContain('"shop": … and 2 differences more');
});
