import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { annotation } from '../../src/cli/check/github.js';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, migrationsIn, START, started } from './support/migrations.js';
import { configuration } from './support/project.js';
import { append, checked, edit } from './support/rules.js';

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  });

const repository = async (): Promise<string> => {
  const cwd = await started('pgsql');
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-q', '-m', 'start');
  return cwd;
};

describe('--base', () => {
  test('checks only what the commit does not have', async () => {
    const cwd = await repository();
    append(cwd, 'TRUNCATE elsewhere;\n');
    expect(await checked(cwd)).toMatchObject({ code: 1, found: ['error drops-rows up.sql:19'] });
    expect(await checked(cwd, '--base', 'main')).toMatchObject({ code: 0, found: [] });
    change(cwd, START.replace('name="name"', 'name="full_name" renamedFrom="name"'));
    await orm(cwd, 'migration:diff');
    const { found, document } = await checked(cwd, '--base', 'main');
    expect(found).toEqual(['warning renames up.sql:4']);
    expect(document['databases']).toMatchObject([{ migrations: [migrationsIn(cwd).at(-1)] }]);
  });

  test('notes a new migration that is older than one of the base', async () => {
    const cwd = await repository();
    const folder = join(cwd, 'generated-migrations/shop');
    mkdirSync(join(folder, '20000101000000_old'));
    writeFileSync(join(folder, '20000101000000_old/up.sql'), 'SELECT 1;\n');
    writeFileSync(join(folder, '20000101000000_old/down.sql'), 'SELECT 1;\n');
    expect((await checked(cwd, '--base', 'HEAD')).found).toEqual(['note out-of-order up.sql:1']);
  });

  test.each(['--output=x', '-h', 'nobody', 'main; touch x', '', 'main:schema.xml'])('refuses "%s"', async (ref) => {
    const cwd = await repository();
    const { code, stderr } = await orm(cwd, 'migration:check', `--base=${ref}`);
    expect(code).toBe(1);
    expect(stderr).toContain('is no commit of this repository');
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'generated-migrations', 'orm.json', 'schema.xml']);
  });
});

/** As the runner of GitHub reads a line (ActionCommand.TryParseV2). */
function parsedCommand(
  line: string,
): { command: string; properties: Record<string, string>; data: string } | undefined {
  if (!line.startsWith('::')) return undefined;
  const end = line.indexOf('::', 2);
  if (end < 0) return undefined;
  const info = line.slice(2, end);
  const space = info.indexOf(' ');
  const data = (text: string): string => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  const property = (text: string): string =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  const list = space < 0 ? [] : info.slice(space + 1).split(',');
  const properties = list.flatMap((each): [string, string][] => {
    const at = each.indexOf('=');
    return at < 0 ? [] : [[each.slice(0, at), property(each.slice(at + 1))]];
  });
  return {
    command: space < 0 ? info : info.slice(0, space),
    properties: Object.fromEntries(properties),
    data: data(line.slice(end + 2)),
  };
}

describe('--format github', () => {
  test.each([
    ['generated-migrations/shop/2026_a/up.sql', 'plain'],
    ['a,b/c:d/100%/::x/%0A.sql', '100% of ::rows, %0A and %25'],
    ['a=b.sql', 'a=b'],
  ])('%s: %s', (path, message) => {
    const source = { path, text: 'x\n  DROP TABLE a;\n' };
    const span = { source, start: 4, end: 8 };
    const line = annotation(
      { severity: 'error', code: 'migration/drops-table', message, span, help: 'one\ntwo' },
      '/work',
      {},
    );
    expect(line).not.toMatch(/[\r\n]/);
    expect(parsedCommand(line)).toEqual({
      command: 'error',
      properties: { file: path, line: '2', col: '3', title: 'migration/drops-table' },
      data: `${message}\none\ntwo`,
    });
  });

  test('names files from the top of the repository', () => {
    const span = { source: { path: 'm/up.sql', text: '' }, start: 0, end: 0 };
    const line = annotation({ severity: 'note', code: 'x', message: 'm', span }, '/repo/app', {
      GITHUB_WORKSPACE: '/repo',
    });
    expect(line).toBe('::notice file=app/m/up.sql,line=1,col=1,title=x::m');
  });

  test('annotates what stops the command, too, and goes on its own', async () => {
    const cwd = await started('pgsql');
    change(cwd, '<database');
    const { code, stdout } = await orm(cwd, 'migration:check', '--format', 'github');
    expect(code).toBe(1);
    expect(parsedCommand(stdout.split('\n')[0] ?? '')).toMatchObject({
      command: 'error',
      properties: { file: 'schema.xml' },
    });
    expect((await orm(cwd, 'migration:check', '--format', 'github', '--json')).code).toBe(1);
    expect((await orm(cwd, 'migration:check', '--format', 'githb')).stderr).toContain('did you mean "github"?');
  });
});

