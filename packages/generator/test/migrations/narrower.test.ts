import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { change, migrationsIn, newest } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { tsqlErrors } from '../support/tsql-grammar.js';

const schema = (type: string): string => `<database name="shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="a" ${type}/>
  </table>
</database>`;

const typed = (type: string, size?: number, scale?: number): string =>
  [
    `type="${type}"`,
    ...(size === undefined ? [] : [`size="${size}"`]),
    ...(scale === undefined ? [] : [`scale="${scale}"`]),
  ].join(' ');

type Engine = 'pgsql15' | 'mariadb' | 'mysql9' | 'sqlite';
const SERVERS: readonly Engine[] = ['pgsql15', 'mariadb', 'mysql9'];
const ALL: readonly Engine[] = [...SERVERS, 'sqlite'];

/** Two types, the values that lose something, and those that do not. */
interface Case {
  readonly from: string;
  readonly to: string;
  readonly lost: readonly string[];
  readonly kept: readonly string[];
  readonly engines?: readonly Engine[];
}

const CASES: readonly Case[] = [
  {
    from: typed('TIMESTAMP'),
    to: typed('DATE'),
    lost: ["'2020-01-02 03:04:05'", "'2020-01-02 00:00:00.000001'"],
    kept: ["'2020-01-02 00:00:00'", 'NULL'],
  },
  { from: typed('DATETIME', 0), to: typed('DATE'), lost: ["'2020-01-02 23:59:59'"], kept: ["'2020-01-02'"] },
  {
    from: typed('TIMESTAMP', 6),
    to: typed('TIMESTAMP', 0),
    lost: ["'2020-01-02 03:04:05.6'", "'2020-01-02 03:04:05.000001'"],
    kept: ["'2020-01-02 03:04:05'", 'NULL'],
  },
  {
    from: typed('DATETIME'),
    to: typed('TIMESTAMP', 3),
    lost: ["'2020-01-02 03:04:05.1234'"],
    kept: ["'2020-01-02 03:04:05.123'"],
  },
  { from: typed('TIME'), to: typed('TIME', 0), lost: ["'03:04:05.5'"], kept: ["'03:04:05'"] },
  {
    from: typed('TIMESTAMP'),
    to: typed('TIME'),
    lost: ["'2020-01-02 03:04:05'", "'2020-01-02 00:00:00'"],
    kept: ['NULL'],
  },
  {
    from: typed('DOUBLE'),
    to: typed('INTEGER'),
    lost: ['1.75', '-0.5', '1e-9', '3e10'],
    kept: ['2', '-2147483648', '0', 'NULL'],
  },
  { from: typed('REAL'), to: typed('BIGINT'), lost: ['1.5'], kept: ['16777216', '0.1e1'] },
  { from: typed('FLOAT'), to: typed('INTEGER'), lost: ['1.5'], kept: ['1'] },
  {
    from: typed('DECIMAL', 10, 4),
    to: typed('DECIMAL', 10, 2),
    lost: ['1.2345', '-0.0001'],
    kept: ['1.23', '-1.2', '999999.99', 'NULL'],
  },
  { from: typed('DECIMAL', 10, 4), to: typed('INTEGER'), lost: ['1.2345'], kept: ['1.0000'] },
  {
    from: typed('DECIMAL', 30, 10),
    to: typed('DECIMAL', 20),
    lost: ['12345678901234567890.5'],
    kept: ['12345678901234567890'],
  },
  {
    from: typed('DOUBLE'),
    to: typed('DECIMAL', 10, 2),
    lost: ['1.005', '12345678.125', '123456789'],
    kept: ['0.1', '1234567.89', '12345678.13', '0.1e0 + 0.2e0', 'NULL'],
  },
  // MySQL has no REAL, and its FLOAT is one.
  { from: typed('REAL'), to: typed('DECIMAL', 10, 2), lost: ['0.125'], kept: ['0.1', '1234.5', '-99.99'] },
  { from: typed('FLOAT'), to: typed('DECIMAL', 10, 2), lost: ['0.125'], kept: ['0.1', '1234.5', '-99.99'] },
  { from: typed('BIGINT'), to: typed('DOUBLE'), lost: ['9007199254740993'], kept: ['9007199254740992'], engines: ALL },
  { from: typed('DOUBLE'), to: typed('DECIMAL'), lost: ['1.5'], kept: ['1'], engines: ['mariadb', 'mysql9'] },
  { from: typed('INTEGER'), to: typed('BOOLEAN'), lost: ['2', '-1'], kept: ['0', '1', 'NULL'], engines: ['pgsql15'] },
  {
    from: typed('VARCHAR', 40),
    to: typed('DATE'),
    lost: ["'2020-01-02 03:04:05'"],
    kept: ["'2020-01-02'", "'2020-01-02 00:00:00'", 'NULL'],
  },
  { from: typed('VARCHAR', 40), to: typed('DECIMAL', 10, 2), lost: ["'1.234'"], kept: ["'1.23'", "'1.230'", 'NULL'] },
  { from: typed('VARCHAR', 40), to: typed('INTEGER'), lost: ["'1.75'"], kept: ["'2'", 'NULL'] },
];

