import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change, migrationsIn } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const schema = (column: string, more = ''): string =>
  `<database name="shop"><table name="note"><column name="id" type="INTEGER" primaryKey="true"/><column name="a" ${column}/>${more}</table></database>`;
const UNIQUE = '<unique name="note_a"><unique-column name="a"/></unique>';

/** Two schemas, rows that only the second one takes, and what is said when it is undone. */
interface Case {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly rows: readonly string[];
  readonly reason: RegExp;
  readonly fix: string;
  /** SQLite keeps what it is given. */
  readonly lasts?: 'on servers';
}

const CASES: readonly Case[] = [
  {
    what: 'a longer text',
    from: schema('type="VARCHAR" size="5"'),
    to: schema('type="VARCHAR" size="50"'),
    rows: ["'fits'", "'too long now'"],
    reason: /1 row stands in the way of undoing "\d+_change": note\.a /,
    fix: "'short'",
    lasts: 'on servers',
  },
  {
    what: 'more decimals',
    from: schema('type="DECIMAL" size="10" scale="1"'),
    to: schema('type="DECIMAL" size="10" scale="4"'),
    rows: ['1.5', '1.2345'],
    reason: /1 row stands in the way of undoing "\d+_change": note\.a /,
    fix: '1.2',
    lasts: 'on servers',
  },
  {
    what: 'a date that got a time',
    from: schema('type="DATE"'),
    to: schema('type="TIMESTAMP"'),
    rows: ["'2020-01-02 00:00:00'", "'2020-01-02 03:04:05'"],
    reason: /1 row stands in the way of undoing "\d+_change": note\.a /,
    fix: "'2020-01-03 00:00:00'",
    lasts: 'on servers',
  },
  {
    what: 'a column that is required no more',
    from: schema('type="INTEGER" required="true"'),
    to: schema('type="INTEGER"'),
    rows: ['1', 'NULL'],
    reason: /1 row stands in the way of undoing "\d+_change": note\.a becomes required/,
    fix: '2',
  },
  {
    what: 'a unique that is gone',
    from: schema('type="INTEGER"', UNIQUE),
    to: schema('type="INTEGER"'),
    rows: ['1', '1'],
    reason: /in the way of undoing "\d+_change": unique note\.note_a/,
    fix: '2',
  },
];

const down = (cwd: string): string =>
  join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'down.sql');

async function changed(database: TestDatabase, { from, to, rows }: Case): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': from });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  change(cwd, to);
  expect(await orm(cwd, 'migration:diff', '--name', 'change')).toMatchObject({ code: 0 });
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });
  for (const [at, value] of rows.entries()) await database.query(`INSERT INTO note VALUES (${at + 1}, ${value})`);
  return cwd;
}

describe.each(ENGINES)('migration:down on %s', (engine) => {
  test.for(CASES.filter(({ lasts }) => lasts === undefined || engine !== 'sqlite'))(
    'is refused while rows are in the way: $what',
    async (one, context) => {
      const database = await freshDatabase(engine, context);
      const cwd = await changed(database, one);
      const before = await database.query('SELECT id, a FROM note ORDER BY id');
      const refused = await orm(cwd, 'migration:down', '--yes');
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(one.reason);
      expect(refused.stderr).toMatch(/\n {2}= .+ on "shop"\n {2}= nothing was changed; change those rows, or change "/);
      expect(await database.query('SELECT id, a FROM note ORDER BY id')).toEqual(before);
      expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
      await database.query(`UPDATE note SET a = ${one.fix} WHERE id = 2`);
      expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
      expect(await database.query('SELECT id FROM note ORDER BY id')).toEqual([['1'], ['2']]);
      expect((await orm(cwd, 'migration:status')).stdout).toMatch(/ {2}pending {2}\d+_change\n/);
    },
  );

  // SQLite takes a longer text back whatever its length.
  if (engine === 'sqlite') return;
  test('runs as it is where somebody has written SQL into it', async (context) => {
    const database = await freshDatabase(engine, context);
    const [one] = CASES;
    if (one === undefined) throw new Error('no case');
    const cwd = await changed(database, one);
    writeFileSync(
      down(cwd),
      `UPDATE note SET a = SUBSTR(a, 1, 5) WHERE LENGTH(a) > 5;\n${readFileSync(down(cwd), 'utf8')}`,
    );
    expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT id, a FROM note ORDER BY id')).toEqual([
      ['1', 'fits'],
      ['2', 'too l'],
    ]);
  });
});