describe('two branches', () => {
  test('that change the same thing are named with both files, whichever ran first', async () => {
    const cwd = await started('pgsql');
    const folder = join(cwd, 'generated-migrations/shop');
    change(cwd, START.replace('<table name="book">', '<table name="novel" renamedFrom="book">'));
    await orm(cwd, 'migration:diff', '--name', 'novel');
    const novel = migrationsIn(cwd).at(-1) ?? '';
    cpSync(join(folder, novel), join(cwd, novel), { recursive: true });
    rmSync(join(folder, novel), { recursive: true });
    change(
      cwd,
      START.replace('<column name="author_id"', '<column name="pages" type="INTEGER"/><column name="author_id"'),
    );
    await orm(cwd, 'migration:diff', '--name', 'pages');
    const pages = migrationsIn(cwd).at(-1) ?? '';
    for (const time of ['20000101000001', '29990101000000']) {
      rmSync(join(folder, '29990101000000_novel'), { recursive: true, force: true });
      const start = migrationsIn(cwd)[0] ?? '';
      const name = time.startsWith('2999') ? `${time}_novel` : `${start.slice(0, 14)}_z_novel`;
      cpSync(join(cwd, novel), join(folder, name), { recursive: true });
      const { code, diagnostics } = await checked(cwd);
      const conflict = diagnostics.find((each) => each.code === 'migration/conflict');
      expect(code).toBe(1);
      expect([conflict?.file, conflict?.related?.file].sort()).toEqual(
        [pages, name].map((each) => `generated-migrations/shop/${each}/up.sql`).sort(),
      );
      renameSync(join(folder, name), join(cwd, `${name}.gone`));
    }
  });
});

describe.each(ENGINES)('--on %s', (engine) => {
  test('plays up, down and up, finds what SQL of your own did, and wants an empty database', async (context) => {
    const database = await freshDatabase(engine, context);
    const { connection, adapter } = database;
    const cwd = await started(adapter);
    writeFileSync(
      join(cwd, 'orm.json'),
      configuration({ shop: { adapter }, empty: connection }, { generator: { connections: ['shop'] } }),
    );
    const good = await orm(cwd, 'migration:check', '--on', 'empty');
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toBe(
      'shop: 1 migration checked\nshop: 1 migration played up, down and up, on an empty database\n',
    );
    const again = await orm(cwd, 'migration:check', '--on', 'empty');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('the database of --on is not empty: it has 3 tables');
    const quoted = (sql: string): string => (adapter === 'mysql' ? sql.replaceAll('"', '`') : sql);
    for (const table of ['book', 'author', 'orm_migration']) await database.query(quoted(`DROP TABLE "${table}"`));
    append(cwd, quoted('\n-- orm: allow drops-rows: x\nALTER TABLE "author" ADD COLUMN "more" INTEGER;\n'));
    const other = await orm(cwd, 'migration:check', '--on', 'empty');
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('after all migrations the database is not what they say: 1 difference');
    for (const table of ['book', 'author', 'orm_migration']) await database.query(quoted(`DROP TABLE "${table}"`));
    edit(cwd, 'down.sql', /DROP TABLE .author.;/, 'SELECT 1;');
    const left = await orm(cwd, 'migration:check', '--on', 'empty');
    expect(left.code).toBe(1);
    expect(left.stderr).toMatch(/1 table still there|already exists/);
  });
});

test('--on never shows what may be a password', async () => {
  const cwd = await started('pgsql');
  const { code, stderr } = await orm(cwd, 'migration:check', '--on', 'postgrs://me:s3cretpass@host/db');
  expect(code).toBe(1);
  expect(stderr).not.toContain('s3cretpass');
  expect((await orm(cwd, 'migration:check', '--on', 'sqlite::memory:')).stderr).toContain('are for pgsql');
});
