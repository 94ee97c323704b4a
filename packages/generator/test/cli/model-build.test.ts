import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../src/model/adapter.js';
import { syntaxErrors } from '../support/php.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const BOOK = `  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR"/>
    <column name="style" type="ENUM" enumStorage="label" valueSet="novel, sci-fi, 18+"/>
  </table>
`;
const AUTHOR = `  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  </table>
`;
const schema = (tables: string, attributes = ' namespace="App\\Model"'): string =>
  `<database name="shop"${attributes}>\n${tables}</database>\n`;
const sqlite = configuration({ shop: { adapter: 'sqlite' } });
const HINT = 'classes were added or removed: if a Composer classmap loads them, run "composer dump-autoload"\n';

const files = (cwd: string, folder = 'generated-classes'): string[] =>
  readdirSync(join(cwd, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.php'))
    .sort();
const path = (cwd: string, file: string): string => join(cwd, 'generated-classes', file);

const BOOK_FILES = [
  'App/Model/Base/Book.php',
  'App/Model/Base/BookQuery.php',
  'App/Model/Book.php',
  'App/Model/BookQuery.php',
  'App/Model/Enum/BookStyle.php',
  'App/Model/Map/BookTableMap.php',
];

describe('model:build', () => {
  test.each(ADAPTERS)('writes five classes per table, and an enum per ENUM, for %s', async (adapter) => {
    const cwd = project({ 'orm.json': configuration({ shop: { adapter } }), 'schema.xml': schema(BOOK) });
    const { code, stdout, stderr } = await orm(['model:build'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: HINT });
    expect(stdout).toMatch(/^created: generated-classes\/App\/Model\/Base\/Book\.php$/m);
    expect(stdout).toMatch(/1 table → 6 files \(6 created\) in \d+ ms\n$/);
    expect(files(cwd)).toEqual(BOOK_FILES);
    expect(syntaxErrors(files(cwd).map((file) => path(cwd, file)))).toBe('');
  });

  test('without a namespace, base classes and maps have the namespaces Base and Map', async () => {
    const cwd = project({ 'orm.json': sqlite, 'schema.xml': schema(AUTHOR, '') });
    expect(await orm(['model:build'], { cwd })).toMatchObject({ code: 0 });
    expect(files(cwd)).toEqual([
      'Author.php',
      'AuthorQuery.php',
      'Base/Author.php',
      'Base/AuthorQuery.php',
      'Map/AuthorTableMap.php',
    ]);
    expect(readFileSync(path(cwd, 'Author.php'), 'utf8')).toBe(`<?php

declare(strict_types=1);

use Base\\Author as BaseAuthor;

/**
 * A row of the table "author". Add your own methods here: orm writes this file once and never again.
 */
