import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { migrationsIn, newest } from './support/migrations.js';
import {
  append,
  type Checked,
  checked,
  ruleColumn as column,
  edit,
  migrated,
  ruleSchema as schema,
} from './support/rules.js';

const RULES = ['blocks-writes', 'scans-locked', 'rewrites-table', 'not-in-transaction'];
const PLAIN = schema(column('pages') + column('title', 'type="VARCHAR" size="40"'));
const INDEX = PLAIN.replace('size="40"/>', 'size="40"/><index name="by_pages"><index-column name="pages"/></index>');

/** What is found about locks. */
const blocksIn = ({ diagnostics }: Checked): readonly string[] =>
  diagnostics.flatMap(({ severity, code, message }) =>
    RULES.includes(code.replace('migration/', '')) ? [`${severity} ${code.replace('migration/', '')}: ${message}`] : [],
  );

describe('what orm writes', () => {
  test('is silent in the online form, and found in the plain one', async () => {
    expect(blocksIn(await checked(await migrated('pgsql', [PLAIN, INDEX])))).toEqual([]);
    const result = await checked(await migrated('pgsql', [PLAIN, INDEX], ['--offline']));
    expect(blocksIn(result)).toEqual([
      'warning blocks-writes: add index book.by_pages: others cannot write to "book" until it is done',
    ]);
    expect(result.code).toBe(0);
    expect(result.diagnostics[0]?.help).toContain('"orm migration:diff --amend"');
    expect(result.diagnostics[0]?.help).toContain(
      'to let it pass, write above it: -- orm: allow blocks-writes: <reason>',
    );
  });

  test('is silent about tables that the migration makes, with --offline too', async () => {
    for (const adapter of ['pgsql', 'mysql', 'mssql', 'oracle']) {
      const other = INDEX.replaceAll('"book"', '"page"').replaceAll('by_pages', 'by_page');
      const more = `${/<table name="page">.*<\/table>/s.exec(other)?.[0] ?? ''}</database>`;
      const cwd = await migrated(adapter, [PLAIN, PLAIN.replace('</database>', more)], ['--offline']);
      expect(newest(cwd, 'up.sql')).toMatch(/by_page\b/i);
      expect(blocksIn(await checked(cwd))).toEqual([]);
    }
  });

  test('has no other form: the rule says what to do', async () => {
    const larger = PLAIN.replace('name="pages" type="INTEGER"', 'name="pages" type="BIGINT"');
    for (const adapter of ['pgsql', 'mysql']) {
      const result = await checked(await migrated(adapter, [PLAIN, larger]));
      expect(blocksIn(result)).toEqual([
        'warning rewrites-table: alter column book.pages: all rows of "book" are written anew, and nobody can write to it meanwhile',
      ]);
      expect(result.diagnostics[0]?.help).toContain('add a second column');
    }
  });

  test('of several changes in one statement of MySQL, those that copy the table are named', async () => {
    const larger = PLAIN.replace('name="pages" type="INTEGER"', 'name="pages" type="BIGINT"').replace(
      '<column name="title"',
      '<column name="isbn" type="INTEGER"/><column name="title"',
    );
    const cwd = await migrated('mysql', [PLAIN, larger]);
    expect(newest(cwd, 'up.sql')).toMatch(/ADD COLUMN `isbn`/);
    expect(blocksIn(await checked(cwd))).toEqual([
      'warning rewrites-table: alter column book.pages: all rows of "book" are written anew, and nobody can write to it meanwhile',
    ]);
  });

  test('says nothing on SQLite, which has one writer anyway', async () => {
    const larger = INDEX.replace('name="pages" type="INTEGER"', 'name="pages" type="BIGINT"');
    expect(blocksIn(await checked(await migrated('sqlite', [PLAIN, larger])))).toEqual([]);
  });

  test('passes by an allow line, and by migrations.rules', async () => {
    const cwd = await migrated('pgsql', [PLAIN, INDEX], ['--offline']);
    edit(cwd, 'up.sql', '-- orm: add index', '-- orm: allow blocks-writes: at night\n-- orm: add index');
    expect((await checked(cwd)).found).toEqual([]);
    const off = await migrated('pgsql', [PLAIN, INDEX], ['--offline'], { 'blocks-writes': 'error' });
    expect((await checked(off)).code).toBe(1);
  });
});

