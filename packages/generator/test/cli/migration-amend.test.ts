import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { change, migrationsIn, newest, RENAMED, START, started } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const amend = (cwd: string, ...options: string[]): ReturnType<typeof orm> =>
  orm(cwd, 'migration:diff', '--amend', ...options);

/** A project whose second migration was written with some options. */
async function second(schema: string, ...options: string[]): Promise<string> {
  const cwd = await started('pgsql');
  change(cwd, schema);
  expect(await orm(cwd, 'migration:diff', '--name', 'second', ...options)).toMatchObject({ code: 0, stderr: '' });
  return cwd;
}

const DROPPED = ['--drop', 'book.title', '--fill', "book.headline=''"];
const VOLUME = START.replace('<table name="book">', '<table name="volume">');

describe('--amend turns', () => {
  test.each([
    ['--rename', RENAMED, ['--rename', 'book.title=headline']],
    ['renamedFrom', RENAMED.replace('name="headline"', 'name="headline" renamedFrom="title"'), []],
  ])('a wrong --drop of a column into a new name, by %s', async (_, schema, options) => {
    const cwd = await second(RENAMED, ...DROPPED);
    expect(newest(cwd, 'up.sql')).toContain('DROP COLUMN "title"');
    change(cwd, schema);
    const { code, stdout, stderr } = await amend(cwd, ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('shop: 1 change\n  rename column book.title → headline');
    expect(migrationsIn(cwd)).toHaveLength(2);
    expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "title" TO "headline"');
    expect(newest(cwd, 'up.sql')).not.toContain('DROP COLUMN');
    expect(await amend(cwd, ...options)).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0 });
  });

  test('a wrong new name of a column into a drop', async () => {
    const cwd = await second(RENAMED, '--rename', 'book.title=headline');
    const { code, stdout } = await amend(cwd, ...DROPPED);
    expect(code).toBe(0);
    expect(stdout).toContain('add column book.headline');
    expect(stdout).toContain('drop column book.title');
    expect(newest(cwd, 'up.sql')).not.toContain('RENAME');
    expect(await amend(cwd, '--drop', 'book.title')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
  });

  test('a new name into another one, also where the first name is another column now', async () => {
    const cwd = await second(RENAMED, '--rename', 'book.title=headline');
    const caption = START.replace('name="title"', 'name="caption"');
    change(cwd, caption);
    expect(await amend(cwd, '--rename', 'book.title=caption')).toMatchObject({ code: 0, stderr: '' });
    expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "title" TO "caption"');
    change(
      cwd,
      caption.replace('<column name="author_id"', '<column name="headline" type="VARCHAR"/><column name="author_id"'),
    );
    expect(await amend(cwd)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await amend(cwd, '--rename', 'book.title=headline', '--fill', "book.caption=''");
    expect(stdout).toContain('rename column book.title → headline');
    expect(stdout).toContain('add column book.caption');
  });

  test('a wrong --drop of a table into a new name, and asks about its columns', async () => {
    const cwd = await second(VOLUME.replace('name="title"', 'name="headline"'), '--drop', 'book');
    const refused = await amend(cwd, '--rename', 'book=volume');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('a new name: --rename book.title=headline, or renamedFrom="title"');
    const { code, stderr } = await amend(cwd, '--rename', 'book=volume', '--rename', 'book.title=headline');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(newest(cwd, 'up.sql')).toContain('ALTER TABLE "book" RENAME TO "volume"');
    expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "title" TO "headline"');
    expect(newest(cwd, 'up.sql')).not.toContain('DROP TABLE');
  });

  test('a wrong new name of a table into a drop', async () => {
    const cwd = await second(VOLUME, '--rename', 'book=volume');
    expect(await amend(cwd, '--drop', 'book')).toMatchObject({ code: 0, stderr: '' });
    expect(newest(cwd, 'up.sql')).toContain('CREATE TABLE "volume"');
    expect(newest(cwd, 'up.sql')).toContain('DROP TABLE "book"');
  });
});

test('--amend refuses what does not fit the migration or the schema', async () => {
  const cwd = await second(RENAMED, '--rename', 'book.title=headline');
  for (const [options, words] of [
    [['--rename', 'book.title=caption'], 'the schema has no column "caption"'],
    [['--rename', 'book.author_id=headline'], '"book.author_id" becomes "headline"'],
    [['--rename', 'book.none=headline'], 'the migrations have no such table or column'],
    [['--rename', 'book.title=headline', '--drop', 'book.title'], 'and --drop erases it'],
  ] as const) {
    const { code, stderr } = await amend(cwd, ...options);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(words);
  }
  change(cwd, START);
  expect((await amend(cwd, '--drop', 'book.title')).stderr).toContain('--drop "book.title": the schema still has it');
});

const PAGES = START.replace(
  '<column name="author_id"',
  '<column name="pages" type="INTEGER"/><column name="author_id"',
);

test.each(['.DS_Store', 'Thumbs.db', 'up.sql~', '.up.sql.swp', '.gitkeep'])('--amend leaves %s alone', async (file) => {
  const cwd = await second(PAGES);
  const folder = (): string => join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '');
  writeFileSync(join(folder(), file), 'not a part of it');
  change(cwd, PAGES.replace('type="INTEGER"/><column name="author_id"', 'type="BIGINT"/><column name="author_id"'));
  expect(await amend(cwd)).toMatchObject({ code: 0, stderr: '' });
  expect(newest(cwd, 'up.sql')).toContain('"pages" BIGINT');
  expect(newest(cwd, file)).toBe('not a part of it');
  expect((await amend(cwd, '--name', 'other')).code).toBe(0);
  expect(migrationsIn(cwd)).toHaveLength(2);
  expect(newest(cwd, file)).toBe('not a part of it');
  change(cwd, START);
  const { code, stderr } = await amend(cwd);
  expect(code).toBe(1);
  expect(stderr).toContain(`${file} is not as orm wrote it\n  = nothing is left of the migration`);
  rmSync(join(folder(), file));
  expect((await amend(cwd)).stdout).toContain('removed: ');
});