for (const engine of ALL) {
  describe(`values that a smaller type would cut, on ${engine}`, () => {
    const own = CASES.filter(({ engines = SERVERS }) => engines.includes(engine));
    test.for(own.map((each) => [`${each.from} to ${each.to}`, each] as const))(
      '%s: stop the migration, and others keep what they are',
      async ([, { from, to, lost, kept }], context) => {
        const database = await freshDatabase(engine, context);
        // A table that is made anew is asked about there.
        const connection = { ...database.connection, protected: engine !== 'sqlite' };
        const cwd = project({ 'orm.json': configuration({ shop: connection }), 'schema.xml': schema(from) });
        const run = async (...args: string[]): Promise<void> => {
          expect(await orm(cwd, ...args)).toMatchObject({ code: 0, stderr: '' });
        };
        const read = (): Promise<unknown> => database.query('SELECT id, a FROM book ORDER BY id');
        await run('migration:diff', '--name', 'start');
        await run('migration:migrate');
        const values = [...kept, ...lost].map((value, at) => `(${at + 1}, ${value})`);
        await database.query(`INSERT INTO book VALUES ${values.join(', ')}`);
        const rows = await read();
        change(cwd, schema(to));
        expect((await orm(cwd, 'migration:diff', '--name', 'narrower')).code).toBe(0);
        const refused = await orm(cwd, 'migration:migrate');
        expect(refused.code).toBe(1);
        const count = lost.length === 1 ? '1 row stands' : `${lost.length} rows stand`;
        expect(refused.stderr).toMatch(
          new RegExp(
            `error: ${count} in the way: book\\.a becomes [\\w() ,]+ \\(migration/(narrows|converts)-type\\)\n`,
          ),
        );
        expect(refused.stderr).toContain(`= ${lost.map((_, at) => kept.length + at + 1).join(', ')} on "shop"`);
        if (!from.includes('VARCHAR')) {
          expect(refused.stderr).toContain('= remove it as well if their values may be cut or rounded\n');
        }
        expect(await read()).toEqual(rows);
        await database.query(`UPDATE book SET a = ${kept[0]} WHERE id > ${kept.length}`);
        await run('migration:migrate');
        // The others mean what they meant.
        for (const [at, value] of kept.entries()) {
          const equal = /^TIME$|^NULL$/.test(value) ? 'a IS NULL' : `a = ${value}`;
          if (/DECIMAL|INT|DATE/.test(to)) {
            const wanted = value.includes('e0') ? 'ABS(a - 0.3) < 0.001' : equal;
            expect([value, await database.query(`SELECT 1 FROM book WHERE id = ${at + 1} AND ${wanted}`)]).toEqual([
              value,
              [['1']],
            ]);
          }
        }
      },
    );

    // SQLite keeps them.
    if (engine === 'sqlite') return;
    test('the values are cut where their check was removed', async (context) => {
      const database = await freshDatabase(engine, context);
      const from = schema(typed('DOUBLE'));
      const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': from });
      await orm(cwd, 'migration:diff', '--name', 'start');
      await orm(cwd, 'migration:migrate');
      await database.query('INSERT INTO book VALUES (1, 1.75)');
      change(cwd, schema(typed('INTEGER')));
      await orm(cwd, 'migration:diff', '--name', 'narrower');
      writeFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd)[1] ?? '', 'checks.sql'), '');
      expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
      expect(await database.query('SELECT a FROM book')).toEqual([['2']]);
    });
  });
}

