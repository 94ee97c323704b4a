import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitScript } from '../../src/platforms/sql-script.js';
import { shopSql } from '../support/shop/shop.js';
import { DIALECTS } from '../support/sql-names.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { ADAPTER, ENTER, init, PROJECT, pick, type Reply, type, WRITE } from './support/init.js';
import { orm } from './support/orm.js';
import { configuration, project, type TestConnection } from './support/project.js';
import { ormInTerminal } from './support/pty.js';

const ENGINES = ['sqlite', 'pgsql15', 'mariadb'] as const;

const count = async (database: TestDatabase, table: string): Promise<number> =>
  Number((await database.query(`SELECT count(*) FROM ${table}`))[0]?.[0]);

const namesIn = (sql: string, kind: 'TABLE' | 'VIEW'): readonly string[] =>
  [...sql.matchAll(new RegExp(`^CREATE ${kind} (\\w+)`, 'gm'))].map(([, name = '']) => name);

/** How many rows each table and view has. */
async function rowsOf(database: TestDatabase, names: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const rows: Record<string, number> = {};
  for (const name of names) rows[name] = await count(database, name);
  return rows;
}

/** The answers to the questions about where a database is. */
const where = ({ adapter, connection }: TestDatabase): readonly Reply[] =>
  adapter === 'sqlite'
    ? [
        ['Which database', ADAPTER.sqlite],
        ['Path to the database file', type(connection.dsn?.replace('sqlite:', '') ?? '')],
      ]
    : [
        ['Which database', ADAPTER[adapter]],
        ['Host', type(connection.dsn ?? '')],
        ['User', type(connection.user ?? '')],
        ['Password', type(connection.password ?? '')],
        ['Where should the password be kept?', pick(1)],
      ];

describe.each(ENGINES)('a shop of 17 tables on %s, imported by init', (engine) => {
  test('nothing of it is dropped unasked', async (context) => {
    const database = await freshDatabase(engine, context);
    const sql = shopSql(database.adapter);
    for (const { text } of splitScript(sql, DIALECTS[database.adapter]).statements) await database.query(text);
    const tables = namesIn(sql, 'TABLE');
    expect(tables).toHaveLength(17);
    const all = [...tables, ...namesIn(sql, 'VIEW')];
    const whole = await rowsOf(database, all);
    expect(Object.values(whole)).not.toContain(0);
    const cwd = project({});
    const replies = [...where(database), ...PROJECT, WRITE, ['Build the SQL', ENTER] as const];
    const imported = await init(cwd, [], replies);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.lines).toContain('The database has 17 tables.');
    const file = join(cwd, 'orm.yaml');
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('        protected: true\n');
    expect(written).toContain('    sqlInsert:\n      rows: refuse\n');

    // Protected: a script changes nothing, with --yes neither.
    for (const args of [[], ['--yes']]) {
      const refused = await orm(['sql:insert', ...args], { cwd });
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('is protected, and the SQL drops tables that hold rows');
      expect(await rowsOf(database, all)).toEqual(whole);
    }

    // Unprotected: rows: refuse holds, and names each table with rows and the view.
    writeFileSync(file, written.replace('        protected: true\n', ''));
    const refused = await orm(['sql:insert'], { cwd });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^error: the SQL drops tables that hold rows on "\w+", and there is no terminal/m);
    const named = [...refused.stderr.matchAll(/= (?:public\.)?(\w+) +(?:some rows|about \d+ rows?)$/gm)].map(
      ([, name]) => name,
    );
    expect(named.sort()).toEqual([...tables].sort());
    expect(refused.stderr).toContain('nothing was changed; "orm sql:insert --yes" drops them');
    // Views are dropped along on PostgreSQL; elsewhere they stay, and read the new tables.
    if (engine === 'pgsql15') expect(refused.stderr).toContain('= view public.order_totals would be dropped along');
    expect(await rowsOf(database, all)).toEqual(whole);

    const dryRun = await orm(['sql:insert', '--dry-run'], { cwd });
    expect(dryRun.stdout).toContain('-- generator.sqlInsert.rows is refuse');

    // With --yes it says what goes, and then does it.
    const dropped = await orm(['sql:insert', '--yes'], { cwd });
    expect(dropped).toMatchObject({ code: 0, stderr: '' });
    expectAnnounced(dropped.stdout, engine === 'pgsql15');
    expect(Object.values(await rowsOf(database, tables))).toEqual(tables.map(() => 0));

    // And with --force where it is protected.
    await database.query("INSERT INTO countries (code, name) VALUES ('AT', 'Austria')");
    if (engine === 'pgsql15') await database.query('CREATE VIEW order_totals AS SELECT id FROM orders');
    writeFileSync(file, written);
    const forced = await orm(['sql:insert', '--force'], { cwd });
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expectAnnounced(forced.stdout, engine === 'pgsql15');
    expect(await count(database, 'countries')).toBe(0);
  });
});