describe('a file that somebody edited', () => {
  test('CONCURRENTLY taken away: its words are judged', async () => {
    const cwd = await migrated('pgsql', [PLAIN, INDEX]);
    edit(cwd, 'up.sql', 'INDEX CONCURRENTLY', 'INDEX IF NOT EXISTS');
    const result = await checked(cwd);
    expect(blocksIn(result)).toEqual([
      'warning blocks-writes: CREATE INDEX: others cannot write to "book" until it is done',
    ]);
    expect(result.diagnostics[0]?.help).toContain('write CREATE INDEX CONCURRENTLY, with -- orm: alone above it');
  });

  test('-- orm: alone taken away: it would fail', async () => {
    const cwd = await migrated('pgsql', [PLAIN, INDEX]);
    edit(cwd, 'up.sql', '-- orm: alone\n', '');
    const result = await checked(cwd);
    expect(blocksIn(result)).toEqual([
      'error not-in-transaction: CREATE INDEX CONCURRENTLY is refused in a transaction',
    ]);
    expect(result.code).toBe(1);
    expect(result.diagnostics[0]?.help).toContain('write -- orm: alone above it');
  });

  test('LOCK=NONE taken away from what is online by itself changes nothing', async () => {
    const cwd = await migrated('mysql', [PLAIN, INDEX]);
    edit(cwd, 'up.sql', ', LOCK=NONE', '');
    expect(blocksIn(await checked(cwd))).toEqual([]);
    edit(cwd, 'up.sql', '(`pages`)', '(`pages`), ALGORITHM=COPY');
    expect(blocksIn(await checked(cwd))).toEqual([
      'warning rewrites-table: ALTER TABLE … ALGORITHM=COPY: all rows of "book" are written anew, and nobody can write to it meanwhile',
    ]);
  });

  test('the steps before SET NOT NULL taken away: it reads all rows', async () => {
    const required = PLAIN.replace('name="pages" type="INTEGER"', 'name="pages" type="INTEGER" required="true"');
    const cwd = await migrated('pgsql', [PLAIN, required]);
    expect(blocksIn(await checked(cwd))).toEqual([]);
    edit(cwd, 'up.sql', /-- orm: add check[\s\S]*?(?=-- orm: alter column)/, '');
    edit(cwd, 'up.sql', /-- orm: drop check[\s\S]*$/, '');
    expect(blocksIn(await checked(cwd))).toEqual([
      'warning scans-locked: alter column book.pages: others can neither read nor write "book" while all rows are read',
    ]);
  });
});

