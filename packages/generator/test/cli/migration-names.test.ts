import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { inNewDatabase, runScript } from '../reverse/round-trip.js';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { change, migrationsIn, newest, RENAMED, START, shop, started } from './support/migrations.js';
import { KEYS, ormInTerminal } from './support/pty.js';

describe('names in migration:diff', () => {
  test('never guesses what a new name is', async () => {
    const cwd = await started();
    change(cwd, RENAMED);
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toBe(`error: is "headline" of book a new column, or "title" with a new name?
  --> schema.xml:8:19
   |
 8 |     <column name="headline" type="VARCHAR" size="100" required="true"/>
   |                   ^^^^^^^^
   = a new name: --rename book.title=headline, or renamedFrom="title" in the schema
   = a new column: --drop book.title, which erases what is in it

1 error
`);
    expect(migrationsIn(cwd)).toHaveLength(1);
  });

  test('names every column and every table that it may be', async () => {
    const cwd = await started();
    const column = '<column name="headline" type="VARCHAR" size="100" required="true"/>';
    const more = ['caption', 'heading'].map((name) => column.replace('headline', name)).join('');
    change(cwd, RENAMED.replace(column, `${column}${more}`));
    expect((await orm(cwd, 'migration:diff')).stderr).toContain(
      'error: is "headline" (or "caption", "heading") of book a new column, or "title" with a new name?\n',
    );
    const table = /<table name="author">.*?<\/table>/s.exec(START)?.[0] ?? '';
    const tables = ['writer', 'poet', 'novelist'].map((name) => table.replace('author', name)).join('');
    change(cwd, START.replace(table, tables).replace('foreignTable="author"', 'foreignTable="writer"'));
    expect((await orm(cwd, 'migration:diff')).stderr).toContain(
      'error: is "writer" (or "poet", "novelist") a new table, or "author" with a new name?\n',
    );
  });

  test.each([
    ['--rename', RENAMED, ['--rename', 'book.title=headline']],
    ['renamedFrom', RENAMED.replace('name="headline"', 'name="headline" renamedFrom="title"'), []],
  ])('takes a new name from %s', async (_, schema, args) => {
    const cwd = await started();
    change(cwd, schema);
    expect(await orm(cwd, 'migration:diff', ...args)).toMatchObject({ code: 0 });
    expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "book" RENAME COLUMN "title" TO "headline";');
    expect(newest(cwd, 'down.sql')).toContain('ALTER TABLE "book" RENAME COLUMN "headline" TO "title";');
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
  });

  test('--drop says that a column goes', async () => {
    const cwd = await started('pgsql');
    change(cwd, RENAMED.replace('name="headline"', 'name="headline" defaultValue="none"'));
    expect(await orm(cwd, 'migration:diff', '--drop', 'book.title')).toMatchObject({ code: 0 });
    expect(newest(cwd, 'up.sql')).toContain('ADD COLUMN "headline"');
    expect(newest(cwd, 'up.sql')).toContain('DROP COLUMN "title"');
  });

  test.each([
    [['--rename', 'book.titel=headline'], '--rename "book.titel": the migrations have no such table or column'],
    [['--rename', 'book.title'], '--rename "book.title" has no "="'],
    [['--rename', 'book.title=caption'], '--rename "book.title=caption": the schema has no column "caption"'],
    [['--rename', 'author=book'], '--rename "author=book": the migrations have a table "book" already'],
    [
      ['--rename', 'book.title=headline', '--rename', 'book.author_id=headline'],
      '"book.author_id" becomes "headline", and so does "book.title"',
    ],
    [
      ['--rename', 'book.title=headline', '--drop', 'book.title'],
      '"book.title" becomes "headline", and --drop erases it',
    ],
    [
      ['--rename', 'book.author_id=headline'],
      '"book.author_id" becomes "headline", and the schema has another "author_id"',
    ],
    [['--drop', 'book.author_id', '--drop', 'book.title'], '--drop "book.author_id": the schema still has it'],
    [['--drop', 'bok'], '--drop "bok": the migrations have no such table or column'],
  ])('refuses %s', async (args, message) => {
    const cwd = await started();
    change(cwd, RENAMED);
    const { code, stderr } = await orm(cwd, 'migration:diff', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${message}\n`);
    expect(migrationsIn(cwd)).toHaveLength(1);
  });

  test('refuses renamedFrom of a column that is there beside the other one', async () => {
    const cwd = await started();
    change(
      cwd,
      START.replace('<column name="title" type="VARCHAR" size="100" required="true"/>', '').replace(
        'name="author_id"',
        'name="author_id" renamedFrom="title"',
      ),
    );
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain('error: the migrations have both columns: "title" and "author_id"\n  --> schema.xml:9:');
  });

  test('takes no two new names of one column from the schema', async () => {
    const cwd = await started();
    change(
      cwd,
      START.replace(
        'name="title" type="VARCHAR" size="100"',
        'name="one" renamedFrom="title" type="VARCHAR"/><column name="two" renamedFrom="title" type="VARCHAR"',
      ),
    );
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain('error: "book.title" becomes "two", and also "one"\n');
  });

  test('renamedFrom has no effect when the name was given and the old one is used again', async () => {
    const cwd = await started();
    const renamed = START.replace('name="title"', 'name="headline" renamedFrom="title"');
    change(cwd, renamed);
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    const again = renamed.replace(
      '<column name="author_id"',
      '<column name="title" phpName="Other" type="INTEGER"/><column name="author_id"',
    );
    change(cwd, again);
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
  });

  test.each([[['--drop', 'book.title']], [[]]])('a column with a name that was given up goes: %j', async (args) => {
    const cwd = await started();
    const renamed = START.replace('name="title"', 'name="headline" renamedFrom="title"');
    for (const schema of [
      renamed,
      renamed.replace('<column name="author_id"', '<column name="title" type="INTEGER"/><column name="author_id"'),
    ]) {
      change(cwd, schema);
      expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    }
    change(cwd, renamed);
    const { code, stdout, stderr } = await orm(cwd, 'migration:diff', ...args);
    if (args.length > 0) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^shop: 1 change\n {2}drop column book\.title /);
      expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
      return;
    }
    expect(code).toBe(1);
    expect(stderr).toContain(`error: the migrations have both columns: "title" and "headline"
  --> schema.xml:8:42
   |
 8 |     <column name="headline" renamedFrom="title" type="VARCHAR" size="100" required="true"/>
   |                                          ^^^^^
   = "title" goes: --drop book.title, which erases what is in it, or take renamedFrom out
   = "title" becomes "headline": free that name`);
  });

  test('a table with a name that was given up goes', async () => {
    const cwd = await started();
    const extra = '<table name="author"><column name="id" type="INTEGER" primaryKey="true"/></table></database>';
    const renamed = START.replace('<table name="author">', '<table name="writer" renamedFrom="author">').replace(
      'foreignTable="author"',
      'foreignTable="writer"',
    );
    for (const schema of [renamed, renamed.replace('</database>', extra)]) {
      change(cwd, schema);
      expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    }
    change(cwd, renamed);
    const refused = await orm(cwd, 'migration:diff');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('   = "author" goes: --drop author, which erases what is in it');
    expect(await orm(cwd, 'migration:diff', '--drop', 'author')).toMatchObject({ code: 0, stderr: '' });
    expect(newest(cwd, 'up.sql')).toContain('DROP TABLE "author";');
  });

  test.each(ENGINES)('refuses names that are exchanged, which migrations can do (%s)', async (engine) => {
    const missing = missingEngine(engine);
    if (missing !== undefined) throw new Error(missing);
    const table = (...columns: readonly string[]): string =>
      `<database name="shop"><table name="t">${columns.map((each) => `<column type="INTEGER" ${each}/>`).join('')}</table></database>`;
    const id = 'name="id" primaryKey="true"';
    const cwd = shop(table(id, 'name="a"', 'name="b"'), adapterOf(engine));
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    change(cwd, table(id, 'name="b" renamedFrom="a"', 'name="a" renamedFrom="b"'));
    for (const args of [['migration:diff'], ['migration:diff', '--check'], ['migration:check']]) {
      const { code, stderr } = await orm(cwd, ...args);
      expect(code).toBe(1);
      expect(stderr).toContain('error: renamedFrom exchanges the names of columns: "b" was "a", "a" was "b"\n');
      expect(stderr).toContain(
        'each new name: "b" becomes a name in between, then "a" becomes "b", then the name in between becomes "a"\n',
      );
    }
    expect(migrationsIn(cwd)).toHaveLength(1);
    for (const schema of [
      table(id, 'name="a"', 'name="between" renamedFrom="b"'),
      table(id, 'name="b" renamedFrom="a"', 'name="between" renamedFrom="b"'),
      table(id, 'name="b" renamedFrom="a"', 'name="a" renamedFrom="between"'),
    ]) {
      change(cwd, schema);
      expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stderr: '' });
    }
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    await inNewDatabase(engine, async (database) => {
      for (const [at, name] of migrationsIn(cwd).entries()) {
        await runScript(database, readFileSync(join(cwd, 'generated-migrations/shop', name, 'up.sql'), 'utf8'));
        if (at === 0) await database.query('INSERT INTO t (id, a, b) VALUES (1, 10, 20)');
      }
      expect(await database.query('SELECT a, b FROM t')).toEqual([{ a: '20', b: '10' }]);
    });
  });

  test('refuses tables that exchange their names', async () => {
    const cwd = await started();
    const exchanged = START.replace('<table name="author">', '<table name="book" renamedFrom="author" phpName="B">')
      .replace('<table name="book">', '<table name="author" renamedFrom="book" phpName="A">')
      .replace('foreignTable="author"', 'foreignTable="book"');
    change(cwd, exchanged);
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error: renamedFrom exchanges the names of tables: "book" was "author", "author" was "book"\n  --> schema.xml:2:',
    );
    expect(migrationsIn(cwd)).toHaveLength(1);
  });

  test('--check and --json do not ask', async () => {
    const cwd = await started();
    change(cwd, RENAMED);
    for (const flag of ['--check', '--json']) {
      expect(await ormInTerminal(['migration:diff', flag], cwd, [])).toMatchObject({ code: 1 });
    }
    // It does not plan a migration, so to it the name is a change without one.
    expect(await orm(cwd, 'migration:check')).toMatchObject({ code: 2 });
  });

  test('asks on a terminal', async () => {
    const question = /"title" is gone and "headline" is new: is it the same column of book, with a new name\?/;
    const cwd = await started();
    change(cwd, RENAMED);
    const erase = /Then "book\.title" goes, with everything in it\. Drop it\?/;
    const cancelled = await ormInTerminal(['migration:diff'], cwd, [
      { when: question, type: 'n\r' },
      { when: erase, type: '\u0003' },
    ]);
    expect(cancelled).toMatchObject({ code: 1, answered: 2 });
    expect(cancelled.text).toContain('cancelled: nothing was written');
    expect(migrationsIn(cwd)).toHaveLength(1);
    const said = await ormInTerminal(['migration:diff'], cwd, [{ when: question, type: 'y\r' }]);
    expect(said).toMatchObject({ code: 0, answered: 1 });
    expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "title" TO "headline"');
  });

  test.each([
    ['Ctrl-C', KEYS.ctrlC],
    ['Ctrl-D', KEYS.ctrlD],
  ])('%s at a question cancels the command', async (_, type) => {
    const cwd = await started();
    change(cwd, RENAMED);
    const { code, text, answered } = await ormInTerminal(['migration:diff'], cwd, [
      { when: /with a new name\?/, type },
    ]);
    expect({ code, answered }).toEqual({ code: 1, answered: 1 });
    expect(stripVTControlCharacters(text)).toMatch(/\nerror: cancelled: nothing was written\n\n1 error\n$/);
    expect(text).not.toContain('Drop it?');
    expect(migrationsIn(cwd)).toHaveLength(1);
  });

  test('asks again when an answer is neither yes nor no', async () => {
    const cwd = await started();
    change(cwd, RENAMED);
    const question = /with a new name\? \[y\/N\]/;
    const { code, answered } = await ormInTerminal(['migration:diff'], cwd, [
      { when: question, type: 'yep\r' },
      { when: question, type: 'Yes\r' },
    ]);
    expect({ code, answered }).toEqual({ code: 0, answered: 2 });
    expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "title" TO "headline"');
  });

  test('names that are SQL stay names', async () => {
    const hostile = 'a"; DROP TABLE x; -- orm: alone';
    const cwd = shop(START.replace('name="title"', `name="${hostile.replace('"', '&quot;')}" phpName="Title"`));
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    change(cwd, START.replace('name="title"', `name="title" renamedFrom="${hostile.replace('"', '&quot;')}"`));
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0 });
    expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "a""; DROP TABLE x; -- orm: alone" TO "title";\n');
    await inNewDatabase('sqlite', async (database) => {
      await database.query('CREATE TABLE x (id INTEGER)');
      for (const name of migrationsIn(cwd)) {
        await runScript(database, readFileSync(join(cwd, 'generated-migrations/shop', name, 'up.sql'), 'utf8'));
      }
      expect(await database.query('SELECT * FROM x')).toEqual([]);
      expect(await database.query('SELECT title FROM book')).toEqual([]);
    });
  });
});