const FREE = CASES.filter(({ to }) => to !== typed('DOUBLE'));

test.for(FREE)('SQLite keeps $from in $to, and finds nothing', async ({ from, to, lost }, context) => {
  const database = await freshDatabase('sqlite', context);
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema(from) });
  await orm(cwd, 'migration:diff', '--name', 'start');
  await orm(cwd, 'migration:migrate');
  for (const [at, value] of lost.entries()) await database.query(`INSERT INTO book VALUES (${at}, ${value})`);
  const rows = await database.query('SELECT id, a FROM book');
  change(cwd, schema(to));
  await orm(cwd, 'migration:diff', '--name', 'narrower');
  // A text may be a number with more digits than a column keeps.
  const isAsked = from.includes('VARCHAR') && !to.includes('VARCHAR');
  expect(existsSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd)[1] ?? '', 'checks.sql'))).toBe(isAsked);
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  expect(await database.query('SELECT id, a FROM book')).toEqual(rows);
});

test('each vendor asks in its own words', async () => {
  const asked = async (adapter: string, from: string, to: string): Promise<string> => {
    const cwd = project({ 'orm.json': configuration({ shop: { adapter } }), 'schema.xml': schema(from) });
    await orm(cwd, 'migration:diff', '--name', 'start');
    change(cwd, schema(to));
    expect((await orm(cwd, 'migration:diff', '--name', 'narrower')).code).toBe(0);
    const sql = newest(cwd, 'checks.sql');
    expect(adapter === 'mssql' ? tsqlErrors(sql) : plsqlErrors(sql.trimEnd().replace(/;$/, ''))).toEqual([]);
    return / WHERE (.*?)( LIMIT | FETCH |;)/.exec(sql)?.[1] ?? '';
  };
  const moment = [typed('TIMESTAMP'), typed('DATE')] as const;
  expect(await asked('mssql', ...moment)).toBe('[a] <> CAST([a] AS DATE)');
  expect(await asked('oracle', ...moment)).toBe('"A" <> TRUNC("A")');
  const fraction = [typed('TIMESTAMP', 6), typed('TIMESTAMP', 0)] as const;
  expect(await asked('mssql', ...fraction)).toBe('[a] <> CAST([a] AS DATETIME2(0))');
  expect(await asked('oracle', ...fraction)).toBe('"A" <> CAST("A" AS TIMESTAMP(0))');
  const digits = [typed('DECIMAL', 10, 4), typed('DECIMAL', 10, 2)] as const;
  expect(await asked('mssql', ...digits)).toContain(' OR [a] <> ROUND([a], 2)');
  expect(await asked('oracle', ...digits)).toContain(' OR "A" <> ROUND("A", 2)');
  const whole = [typed('DOUBLE'), typed('INTEGER')] as const;
  expect(await asked('mssql', ...whole)).toContain(' OR ABS([a] - ROUND([a], 0)) > ABS([a]) * 1E-15');
  expect(await asked('oracle', ...whole)).toContain(' OR ABS("A" - ROUND("A", 0)) > ABS("A") * 1E-15');
});
