import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { change, migrationsIn, newest } from './support/migrations.js';
import {
  append,
  checked,
  ruleColumn as column,
  edit,
  fileOf,
  migrated,
  rulesOf,
  ruleSchema as schema,
  WITHOUT_BLOCKS,
} from './support/rules.js';

const PLAIN = schema(column('pages'));

test('the second part of --split drops and requires when no old code is left', async () => {
  const from = schema(column('pages') + column('draft'));
  const cwd = await migrated(
    'pgsql',
    [from, schema(column('pages', 'type="INTEGER" required="true"') + column('isbn'))],
    ['--split', '--drop', 'book.draft'],
  );
  expect(migrationsIn(cwd)).toHaveLength(3);
  expect((await checked(cwd)).found.map((line) => line.replace(/:\d+$/, ''))).toEqual([
    'error drops-column up.sql',
    'warning sets-required up.sql',
  ]);
});

describe('SQL of your own', () => {
  test.each([
    ['pgsql', 'TRUNCATE "book";', ['error drops-rows']],
    ['pgsql', 'TRUNCATE TABLE book, author;', ['error drops-rows']],
    ['pgsql', 'DELETE FROM book;', ['error drops-rows']],
    ['pgsql', "DELETE FROM book WHERE pages = 'WHERE';", []],
    ['pgsql', 'DELETE FROM book USING (SELECT 1 WHERE true) x;', ['error drops-rows']],
    ['pgsql', 'UPDATE book SET pages = 1;', ['error drops-rows']],
    ['pgsql', 'UPDATE book SET pages = 1 -- WHERE\n;', ['error drops-rows']],
    ['pgsql', 'UPDATE book SET pages = 1 WHERE pages IS NULL;', []],
    ['pgsql', 'WITH gone AS (DELETE FROM book RETURNING *) SELECT * FROM gone WHERE true;', ['error drops-rows']],
    ['pgsql', 'WITH x AS (SELECT 1) DELETE FROM book;', ['error drops-rows']],
    ['pgsql', 'INSERT INTO book (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET pages = 1;', []],
    ['pgsql', 'SELECT * FROM book FOR UPDATE;', []],
    ['pgsql', 'MERGE INTO book b USING author a ON a.id = b.id WHEN MATCHED THEN UPDATE SET pages = 1;', []],
    ['pgsql', 'DO $$ BEGIN DELETE FROM book; END $$;', ['error drops-rows']],
    [
      'pgsql',
      'DO $$ BEGIN IF true THEN DROP TABLE book; END IF; END $$;',
      ['error drops-table', 'warning drops-in-use'],
    ],
    ['pgsql', 'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM book $$;', []],
    ['pgsql', 'CREATE TEMP TABLE scratch (id INTEGER); DELETE FROM scratch; DROP TABLE scratch;', []],
    ['pgsql', 'DROP TABLE IF EXISTS book CASCADE;', ['error drops-table', 'warning drops-in-use']],
    ['pgsql', 'DROP VIEW old_view; DROP INDEX x;', []],
    ['pgsql', 'ALTER TABLE book DROP pages;', ['error drops-column', 'warning drops-in-use']],
    [
      'pgsql',
      'ALTER TABLE IF EXISTS ONLY book ADD x INTEGER, DROP COLUMN IF EXISTS pages;',
      ['error drops-column', 'warning drops-in-use'],
    ],
    ['pgsql', 'ALTER TABLE book DROP CONSTRAINT x, ALTER pages DROP NOT NULL, ALTER pages SET DEFAULT 3;', []],
    ['pgsql', 'ALTER TABLE book ALTER pages SET NOT NULL;', ['warning requires-value', 'warning sets-required']],
    ['pgsql', 'ALTER TABLE book ALTER COLUMN pages TYPE TEXT;', ['warning converts-type']],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x INTEGER NOT NULL;', ['error needs-values', 'warning requires-value']],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x INTEGER NOT NULL DEFAULT 1;', []],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c CHECK (pages > 0);', ['warning adds-check']],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c CHECK (pages > 0) NOT VALID;', []],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c FOREIGN KEY (pages) REFERENCES author;', ['warning adds-foreign-key']],
    ['pgsql', 'CREATE UNIQUE INDEX CONCURRENTLY x ON book (pages);', ['warning adds-unique']],
    ['pgsql', 'ALTER TABLE book RENAME pages TO leaves;', ['warning renames']],
    ['mysql', 'ALTER TABLE book CHANGE pages leaves INT;', ['warning converts-type', 'warning renames']],
    ['mysql', 'ALTER TABLE `book` MODIFY `pages` BIGINT;', ['warning converts-type']],
    ['mysql', 'RENAME TABLE book TO novel;', ['warning renames']],
    ['mysql', 'ALTER TABLE book DROP PARTITION p1;', ['error drops-rows']],
    ['mysql', '/*!40000 DELETE FROM book */;', ['error drops-rows']],
    ['mysql', 'DELETE LOW_PRIORITY FROM book LIMIT 10;', ['error drops-rows']],
    ['sqlite', 'UPDATE OR IGNORE book SET pages = 1;', ['error drops-rows']],
    ['sqlite', 'CREATE TRIGGER t AFTER INSERT ON book BEGIN DELETE FROM author; END;', []],
    ['mssql', "EXEC sp_rename 'book', 'novel';", ['warning renames']],
    ['oracle', 'ALTER TABLE book DROP (pages);', ['error drops-column', 'warning drops-in-use']],
  ])('on %s: %s', async (adapter, sql, expected) => {
    const cwd = await migrated(adapter, [PLAIN, PLAIN.replace('size="100"', 'size="200"')], [], WITHOUT_BLOCKS);
    const before = rulesOf(await checked(cwd));
    append(cwd, `\n${sql}\n`);
    expect(rulesOf(await checked(cwd)).filter((line) => !before.includes(line))).toEqual([...expected].sort());
  });
});

