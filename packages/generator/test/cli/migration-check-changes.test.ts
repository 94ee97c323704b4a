import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { migrationsIn } from './support/migrations.js';
import {
  checked,
  ruleColumn as column,
  fileOf,
  migrated,
  rulesOf,
  ruleSchema as schema,
  WITHOUT_BLOCKS,
} from './support/rules.js';

const PLAIN = schema(column('pages'));
const ENUM = (labels: string, storage = 'label'): string =>
  schema(column('style', `type="ENUM" enumStorage="${storage}" valueSet="${labels}"`));

interface Case {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly options?: readonly string[];
  /** What is found, by the vendors on which it is. */
  readonly found: Readonly<Partial<Record<'pgsql' | 'mysql' | 'sqlite' | 'mssql' | 'oracle', readonly string[]>>>;
}

const everywhere = (...found: readonly string[]): Case['found'] => ({
  pgsql: found,
  mysql: found,
  sqlite: found,
  mssql: found,
  oracle: found,
});

const CASES: readonly Case[] = [
  { what: 'a new column', from: PLAIN, to: schema(column('pages') + column('isbn')), found: everywhere() },
  {
    what: 'a new table',
    from: PLAIN,
    to: schema(column('pages'), '', '<table name="x"><column name="id" type="INTEGER" primaryKey="true"/></table>'),
    found: everywhere(),
  },
  {
    what: 'a column that goes',
    from: schema(column('pages') + column('draft')),
    to: PLAIN,
    found: everywhere('error drops-column', 'warning drops-in-use'),
  },
  {
    what: 'a table that goes',
    from: schema(column('pages'), '', '<table name="x"><column name="id" type="INTEGER" primaryKey="true"/></table>'),
    to: PLAIN,
    found: everywhere('error drops-table', 'warning drops-in-use'),
  },
  {
    what: 'a shorter text',
    from: schema(column('isbn', 'type="VARCHAR" size="20"')),
    to: schema(column('isbn', 'type="VARCHAR" size="10"')),
    found: { ...everywhere('error narrows-type'), sqlite: [] },
  },
  {
    what: 'a longer text',
    from: schema(column('isbn', 'type="VARCHAR" size="20"')),
    to: schema(column('isbn', 'type="VARCHAR" size="30"')),
    found: everywhere(),
  },
  {
    what: 'a smaller number',
    from: schema(column('isbn', 'type="BIGINT"')),
    to: schema(column('isbn', 'type="SMALLINT"')),
    found: { ...everywhere('error narrows-type'), sqlite: [] },
  },
  {
    what: 'fewer digits',
    from: schema(column('price', 'type="DECIMAL" size="10" scale="4"')),
    to: schema(column('price', 'type="DECIMAL" size="10" scale="2"')),
    found: { ...everywhere('error narrows-type'), sqlite: [] },
  },
  {
    what: 'another type',
    from: schema(column('pages')),
    to: schema(column('pages', 'type="VARCHAR" size="20"')),
    found: everywhere('warning converts-type'),
  },
  {
    what: 'a column that becomes required',
    from: schema(column('pages')),
    to: schema(column('pages', 'type="INTEGER" required="true"')),
    found: everywhere('warning requires-value', 'warning sets-required'),
  },
  {
    what: 'a column that is filled and becomes required',
    from: schema(column('pages')),
    to: schema(column('pages', 'type="INTEGER" required="true"')),
    options: ['--fill', 'book.pages=0'],
    found: everywhere('warning requires-value'),
  },
  {
    what: 'a unique',
    from: schema(column('isbn')),
    to: schema(`${column('isbn')}<unique><unique-column name="isbn"/></unique>`),
    found: everywhere('warning adds-unique'),
  },
  {
    what: 'a unique of new values, and one with the primary key in it',
    from: PLAIN,
    to: schema(
      `${column('pages')}${column('isbn')}<unique><unique-column name="isbn"/></unique><unique><unique-column name="id"/><unique-column name="pages"/></unique>`,
    ),
    found: everywhere(),
  },
  {
    what: 'a foreign key',
    from: schema(column('author_id')),
    to: schema(
      `${column('author_id')}<foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>`,
    ),
    found: everywhere('warning adds-foreign-key'),
  },
  {
    what: 'a check',
    from: PLAIN,
    to: schema(`${column('pages')}<check name="long_enough" expression="pages > 3"/>`),
    found: everywhere('warning adds-check'),
  },
  {
    what: 'a check of a column that gets another type',
    from: schema(column('pages', 'type="VARCHAR" size="20"')),
    to: schema(`${column('pages')}<check name="long_enough" expression="pages > 3"/>`),
    found: everywhere('warning adds-check', 'warning converts-type'),
  },
  { what: 'another label', from: ENUM('a, b'), to: ENUM('a, b, c'), found: everywhere() },
  {
    what: 'a label that goes',
    from: ENUM('a, b, c'),
    to: ENUM('a, c'),
    found: { pgsql: ['warning removes-label'], mysql: ['warning removes-label'], sqlite: ['warning removes-label'] },
  },
  {
    what: 'a label that goes where they are numbers',
    from: ENUM('a, b, c', 'index'),
    to: ENUM('a, c', 'index'),
    found: {
      pgsql: ['error moves-labels', 'warning adds-check', 'warning removes-label'],
      sqlite: ['error moves-labels', 'warning adds-check', 'warning removes-label'],
    },
  },
  {
    what: 'new names',
    from: PLAIN,
    to: PLAIN.replace('name="pages"', 'name="leaves" renamedFrom="pages"').replace(
      '<table name="author">',
      '<table name="writer" renamedFrom="author">',
    ),
    found: everywhere('warning renames'),
  },
];

describe.each(CASES)('$what', ({ from, to, options, found }) => {
  test.each(Object.entries(found))('on %s', async (adapter, expected) => {
    const cwd = await migrated(adapter, [from, to], options, WITHOUT_BLOCKS);
    const result = await checked(cwd);
    expect(rulesOf(result)).toEqual([...expected].sort());
    expect(result.code).toBe(expected.some((line) => line.startsWith('error')) ? 1 : 0);
    for (const { file, line, column: at, help, code } of result.diagnostics) {
      expect(file).toBe(`generated-migrations/shop/${migrationsIn(cwd).at(-1) ?? ''}/up.sql`);
      // Every place is the first line of a statement.
      expect(readFileSync(fileOf(cwd), 'utf8').split('\n')[(line ?? 0) - 1]).toMatch(
        /^(ALTER|CREATE|DROP|RENAME|EXEC|UPDATE)/,
      );
      expect(at).toBe(1);
      expect(help).toContain(`-- orm: allow ${code.replace('migration/', '')}: <reason>`);
      // Nothing is promised of a file that is not there.
      if (/checks\.sql finds/.test(help ?? ''))
        expect(readFileSync(fileOf(cwd, 'checks.sql'), 'utf8')).toContain('SELECT');
    }
  });
});