describe('SQL of your own', () => {
  test.each([
    ['pgsql', 'CREATE INDEX x ON book (pages);', ['blocks-writes']],
    ['pgsql', 'CREATE UNIQUE INDEX IF NOT EXISTS x ON public.book (pages);', ['blocks-writes']],
    ['pgsql', 'CREATE INDEX x ON ONLY book (pages);', []],
    ['pgsql', '-- orm: alone\nCREATE INDEX CONCURRENTLY x ON book (pages);', []],
    ['pgsql', 'CREATE INDEX CONCURRENTLY x ON book (pages);', ['not-in-transaction']],
    ['pgsql', 'DROP INDEX CONCURRENTLY x;', ['not-in-transaction']],
    ['pgsql', 'REINDEX TABLE CONCURRENTLY book;', ['not-in-transaction']],
    ['pgsql', 'VACUUM book;', ['not-in-transaction']],
    ['pgsql', '-- orm: alone\nVACUUM ANALYZE book;', []],
    ['pgsql', '-- orm: alone\nVACUUM (FULL, ANALYZE) book;', ['rewrites-table']],
    ['pgsql', 'CREATE DATABASE other;', ['not-in-transaction']],
    ['pgsql', "SELECT 'CREATE INDEX CONCURRENTLY x ON book';", []],
    ['pgsql', 'CREATE TABLE more (id INTEGER); CREATE INDEX y ON more (id); LOCK TABLE more;', []],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c CHECK (pages > 0);', ['scans-locked']],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c CHECK (pages > 0) NOT VALID;', []],
    [
      'pgsql',
      'ALTER TABLE book ADD CONSTRAINT c CHECK (pages > 0) NOT VALID; ALTER TABLE book VALIDATE CONSTRAINT c;',
      ['scans-locked'],
    ],
    [
      'pgsql',
      'ALTER TABLE book ADD CONSTRAINT c CHECK (pages > 0) NOT VALID;\n-- orm: alone\nALTER TABLE book VALIDATE CONSTRAINT c;',
      [],
    ],
    [
      'pgsql',
      'ALTER TABLE book ADD CONSTRAINT c CHECK (pages IS NOT NULL) NOT VALID;\n-- orm: alone\nALTER TABLE book VALIDATE CONSTRAINT c;\nALTER TABLE book ALTER pages SET NOT NULL;',
      [],
    ],
    ['pgsql', 'ALTER TABLE book ALTER pages SET NOT NULL;', ['scans-locked']],
    ['pgsql', 'ALTER TABLE book ADD FOREIGN KEY (pages) REFERENCES author (id);', ['blocks-writes']],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c UNIQUE (pages);', ['scans-locked']],
    ['pgsql', 'ALTER TABLE book ADD CONSTRAINT c UNIQUE USING INDEX x;', []],
    ['pgsql', 'ALTER TABLE book ALTER COLUMN pages TYPE BIGINT;', ['rewrites-table']],
    ['pgsql', 'ALTER TABLE book ALTER COLUMN pages TYPE integer;', []],
    ['pgsql', 'ALTER TABLE book ALTER title TYPE VARCHAR(80), ALTER title SET DEFAULT NULL;', []],
    ['pgsql', 'ALTER TABLE book ALTER title SET DATA TYPE character varying(20);', ['rewrites-table']],
    ['pgsql', 'ALTER TABLE book ALTER title TYPE TEXT USING title::text;', []],
    ['pgsql', 'ALTER TABLE elsewhere ALTER c TYPE TEXT;', []],
    ['pgsql', 'ALTER TABLE elsewhere ALTER c TYPE BIGINT;', ['rewrites-table']],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x INTEGER NOT NULL DEFAULT 1;', []],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x TIMESTAMP DEFAULT now() NOT NULL;', []],
    ['pgsql', "ALTER TABLE book ADD x VARCHAR(9) DEFAULT 'a'::varchar(9);", []],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x UUID DEFAULT gen_random_uuid();', ['rewrites-table']],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x BIGSERIAL;', ['rewrites-table']],
    ['pgsql', 'ALTER TABLE book ADD COLUMN x INTEGER CHECK (x > 0);', ['scans-locked']],
    ['pgsql', 'ALTER TABLE book SET UNLOGGED;', ['rewrites-table']],
    ['pgsql', 'LOCK TABLE book;', ['blocks-writes']],
    ['pgsql', 'LOCK book, author IN SHARE MODE NOWAIT;', ['blocks-writes', 'blocks-writes']],
    ['pgsql', 'LOCK TABLE book IN SHARE UPDATE EXCLUSIVE MODE;', []],
    ['pgsql', 'LOCK TABLE book IN ROW EXCLUSIVE MODE;', []],
    ['pgsql', 'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ LOCK TABLE book $$;', []],
    ['mysql', 'ALTER TABLE book ADD INDEX x (pages);', []],
    ['mysql', 'ALTER TABLE book ADD INDEX x (pages), ALGORITHM=COPY;', ['rewrites-table']],
    ['mysql', 'ALTER TABLE book ADD INDEX x (pages), ALGORITHM = COPY, LOCK = NONE;', []],
    ['mysql', 'ALTER TABLE book ADD INDEX x (pages), LOCK=SHARED;', ['blocks-writes']],
    ['mysql', 'CREATE INDEX x ON book (pages) LOCK EXCLUSIVE;', ['blocks-writes']],
    ['mysql', 'CREATE INDEX x ON book (pages);', []],
    ['mysql', 'CREATE FULLTEXT INDEX x ON book (title);', ['blocks-writes']],
    ['mysql', 'ALTER TABLE book ADD FULLTEXT (title);', ['blocks-writes']],
    ['mysql', 'ALTER TABLE book ADD CONSTRAINT c FOREIGN KEY (pages) REFERENCES author (id);', ['rewrites-table']],
    ['mysql', 'SET foreign_key_checks = 0; ALTER TABLE book ADD FOREIGN KEY (pages) REFERENCES author (id);', []],
    ['mysql', 'ALTER TABLE book ADD CHECK (pages > 0);', ['rewrites-table']],
    ['mysql', 'ALTER TABLE book MODIFY pages BIGINT;', ['rewrites-table']],
    ['mysql', 'ALTER TABLE book MODIFY pages INT(11) NOT NULL;', []],
    ['mysql', 'ALTER TABLE book CHANGE COLUMN title name VARCHAR(50);', []],
    ['mysql', 'ALTER TABLE book CHANGE COLUMN title name VARCHAR(5000);', ['rewrites-table']],
    ['mysql', 'ALTER TABLE elsewhere MODIFY c BIGINT;', []],
    ['mysql', 'ALTER TABLE book CONVERT TO CHARACTER SET utf8mb4;', ['rewrites-table']],
    ['mysql', 'ALTER TABLE book ENGINE=InnoDB;', []],
    ['mysql', 'ALTER TABLE book ADD COLUMN x INT, ALGORITHM=INSTANT;', []],
    ['mysql', 'LOCK TABLES book WRITE, author AS a READ;', ['blocks-writes', 'blocks-writes']],
    ['mysql', "INSERT INTO book (title) VALUES ('LOCK=SHARED');", []],
    ['sqlite', 'VACUUM;', ['not-in-transaction']],
    ['sqlite', 'PRAGMA foreign_keys = OFF;', ['not-in-transaction']],
    ['sqlite', 'PRAGMA foreign_keys;', []],
    ['sqlite', 'CREATE INDEX x ON book (pages);', []],
  ])('on %s: %s', async (adapter, sql, expected) => {
    const cwd = await migrated(adapter, [PLAIN]);
    expect(await orm(cwd, 'migration:create', '--name', 'own')).toMatchObject({ code: 0 });
    expect(migrationsIn(cwd)).toHaveLength(2);
    append(cwd, `\n${sql}\n`);
    const found = blocksIn(await checked(cwd)).map((line) => /(\S+):/.exec(line)?.[1] ?? '');
    expect(found).toEqual(expected);
  });
});
