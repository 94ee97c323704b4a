import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inNewDatabase, runScript } from '../reverse/round-trip.js';
import { orm } from '../support/orm-in-process.js';
import { change, migrationsIn, newest, RENAMED, START, shop, started } from './support/migrations.js';
import { ormInTerminal } from './support/pty.js';

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

  test('--check and --json do not ask', async () => {
    const cwd = await started();
    change(cwd, RENAMED);
    for (const flag of ['--check', '--json']) {
      expect(await ormInTerminal(['migration:diff', flag], cwd, [])).toMatchObject({ code: 1 });
    }
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
