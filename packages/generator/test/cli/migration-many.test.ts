import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const tenants = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `tenant_${String(at + 1).padStart(2, '0')}`);

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER"/>',
);

/** A folder of migrations for as many SQLite databases as are named. */
function many(names: unknown, more: object = {}): string {
  return project({
    'orm.json': configuration(
      { shop: { adapter: 'sqlite', dsn: 'sqlite:@DB@.db' }, ...more },
      { migrations: { connections: { shop: names } } },
    ),
    'schema.xml': START,
  });
}

const columns = (cwd: string, name: string): string[] => {
  const database = new SqliteDatabase(join(cwd, `${name}.db`));
  const rows = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('book') as string[];
  database.close();
  return rows;
};

const query = (cwd: string, name: string, sql: string): void => {
  const database = new SqliteDatabase(join(cwd, `${name}.db`));
  database.exec(sql);
  database.close();
};

describe('one folder of migrations for many databases', () => {
  test('each has a result, and one that fails does not stop the others', async () => {
    const names = tenants(20);
    const cwd = many(names);
    expect((await orm(cwd, 'migration:diff', '--name', 'start')).code).toBe(0);
    const first = await orm(cwd, 'migration:migrate', '--jobs', '8');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of names) expect(first.stdout).toMatch(new RegExp(`_start → ${name}: \\d+ statements in \\d+ ms`));
    expect(first.stdout).toMatch(/^20 migrations in /m);
    expect(
      readdirSync(cwd)
        .filter((file) => file.endsWith('.db'))
        .sort(),
    ).toEqual(names.map((name) => `${name}.db`));

    change(cwd, PAGES);
    expect((await orm(cwd, 'migration:diff', '--name', 'pages')).code).toBe(0);
    query(cwd, 'tenant_07', 'ALTER TABLE book ADD COLUMN pages TEXT');
    writeFileSync(
      join(cwd, 'tenant_11.db'),
      'no database at all, but a text that is long enough to be taken for one'.repeat(9),
    );
    const second = await orm(cwd, 'migration:migrate', '--jobs', '8', '--json');
    expect(second.code).toBe(1);
    const { ok, connections, diagnostics } = JSON.parse(second.stdout) as {
      ok: boolean;
      connections: { connection: string; error?: string; migrations: { state: string }[] }[];
      diagnostics: { code: string; message: string }[];
    };
    expect(ok).toBe(false);
    expect(connections.map(({ connection }) => connection)).toEqual(names);
    for (const { connection, error, migrations } of connections) {
      const isBroken = connection === 'tenant_07' || connection === 'tenant_11';
      expect({ connection, failed: error !== undefined, states: migrations.map(({ state }) => state) }).toEqual({
        connection,
        failed: isBroken,
        states: isBroken ? [] : ['done'],
      });
      if (!isBroken) expect(columns(cwd, connection)).toContain('pages');
    }
    expect(connections[6]?.error).toContain('is not what its migrations made: 1 difference');
    expect(diagnostics).toHaveLength(2);

    const third = await orm(cwd, 'migration:migrate', '--jobs', '8');
    expect(third.code).toBe(1);
    expect(third.stdout).toContain('tenant_01: nothing to do, 2 migrations done');
    expect(third.stderr).toContain('2 of 20 databases failed: tenant_07, tenant_11\n');
    query(cwd, 'tenant_07', 'ALTER TABLE book DROP COLUMN pages');
    writeFileSync(join(cwd, 'tenant_11.db'), '');
    const last = await orm(cwd, 'migration:migrate', '--jobs', '8');
    expect({ code: last.code, stderr: last.stderr }).toEqual({ code: 0, stderr: '' });
    expect(last.stdout.match(/ → tenant_\d+/g)?.sort()).toEqual([' → tenant_07', ' → tenant_11', ' → tenant_11']);
    const status = await orm(cwd, 'migration:status', '--check', '--jobs', '8');
    expect({ code: status.code, stdout: status.stdout }).toEqual({
      code: 0,
      stdout: names.map((name) => `${name}: 2 done\n`).join(''),
    });
    const down = await orm(cwd, 'migration:down', '--yes', '--jobs', '3');
    expect({ code: down.code, stderr: down.stderr }).toEqual({ code: 0, stderr: '' });
    expect(down.stdout).toMatch(/^20 migrations undone in /m);
  });

  test('what would be erased is asked once for all', async () => {
    const cwd = many('tenant_01, tenant_02 tenant_03');
    await orm(cwd, 'migration:diff', '--name', 'start');
    await orm(cwd, 'migration:migrate');
    for (const name of tenants(2)) query(cwd, name, "INSERT INTO author (name) VALUES ('Leo')");
    change(cwd, START.replace(/<column name="name"[^>]*>/, ''));
    await orm(cwd, 'migration:diff', '--drop', 'author.name');
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'error: values would be erased on "tenant_01", "tenant_02", and there is no terminal to ask on\n',
    );
    expect(refused.stderr).toContain('1 error\n');
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0 });
  });

  test('all are adopted but the one that differs', async () => {
    const names = tenants(12);
    const cwd = many(names);
    expect((await orm(cwd, 'migration:diff', '--name', 'start')).code).toBe(0);
    expect((await orm(cwd, 'migration:migrate')).code).toBe(0);
    for (const name of names) query(cwd, name, 'DROP TABLE orm_migration');
    query(cwd, 'tenant_05', 'ALTER TABLE book ADD COLUMN pages TEXT');
    const { code, stdout, stderr } = await orm(cwd, 'migration:baseline', '--jobs', '4');
    expect(code).toBe(1);
    for (const name of names) {
      const line = new RegExp(`^recorded as done: \\d{14}_start → ${name}$`, 'm');
      if (name === 'tenant_05') expect(stdout).not.toMatch(line);
      else expect(stdout).toMatch(line);
    }
    expect(stderr).toContain('error: "tenant_05" is not what the migrations make: 1 difference');
    expect(stderr).toContain('1 of 12 databases failed: tenant_05\n');
    query(cwd, 'tenant_05', 'ALTER TABLE book DROP COLUMN pages');
    const again = await orm(cwd, 'migration:baseline', '--json');
    const { connections } = JSON.parse(again.stdout) as { connections: { connection: string; migrations: string[] }[] };
    expect(connections.map(({ connection, migrations }) => [connection, migrations.length])).toEqual(
      names.map((name) => [name, name === 'tenant_05' ? 1 : 0]),
    );
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
  });

  test('connections are adopted together where one has no migrations', async () => {
    const schema = (name: string): string => START.replace('name="shop"', `name="${name}"`);
    const cwd = project({
      'orm.json': configuration({
        empty: { adapter: 'sqlite' },
        shop: { adapter: 'sqlite', dsn: 'sqlite:shop.db' },
        stock: { adapter: 'sqlite', dsn: 'sqlite:stock.db' },
      }),
      'shop.schema.xml': schema('shop'),
      'stock.schema.xml': schema('stock'),
    });
    const none = await orm(cwd, 'migration:baseline');
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('error: there is no migration of "empty"\n');
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate', '--connection', 'shop', '--connection', 'stock')).toMatchObject({
      code: 0,
    });
    for (const name of ['shop', 'stock']) query(cwd, name, 'DROP TABLE orm_migration');
    const named = await orm(cwd, 'migration:baseline', '--connection', 'empty', '--connection', 'shop');
    expect(named).toMatchObject({ code: 1, stdout: '' });
    expect(named.stderr).toContain('error: there is no migration of "empty"\n');
    const { code, stdout } = await orm(cwd, 'migration:baseline', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      connections: [
        { connection: 'shop', migrations: [expect.stringMatching(/_start$/)] },
        { connection: 'stock', migrations: [expect.stringMatching(/_start$/)] },
        { connection: 'empty', migrations: [], skipped: 'there is no migration of "empty"' },
      ],
      diagnostics: [{ severity: 'warning', code: 'migration/none' }],
    });
  });

  test('some of them can be named', async () => {
    const cwd = many(['@tenants.txt', 'archive'], { archive: { adapter: 'sqlite', dsn: 'sqlite:old.db' } });
    writeFileSync(join(cwd, 'tenants.txt'), '# ours\ntenant_01\ntenant_02 # the newest\n');
    await orm(cwd, 'migration:diff', '--name', 'start', '--connection', 'shop');
    const one = await orm(cwd, 'migration:migrate', '--connection', 'tenant_02');
    expect(one.stdout).toContain('_start → tenant_02: ');
    expect(one.stdout).not.toContain('tenant_01');
    const rest = await orm(cwd, 'migration:migrate', '--connection', 'shop', '--jobs', '2');
    expect(rest.stdout).toContain('_start → tenant_01: ');
    expect(rest.stdout).toContain('_start → archive: ');
    expect(rest.stdout).toContain('tenant_02: nothing to do');
    expect(
      readdirSync(cwd)
        .filter((file) => file.endsWith('.db'))
        .sort(),
    ).toEqual(['old.db', 'tenant_01.db', 'tenant_02.db']);
  });

  test('what is wrong with a list is said before anything is done', async () => {
    for (const [names, message] of [
      [['a;b'], '"a;b" cannot be the name of a database in migrations.connections'],
      [['../up'], '"../up" cannot be the name of a database in migrations.connections'],
      [['@none.txt'], 'cannot read'],
    ] as const) {
      const { code, stderr } = await orm(many(names), 'migration:status');
      expect(code).toBe(1);
      expect(stderr).toContain(message);
    }
    const plain = project({
      'orm.json': configuration(
        { shop: { adapter: 'sqlite', dsn: 'sqlite:shop.db' } },
        { migrations: { connections: { shop: ['tenant_01'] } } },
      ),
      'schema.xml': START,
    });
    const { stderr } = await orm(plain, 'migration:status');
    expect(stderr).toContain('error: the connection "tenant_01" in migrations.connections.shop is not defined\n');
    expect(stderr).toContain('write @DB@ into the DSN of "shop" where the name of the database goes');
    expect((await orm(many(['a']), 'migration:status', '--jobs', 'all')).stderr).toContain(
      '--jobs takes a number from 1 to 999, and not "all"',
    );
  });

  test('five databases of PostgreSQL, one of them broken', async (context) => {
    const databases = [];
    for (let count = 0; count < 5; count++) databases.push(await freshDatabase('pgsql15', context));
    const names = databases.map((_, at) => `tenant_${String(at)}`);
    const own = Object.fromEntries(databases.map(({ connection }, at) => [`tenant_${String(at)}`, connection]));
    const cwd = project({
      'orm.json': configuration(
        { shop: { adapter: 'pgsql' }, ...own },
        { migrations: { connections: { shop: names } }, generator: { connections: ['shop'] } },
      ),
      'schema.xml': START,
    });
    expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0, stderr: '' });
    await databases[3]?.query('CREATE TABLE author (nothing INTEGER)');
    const ran = await orm(cwd, 'migration:migrate', '--jobs', '8');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('table author: the database has it, the migrations do not');
    expect(ran.stderr).toContain('1 of 5 databases failed: tenant_3\n');
    for (const [at, database] of databases.entries()) {
      const tables = await database.query(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = 'book'",
      );
      expect(tables).toHaveLength(at === 3 ? 0 : 1);
    }
    expect((await orm(cwd, 'migration:status', '--check', '--jobs', '5')).code).toBe(2);
    expect(readFileSync(join(cwd, 'orm.json'), 'utf8')).toContain('tenant_4');
  });
});
