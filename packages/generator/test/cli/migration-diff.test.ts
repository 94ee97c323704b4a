import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { change, migrationsIn, newest, START, shop, started } from './support/migrations.js';

describe('migration:diff', () => {
  test('writes the first migration, and nothing when nothing has changed', async () => {
    const cwd = shop();
    const { code, stdout, stderr } = await orm(cwd, 'migration:diff', '--name', 'The  start!');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [name = ''] = migrationsIn(cwd);
    expect(name).toMatch(/^\d{14}_the_start$/);
    expect(stdout).toBe(
      `shop: 2 changes\n  add table author\n  add table book\ncreated: generated-migrations/shop/${name}/ (3 files)\n`,
    );
    expect(readdirSync(join(cwd, 'generated-migrations/shop', name)).sort()).toEqual([
      'changes.json',
      'down.sql',
      'up.sql',
    ]);
    expect(newest(cwd, 'down.sql')).toContain('DROP TABLE "author";');
    expect(await orm(cwd, 'diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0, stderr: '' });
    expect(migrationsIn(cwd)).toEqual([name]);
  });

  test('--check and --dry-run write nothing', async () => {
    const cwd = await started();
    change(
      cwd,
      START.replace('size="100" required="true"/>\n  </table>\n  <table', 'size="120"/>\n  </table>\n  <table'),
    );
    const check = await orm(cwd, 'migration:diff', '--check');
    expect(check).toMatchObject({
      code: 2,
      stdout: 'shop: 1 change\n  change column author.name   rewrites the table\n',
      stderr: 'a migration is missing: run "orm migration:diff"\n',
    });
    const dry = await orm(cwd, 'migration:diff', '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain('"name" VARCHAR(120)\n);\n');
    expect(migrationsIn(cwd)).toHaveLength(1);
  });

  test('leaves nothing behind when files cannot be written', async () => {
    const cwd = shop();
    mkdirSync(join(cwd, 'generated-migrations'));
    writeFileSync(join(cwd, 'generated-migrations/shop'), 'a file, not a folder');
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: /);
    expect(readdirSync(join(cwd, 'generated-migrations'))).toEqual(['shop']);
  });

  test('a folder that was never finished is none', async () => {
    const cwd = await started();
    mkdirSync(join(cwd, 'generated-migrations/shop/.20990101000000_x.unfinished'));
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
  });

  describe('--amend', () => {
    const titled = (title: string, more = ''): string =>
      START.replace('name="title"', title).replace('<column name="author_id"', `${more}<column name="author_id"`);

    test('writes the newest migration anew, with new names of both', async () => {
      const cwd = await started('pgsql');
      change(cwd, titled('name="headline" renamedFrom="title"'));
      await orm(cwd, 'migration:diff', '--name', 'headline');
      const [, name = ''] = migrationsIn(cwd);
      change(cwd, titled('name="caption"', '<column name="pages" type="INTEGER"/>'));
      const { code, stdout } = await orm(cwd, ...['migration:diff', '--amend', '--rename', 'book.headline=caption']);
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `shop: 2 changes\n  rename column book.title → caption   breaks running code\n  add column book.pages                writers go on\nchanged: generated-migrations/shop/${name}/ (3 files)\n`,
      });
      expect(migrationsIn(cwd)).toHaveLength(2);
      expect(newest(cwd, 'up.sql')).toContain('RENAME COLUMN "title" TO "caption"');
      expect(newest(cwd, 'up.sql')).not.toContain('"headline"');
      expect(await orm(cwd, 'migration:diff', '--amend')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
    });

    test('takes a migration away of which nothing is left', async () => {
      const cwd = await started();
      change(cwd, titled('name="title"', '<column name="pages" type="INTEGER"/>'));
      await orm(cwd, 'migration:diff', '--name', 'pages');
      const [, name = ''] = migrationsIn(cwd);
      change(cwd, START);
      const { code, stdout } = await orm(cwd, 'migration:diff', '--amend');
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `shop: 0 changes\nremoved: generated-migrations/shop/${name}/\n`,
      });
      expect(migrationsIn(cwd)).toHaveLength(1);
    });

    test('refuses a migration that somebody has edited', async () => {
      const cwd = await started();
      const [name = ''] = migrationsIn(cwd);
      const folder = join(cwd, 'generated-migrations/shop', name);
      const sql = newest(cwd, 'up.sql');
      change(cwd, titled('name="title"', '<column name="pages" type="INTEGER"/>'));
      writeFileSync(join(folder, 'notes.txt'), 'mine');
      expect((await orm(cwd, 'migration:diff', '--amend')).stderr).toContain('notes.txt is not as orm wrote it');
      rmSync(join(folder, 'notes.txt'));
      writeFileSync(join(folder, 'up.sql'), sql.replaceAll('\n', '\r\n'));
      expect(await orm(cwd, 'migration:diff', '--amend', '--dry-run')).toMatchObject({ code: 0 });
      writeFileSync(join(folder, 'up.sql'), '-- mine\n');
      change(cwd, titled('name="title"', '<column name="pages" type="INTEGER"/>'));
      const { code, stderr } = await orm(cwd, 'migration:diff', '--amend');
      expect(code).toBe(1);
      expect(stderr).toContain(`error: migration "${name}" cannot be amended: up.sql is not as orm wrote it\n`);
      expect(newest(cwd, 'up.sql')).toBe('-- mine\n');
    });
  });

  test('says what a vendor cannot do, and what cannot be undone', async () => {
    const latin = START.replace(
      '<table name="author">',
      '<table name="author"><vendor type="mysql"><parameter name="Charset" value="latin1"/></vendor>',
    );
    const cwd = await started('mysql');
    change(cwd, latin);
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(0);
    const reason = 'MySQL cannot take CHARACTER SET of table "author" back without another value';
    expect(stderr).toContain(`warning: the migration cannot be undone: ${reason}\n`);
    expect(newest(cwd, 'down.sql')).toContain(`cannot be undone:\n-- ${reason}\n`);
    change(cwd, START);
    const back = await orm(cwd, 'migration:diff');
    expect(back.code).toBe(1);
    expect(back.stderr).toContain(`error: ${reason}\n`);
    expect(migrationsIn(cwd)).toHaveLength(2);
  });

  test('refuses a required column that rows would have no value for', async () => {
    const cwd = await started('mysql');
    change(
      cwd,
      START.replace(
        '<column name="author_id"',
        '<column name="pages" type="INTEGER" required="true"/><column name="author_id"',
      ),
    );
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain('error: "book.pages" is new and required, and rows that are there have no value for it\n');
  });

  test('finds SQL of SQLite that would take back what another branch did', async () => {
    const cwd = await started();
    const first = migrationsIn(cwd)[0] ?? '';
    change(cwd, START.replace('size="100"', 'size="150"'));
    await orm(cwd, 'migration:diff', '--name', 'wider');
    const folder = join(cwd, 'generated-migrations/shop');
    const wider = migrationsIn(cwd)[1] ?? '';
    renameSync(join(folder, wider), join(cwd, 'kept'));
    const more = START.replace(
      '</table>\n  <table name="book">',
      '<column name="born" type="INTEGER"/></table>\n  <table name="book">',
    );
    change(cwd, more);
    await orm(cwd, 'migration:diff', '--name', 'born');
    // The other branch comes later, and knows nothing of "born".
    renameSync(join(folder, migrationsIn(cwd)[1] ?? ''), join(folder, `${first.slice(0, 14)}_z_born`));
    renameSync(join(cwd, 'kept'), join(folder, wider));
    change(cwd, more.replace('size="100"', 'size="150"'));
    const { code, stderr } = await orm(cwd, 'migration:diff', '--check');
    expect(code).toBe(1);
    expect(stderr).toContain('it makes table "author" anew as it was before another migration changed it');
  });

  test('misses a file of a migration that it wrote', async () => {
    const cwd = await started();
    rmSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd)[0] ?? '', 'changes.json'));
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain('changes.json" is missing\n');
  });

  test('--json is one document', async () => {
    const cwd = shop();
    const { stdout } = await orm(cwd, 'migration:diff', '--json', '--check');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      folder: 'generated-migrations',
      databases: [
        {
          name: 'shop',
          adapter: 'sqlite',
          migration: expect.stringMatching(/^\d{14}$/) as string,
          changes: [
            { kind: 'table', name: 'author', verb: 'add' },
            { kind: 'table', name: 'book', verb: 'add' },
          ],
        },
      ],
      diagnostics: [],
    });
  });

  test.each([
    ['{', 'is no list of changes'],
    ['{"format":1,"adapter":"sqlite","changes":[1]}', 'is no list of changes'],
    ['{"format":2,"adapter":"sqlite","changes":[]}', 'has format 2, and this version of orm knows 1'],
    ['{"format":1,"adapter":"pgsql","changes":[]}', 'is for pgsql, and the connection "shop" is for sqlite'],
    [
      '{"format":1,"adapter":"sqlite","changes":[{"kind":"index","table":"book","name":"gone","before":{"name":"gone","kind":"index","parts":[]}}]}',
      'does not fit those before it: index book.gone: missing',
    ],
  ])('says what is wrong with changes.json: %s', async (content, message) => {
    const cwd = await started();
    const [name = ''] = migrationsIn(cwd);
    writeFileSync(join(cwd, 'generated-migrations/shop', name, 'changes.json'), content);
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\n +=/);
  });

  test('two branches that add different columns both count, and the older one does not come too late', async () => {
    const cwd = await started();
    const isbn = '<column name="isbn" type="VARCHAR" size="20"/>';
    const pages = '<column name="pages" type="INTEGER"/>';
    const withColumns = (...columns: string[]): string =>
      START.replace('<column name="author_id"', `${columns.join('')}<column name="author_id"`);
    change(cwd, withColumns(isbn));
    await orm(cwd, 'migration:diff', '--name', 'isbn');
    const [, first = ''] = migrationsIn(cwd);
    const kept = readFileSync(join(cwd, 'generated-migrations/shop', first, 'changes.json'), 'utf8');
    rmSync(join(cwd, 'generated-migrations/shop', first), { recursive: true });
    change(cwd, withColumns(pages));
    await orm(cwd, 'migration:diff', '--name', 'pages');
    expect(migrationsIn(cwd)).toHaveLength(2);
    // The other branch comes in, with a name between the two.
    const other = `${(migrationsIn(cwd)[0] ?? '').slice(0, 14)}_zz_isbn`;
    mkdirSync(join(cwd, 'generated-migrations/shop', other));
    writeFileSync(join(cwd, 'generated-migrations/shop', other, 'changes.json'), kept);
    writeFileSync(join(cwd, 'generated-migrations/shop', other, 'up.sql'), '');
    change(cwd, withColumns(isbn, pages));
    expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
  });
});

test('migration:create makes room for SQL of your own, which changes nothing of the schema', async () => {
  const cwd = await started();
  const { code, stdout } = await orm(cwd, 'migration:create', '--name', 'fill pages');
  const name = migrationsIn(cwd).at(-1) ?? '';
  expect({ code, stdout }).toEqual({ code: 0, stdout: `created: generated-migrations/shop/${name}/ (2 files)\n` });
  expect(name).toMatch(/^\d{14}_fill_pages$/);
  expect(newest(cwd, 'up.sql')).toBe(`-- Migration ${name} of "shop"\n`);
  expect(newest(cwd, 'down.sql')).toBe(`-- Undoes migration ${name} of "shop"\n`);
  expect(await orm(cwd, 'migration:diff')).toMatchObject({ code: 0, stdout: 'shop: no changes\n' });
  expect(await orm(cwd, 'migration:create', '--connection', 'shp')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no connection "shp"') as string,
  });
});