/** What goes is said before the first result. */
function expectAnnounced(stdout: string, takesView: boolean): void {
  const [first = '', second = ''] = stdout.split('\n');
  expect(first).toMatch(/^tables with rows will be dropped on "\w+": .*countries \(/);
  if (takesView) expect(second).toMatch(/^these will be dropped along with them on "\w+": view public\.order_totals$/);
  expect(stdout).toMatch(/\d+ statements from 1 file in/);
}

const SCHEMA = (column = ''): string =>
  `<database name="app"><table name="author"><column name="id" type="INTEGER" primaryKey="true"/>${column}</table></database>\n`;

function built(connection: TestConnection, more: object = {}): string {
  return project({ 'orm.json': configuration({ app: connection }, more), 'schema.xml': SCHEMA() });
}

describe.each(ENGINES)('rows on %s', (engine) => {
  test('without the key they are erased in a script, and said to be before they are', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = built(database.connection);
    expect((await orm(['sql:build'], { cwd })).code).toBe(0);
    expect((await orm(['sql:insert'], { cwd })).code).toBe(0);
    await database.query('INSERT INTO author VALUES (7)');
    // A statement that fails behind: what was announced is there, whatever becomes of it.
    const map = join(cwd, 'generated-sql/sqldb.map');
    writeFileSync(map, `${readFileSync(map, 'utf8')}own.sql=app\n`);
    writeFileSync(join(cwd, 'generated-sql/own.sql'), 'SELECT nothing FROM nowhere;\n');
    const failed = await orm(['sql:insert'], { cwd });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(
      /^warning: tables with rows will be dropped on "app": (?:public\.)?author \((some rows|about 1 row)\)\n[\s\S]*\nerror: /,
    );
    writeFileSync(join(cwd, 'generated-sql/own.sql'), '');
    if (engine === 'mariadb') await database.query('INSERT INTO author VALUES (7)');
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('generator.sqlInsert.rows: refuse');
    expect(await count(database, 'author')).toBe(0);
  });

  test('somebody at a terminal is asked, and no means no', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = built(database.connection, { generator: { sqlInsert: { rows: 'refuse' } } });
    expect((await orm(['sql:build'], { cwd })).code).toBe(0);
    // Nothing is lost with empty tables, or none: nobody has to say yes.
    for (let i = 0; i < 2; i++) expect((await orm(['sql:insert'], { cwd })).code).toBe(0);
    await database.query('INSERT INTO author VALUES (7)');
    const ask = (answer: string) =>
      ormInTerminal(['sql:insert'], cwd, [{ when: /Drop them, with all their rows\?/, type: answer }]);
    expect(await ask('n\r')).toMatchObject({ code: 1, answered: 1 });
    expect(await count(database, 'author')).toBe(1);
    expect(await ask('y\r')).toMatchObject({ code: 0, answered: 1 });
    expect(await count(database, 'author')).toBe(0);
  });
});

describe('SQL older than the schema', () => {
  const changed = SCHEMA('<column name="name" type="VARCHAR"/>');

  test('is refused, until it is built again or --stale is given', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = built(database.connection);
    await orm(['sql:build'], { cwd });
    writeFileSync(join(cwd, 'schema.xml'), changed);
    const refused = await orm(['sql:insert'], { cwd });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    await expect(refused.stderr).toMatchFileSnapshot('golden/sql-insert/stale.txt');
    expect(await database.query("SELECT name FROM sqlite_master WHERE type = 'table'")).toEqual([]);
    const dryRun = await orm(['sql:insert', '--dry-run'], { cwd });
    expect(dryRun.code).toBe(0);
    expect(dryRun.stderr).toMatch(/^warning: the SQL is older than the schema/);
    expect((await orm(['sql:insert', '--stale'], { cwd })).code).toBe(0);
    expect(await database.query('SELECT * FROM author')).toEqual([]);
    await orm(['sql:build'], { cwd });
    expect((await orm(['sql:insert'], { cwd })).code).toBe(0);
    expect(await database.query('SELECT name FROM author')).toEqual([]);
  });

  test('is refused when the schema has errors, a new database, or no such database', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const connections = { app: database.connection, more: database.connection };
    const cwd = project({ 'orm.json': configuration(connections), 'schema.xml': SCHEMA() });
    await orm(['sql:build'], { cwd });
    const refusals: readonly (readonly [files: Readonly<Record<string, string>>, message: string])[] = [
      [
        { 'schema.xml': '<database' },
        'the schema has errors, so the SQL was built from an older one: generated-sql/app.sql',
      ],
      [
        { 'more_schema.xml': SCHEMA().replace('"app"', '"more"') },
        'the SQL is older than the schema: generated-sql/more.sql',
      ],
      [
        { 'schema.xml': SCHEMA().replace('"app"', '"more"') },
        'the SQL is older than the schema: generated-sql/app.sql, generated-sql/more.sql',
      ],
    ];
    for (const [files, message] of refusals) {
      const other = project({
        'orm.json': configuration(connections),
        'schema.xml': SCHEMA(),
        ...generated(cwd),
        ...files,
      });
      const { code, stderr } = await orm(['sql:insert'], { cwd: other });
      expect(code).toBe(1);
      expect(stderr).toContain(`error: ${message}\n`);
    }
  });

  test('is not looked for where there is no schema, nor in files of the user', async (context) => {
    const database = await freshDatabase('sqlite', context);
    const cwd = built(database.connection);
    await orm(['sql:build'], { cwd });
    const deployed = project({ 'orm.json': configuration({ app: database.connection }), ...generated(cwd) });
    expect(await orm(['sql:insert'], { cwd: deployed })).toMatchObject({ code: 0, stderr: '' });
    const own = project({
      'orm.json': configuration({ app: database.connection }),
      'schema.xml': '<nonsense',
      'generated-sql/sqldb.map': 'own.sql=app\n',
      'generated-sql/own.sql': 'SELECT 1;\n',
    });
    expect(await orm(['sql:insert'], { cwd: own })).toMatchObject({ code: 0, stderr: '' });
  });
});

const generated = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['generated-sql/sqldb.map', 'generated-sql/app.sql'].map((path) => [path, readFileSync(join(cwd, path), 'utf8')]),
  );