class Author extends BaseAuthor
{
}
`);
    expect(readFileSync(path(cwd, 'Map/AuthorTableMap.php'), 'utf8')).toMatch(/^namespace Map;$/m);
  });

  test('a second build touches no file', async () => {
    const cwd = project({ 'orm.json': sqlite, 'schema.xml': schema(BOOK + AUTHOR) });
    await orm(['model:build'], { cwd });
    const long = new Date(2020, 1, 1);
    for (const file of files(cwd)) utimesSync(path(cwd, file), long, long);
    const { code, stdout, stderr } = await orm(['model:build'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^2 tables → 7 files \(7 unchanged\) in \d+ ms\n$/);
    for (const file of files(cwd)) expect(statSync(path(cwd, file)).mtimeMs, file).toBe(long.getTime());
  });

  test('stubs belong to the user; base classes are written anew', async () => {
    const cwd = project({ 'orm.json': sqlite, 'schema.xml': schema(BOOK) });
    await orm(['model:build'], { cwd });
    const stub = path(cwd, 'App/Model/Book.php');
    const base = path(cwd, 'App/Model/Base/Book.php');
    writeFileSync(stub, '<?php // mine\n');
    writeFileSync(base, '<?php // edited\n');
    const { stdout } = await orm(['model:build'], { cwd });
    expect(stdout).toMatch(/^changed: generated-classes\/App\/Model\/Base\/Book\.php\n1 table → /);
    expect(readFileSync(stub, 'utf8')).toBe('<?php // mine\n');
    expect(readFileSync(base, 'utf8')).toContain('abstract class Book extends');
  });

  test('classes of a table that is gone are removed, its stubs are named and left alone', async () => {
    const cwd = project({ 'orm.json': sqlite, 'schema.xml': schema(BOOK + AUTHOR) });
    await orm(['model:build'], { cwd });
    // A file of the user's in a folder of ours does not have our header.
    writeFileSync(path(cwd, 'App/Model/Base/Helper.php'), '<?php // mine\n');
    writeFileSync(join(cwd, 'schema.xml'), schema(AUTHOR));
    const { code, stdout, stderr } = await orm(['model:build'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^removed: generated-classes\/App\/Model\/Base\/Book\.php$/m);
    expect(stdout).toMatch(/^removed: generated-classes\/App\/Model\/Enum\/BookStyle\.php$/m);
    expect(stderr).toMatch(/^left alone: generated-classes\/App\/Model\/Book\.php \(its table is gone/m);
    expect(files(cwd)).toEqual([
      'App/Model/Author.php',
      'App/Model/AuthorQuery.php',
      'App/Model/Base/Author.php',
      'App/Model/Base/AuthorQuery.php',
      'App/Model/Base/Helper.php',
      'App/Model/Book.php',
      'App/Model/BookQuery.php',
      'App/Model/Map/AuthorTableMap.php',
    ]);
  });

  test('a build of one connection removes nothing of the others', async () => {
    const cwd = project({
      'orm.json': configuration({ a: { adapter: 'sqlite' }, b: { adapter: 'pgsql' } }),
      'a_schema.xml': `<database name="a" namespace="A">\n${BOOK}</database>`,
      'b_schema.xml': `<database name="b" namespace="B">\n${AUTHOR}</database>`,
    });
    expect(await orm(['model:build'], { cwd })).toMatchObject({ code: 0 });
    const before = files(cwd);
    expect(await orm(['model:build', '--connection', 'a'], { cwd })).toMatchObject({ code: 0 });
    expect(files(cwd)).toEqual(before);
  });

  test('--dry-run and --check write nothing and say what would be', async () => {
    const cwd = project({ 'orm.json': sqlite, 'schema.xml': schema(AUTHOR) });
    const dry = await orm(['model:build', '--dry-run'], { cwd });
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/^would be created: generated-classes\/App\/Model\/Author\.php$/m);
    const stale = await orm(['model:build', '--check'], { cwd });
    expect(stale.code).toBe(2);
    expect(stale.stderr).toContain('not up to date: run "orm model:build"');
    expect(existsSync(join(cwd, 'generated-classes'))).toBe(false);
    await orm(['model:build'], { cwd });
    expect(await orm(['model:build', '--check'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    rmSync(path(cwd, 'App/Model/Map/AuthorTableMap.php'));
    expect(await orm(['model:build', '--check'], { cwd })).toMatchObject({ code: 2 });
  });

  test('--json prints one document', async () => {
    const cwd = project({ 'orm.json': sqlite, 'schema.xml': schema(AUTHOR) });
    const { code, stdout, stderr } = await orm(['model:build', '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      folder: 'generated-classes',
      databases: [{ name: 'shop', adapter: 'sqlite', tables: 1 }],
      orphans: [],
      skipped: [],
      files: expect.arrayContaining([{ path: 'App/Model/Author.php', status: 'created' }]) as unknown,
    });
  });

  test('labels that cannot name cases are told at valueSet', async () => {
    const cwd = project({
      'orm.json': sqlite,
      'schema.xml': schema(BOOK.replace('novel, sci-fi, 18+', 'novel, +')),
    });
    const { code, stderr } = await orm(['model:build'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('valueSet="novel, +"');
    expect(stderr).toContain('phpType="string"');
    expect(existsSync(join(cwd, 'generated-classes'))).toBe(false);
  });

  test('hostile texts stay texts', async () => {
    const hostile = `*/ echo 'x'; /* ?&gt; &lt;?php "\\' $x {$y} \u2028 `;
    const cwd = project({
      'orm.json': sqlite,
      'schema.xml': schema(`  <table name="book" description="${hostile.replaceAll('"', '&quot;')}">
    <column name="id" type="INTEGER" primaryKey="true" description="${hostile.replaceAll('"', '&quot;')}"/>
    <column name="a" type="VARCHAR" defaultValue="${hostile.replaceAll('"', '&quot;')}"/>
    <column name="b" type="ENUM" enumStorage="label" valueSet="x'y, a\\b, q&quot;r"/>
  </table>
`),
    });
    const { code, stderr } = await orm(['model:build'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: HINT });
    expect(syntaxErrors(files(cwd).map((file) => path(cwd, file)))).toBe('');
    const base = readFileSync(path(cwd, 'App/Model/Base/Book.php'), 'utf8');
    expect(base.match(/\*\//g)?.length).toBe(base.match(/\/\*/g)?.length);
  });

  test('paths.phpDir and --output-dir name the folder', async () => {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'sqlite' } }, { paths: { phpDir: 'src/models' } }),
      'schema.xml': schema(AUTHOR),
    });
    await orm(['model:build'], { cwd });
    expect(files(cwd, 'src/models')).toContain('App/Model/Author.php');
    await orm(['model:build', '--output-dir', 'other'], { cwd });
    expect(files(cwd, 'other')).toContain('App/Model/Author.php');
  });
});