describe('--amend --name', () => {
  test('gives the newest migration another name and keeps its time', async () => {
    const cwd = await second(PAGES);
    const [first = '', was = ''] = migrationsIn(cwd);
    const is = `${was.slice(0, 14)}_page_numbers`;
    const { code, stdout } = await amend(cwd, '--name', 'page numbers');
    expect(code).toBe(0);
    expect(stdout).toContain(`changed: generated-migrations/shop/${is}/ (3 files, formerly ${was})\n`);
    expect(migrationsIn(cwd)).toEqual([first, is]);
    expect(newest(cwd, 'up.sql')).toContain(`-- Migration ${is} of`);
    expect(newest(cwd, 'changes.json')).toContain(`"follows": [\n    "${first}"`);
    expect(await amend(cwd, '--name', 'page numbers')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    change(cwd, PAGES.replace('name="pages"', 'name="sheets"'));
    const both = await amend(cwd, '--rename', 'book.pages=sheets', '--name', 'sheets', '--json');
    expect(JSON.parse(both.stdout)).toMatchObject({ databases: [{ migration: `${was.slice(0, 14)}_sheets` }] });
    expect(migrationsIn(cwd)).toEqual([first, `${was.slice(0, 14)}_sheets`]);
  });

  test('keeps it the newest', async () => {
    const cwd = await second(PAGES);
    const [first = '', was = ''] = migrationsIn(cwd);
    const folder = join(cwd, 'generated-migrations/shop');
    renameSync(join(folder, first), join(folder, `${was.slice(0, 14)}_m`));
    const { code, stderr } = await amend(cwd, '--name', 'a');
    expect(code).toBe(1);
    expect(stderr).toContain(`it would not come after "${was.slice(0, 14)}_m" any more`);
    expect(migrationsIn(cwd)).toEqual([`${was.slice(0, 14)}_m`, was]);
  });

  test('leaves a migration alone that does not change where other databases are looked at', async () => {
    const shelf = (more = ''): string =>
      `<database name="shelf"><table name="board"><column name="id" type="INTEGER" primaryKey="true"/>${more}</table></database>`;
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'sqlite' }, shelf: { adapter: 'sqlite' } }),
      'schema.xml': START,
      'shelf.schema.xml': shelf(),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    const names = migrationsIn(cwd);
    writeFileSync(join(cwd, 'shelf.schema.xml'), shelf('<column name="width" type="INTEGER"/>'));
    expect((await amend(cwd, '--name', 'wide')).code).toBe(0);
    expect(migrationsIn(cwd)).toEqual(names);
    expect(readdirSync(join(cwd, 'generated-migrations/shelf'))).toEqual([expect.stringMatching(/^\d{14}_wide$/)]);
  });
});