describe('-- orm: allow', () => {
  const DROPS = [schema(column('pages') + column('draft')), PLAIN] as const;
  const allow = (cwd: string, line: string): void =>
    edit(cwd, 'up.sql', '-- orm: drop column', `${line}\n-- orm: drop column`);

  test('lets one finding of one statement pass, and says so', async () => {
    const cwd = await migrated('pgsql', DROPS);
    allow(cwd, '-- orm: allow drops-column: nobody reads drafts any more');
    const result = await checked(cwd);
    expect(rulesOf(result)).toEqual(['warning drops-in-use']);
    expect(result.code).toBe(0);
    const name = migrationsIn(cwd).at(-1) ?? '';
    expect(result.document['databases']).toMatchObject([
      { allowed: [{ migration: name, rule: 'drops-column', reason: 'nobody reads drafts any more' }] },
    ]);
    const { stdout } = await orm(cwd, 'migration:check');
    expect(stdout).toBe(
      `shop: 2 migrations checked\n  allowed in ${name}: drops-column (nobody reads drafts any more)\n`,
    );
  });

  test('counts for the next statement only, and in CRLF files', async () => {
    const cwd = await migrated('pgsql', DROPS);
    append(cwd, '\n-- orm: allow drops-rows: empty by now\nDELETE FROM book;\nDELETE FROM author;\n');
    writeFileSync(fileOf(cwd), readFileSync(fileOf(cwd), 'utf8').replaceAll('\n', '\r\n'));
    const { diagnostics } = await checked(cwd);
    expect(diagnostics.filter(({ code }) => code === 'migration/drops-rows').map(({ message }) => message)).toEqual([
      'DELETE without WHERE: every row of "author" is deleted',
    ]);
  });

  test.each([
    ['-- orm: allow drops-colum: x', 'error unknown-rule', 'did you mean "drops-column"?'],
    ['-- orm: allow migration/drops-column: x', 'error unknown-rule', 'did you mean "drops-column"?'],
    ['-- orm: allow never-migrated: x', 'error unknown-rule', 'run "orm migration:diff"'],
    ['-- orm: allow', 'error unknown-rule', 'known here: '],
    ['-- orm: allow drops-column', 'error no-reason', 'say why it is safe: -- orm: allow drops-column: <reason>'],
    ['-- orm: allow drops-column:  ', 'error no-reason', 'say why it is safe'],
    ['-- orm: allow drops-table: x', 'warning idle-allow', 'remove it, if that one does nothing of the kind'],
  ])('%s', async (line, finding, help) => {
    const cwd = await migrated('pgsql', DROPS);
    allow(cwd, line);
    const result = await checked(cwd);
    expect(rulesOf(result)).toContain(finding);
    expect(rulesOf(result)).toContain('error drops-column');
    expect(result.diagnostics.find(({ code }) => finding.endsWith(code.replace('migration/', '')))?.help).toContain(
      help,
    );
  });

  test('does nothing to a migration that runs, but is part of its checksum', async () => {
    const cwd = await migrated('sqlite', [PLAIN]);
    change(cwd, PLAIN);
    writeFileSync(
      `${cwd}/orm.json`,
      JSON.stringify({ orm: { database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite:shop.db' } } } } }),
    );
    append(cwd, '\n-- orm: allow drops-rows: there are none\nDELETE FROM book;\n');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:status', '--check')).toMatchObject({ code: 0 });
    edit(cwd, 'up.sql', 'there are none', 'somebody said so');
    const { code, stderr } = await orm(cwd, 'migration:migrate');
    expect(code).toBe(1);
    expect(stderr).toContain('was edited after it ran');
  });

  test('stands in a migration of your own, which has no changes.json', async () => {
    const cwd = await migrated('pgsql', [PLAIN]);
    await orm(cwd, 'migration:create', '--name', 'own');
    append(cwd, '-- orm: allow drops-rows: a cache\nTRUNCATE author;\n');
    const result = await checked(cwd);
    expect(result.found).toEqual(['note no-down down.sql:1']);
    expect(result.code).toBe(0);
  });
});

describe('the folder', () => {
  test('without a migration for a change of the schema: exit code 2', async () => {
    const cwd = await migrated('pgsql', [PLAIN]);
    change(cwd, schema(column('pages') + column('isbn')));
    const result = await checked(cwd);
    expect(result.code).toBe(2);
    expect(result.found).toEqual(['error never-migrated']);
    expect(result.diagnostics[0]?.message).toBe('the schema of "shop" has 1 change that no migration makes');
    expect(result.diagnostics[0]?.help).toBe('add column book.isbn\nrun "orm migration:diff"');
    append(cwd, 'TRUNCATE elsewhere;');
    expect((await checked(cwd)).code).toBe(1);
  });

  test('with a line that no change makes', async () => {
    const cwd = await migrated('pgsql', [PLAIN, schema(column('pages') + column('isbn'))]);
    edit(cwd, 'up.sql', '-- orm: add column book.isbn', '-- orm: add column book.isbm');
    const result = await checked(cwd);
    expect(result.found).toEqual(['error unknown-change up.sql:3']);
    expect(result.diagnostics[0]?.message).toBe('"add column book.isbm" is no change of changes.json');
    expect(result.code).toBe(1);
  });

  test('with a migration that nothing undoes', async () => {
    const cwd = await migrated('pgsql', [PLAIN]);
    writeFileSync(fileOf(cwd, 'down.sql'), '-- nothing\n');
    expect((await checked(cwd)).found).toEqual(['note no-down down.sql:1']);
    edit(
      cwd,
      'up.sql',
      '-- orm: create table author',
      '-- orm: allow no-down: the first one\n-- orm: create table author',
    );
    expect((await checked(cwd)).found).toEqual([]);
    rmSync(fileOf(cwd, 'down.sql'));
    edit(cwd, 'up.sql', /-- orm: allow.*\n/, '');
    expect((await checked(cwd)).found).toEqual(['note no-down up.sql:1']);
  });

  test('SQLite: a trigger that is lost when its table is made anew', async () => {
    const cwd = await migrated('sqlite', [schema(column('pages'))]);
    append(cwd, '\nCREATE TRIGGER "Count" AFTER INSERT ON "book" BEGIN SELECT 1; END;\n');
    change(cwd, schema(column('pages', 'type="BIGINT"')));
    await orm(cwd, 'migration:diff');
    const result = await checked(cwd);
    expect(rulesOf(result)).toEqual(['warning loses-trigger']);
    expect(result.diagnostics[0]?.message).toBe('table "book" is made anew, and its trigger "count" is lost');
    append(cwd, '\nCREATE TRIGGER "Count" AFTER INSERT ON "book" BEGIN SELECT 1; END;\n');
    expect((await checked(cwd)).found).toEqual([]);
  });
});

describe('migrations.rules', () => {
  const DROPS = [schema(column('pages') + column('draft')), PLAIN] as const;

  test('says how each rule counts', async () => {
    const rules = { 'drops-column': 'warning', 'drops-in-use': 'off', 'never-migrated': 'note' };
    const cwd = await migrated('pgsql', DROPS, [], rules);
    change(cwd, schema(column('pages') + column('isbn')));
    const result = await checked(cwd);
    expect(result.found).toEqual(['warning drops-column up.sql:4', 'note never-migrated']);
    expect(result.code).toBe(0);
  });

  test.each([
    ['drops-colum', 'error', 'did you mean "drops-column"?'],
    ['drops-column', 'eror', 'did you mean "error"?'],
  ])('refuses %s: %s', async (rule, level, help) => {
    const cwd = await migrated('pgsql', [PLAIN]);
    writeFileSync(
      `${cwd}/orm.json`,
      JSON.stringify({
        orm: { migrations: { rules: { [rule]: level } }, database: { connections: { shop: { adapter: 'pgsql' } } } },
      }),
    );
    const { code, stderr } = await orm(cwd, 'migration:check');
    expect(code).toBe(1);
    expect(stderr).toContain(help);
  });

  test.each([
    [
      'orm.yaml',
      'orm:\n  migrations:\n    rules:\n      drops-column: off\n      drops-in-use: off\n  database:\n    connections:\n      shop:\n        adapter: pgsql\n',
    ],
    [
      'orm.ini',
      '[orm]\nmigrations.rules.drops-column = off\nmigrations.rules.drops-in-use = off\ndatabase.connections.shop.adapter = pgsql\n',
    ],
  ])('%s: off', async (file, text) => {
    const cwd = await migrated('pgsql', DROPS);
    rmSync(`${cwd}/orm.json`);
    writeFileSync(`${cwd}/${file}`, text);
    const { code, stderr } = await orm(cwd, 'migration:check');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

test('a finding is shown at its statement, with what to do', async () => {
  const cwd = await migrated('pgsql', [schema(column('pages') + column('draft')), PLAIN], [], {
    'drops-in-use': 'off',
  });
  const { stdout, stderr } = await orm(cwd, 'migration:lint');
  expect(stdout).toBe('shop: 2 migrations checked\n');
  expect(newest(cwd, 'up.sql').split('\n')[3]).toBe('ALTER TABLE "book" DROP COLUMN "draft";');
  expect(stderr).toBe(`error: column "book.draft" is dropped, with every value in it
  --> generated-migrations/shop/${migrationsIn(cwd).at(-1) ?? ''}/up.sql:4:1
   |
 4 | ALTER TABLE "book" DROP COLUMN "draft";
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = copy what is still needed first; "orm migration:down" makes the column again, without values
   = to let it pass, write above it: -- orm: allow drops-column: <reason>

1 error
`);
});
