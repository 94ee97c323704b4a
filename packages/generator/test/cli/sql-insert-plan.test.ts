import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';
import { timeless } from './support/tables.js';

describe('before anything runs', () => {
  const sqlite = { adapter: 'sqlite', dsn: 'sqlite:data.sqlite' };
  const cases: Record<string, { files: Record<string, string>; args?: string[] }> = {
    'no-map': { files: { 'orm.json': configuration({ bookstore: sqlite }) } },
    'no-file': {
      files: { 'orm.json': configuration({ bookstore: sqlite }), 'generated-sql/sqldb.map': 'gone.sql=bookstore\n' },
    },
    'unknown-connection': {
      files: {
        'orm.json': configuration({ bookstore: sqlite }),
        'generated-sql/sqldb.map': '; old\na.sql = bookstor\n',
        'generated-sql/a.sql': '',
      },
    },
    'map-line': {
      files: { 'orm.json': configuration({ bookstore: sqlite }), 'generated-sql/sqldb.map': 'just-a-file.sql\n=x\n' },
    },
    'unknown-connection-option': {
      files: { 'orm.json': configuration({ bookstore: sqlite }), 'generated-sql/sqldb.map': 'a.sql=bookstore\n' },
      args: ['--connection', 'boookstore'],
    },
    'no-files-for-connection': {
      files: {
        'orm.json': configuration({ bookstore: sqlite, other: sqlite }),
        'generated-sql/sqldb.map': 'a.sql=bookstore\n',
        'generated-sql/a.sql': '',
      },
      args: ['--connection', 'other'],
    },
    'open-string': {
      files: {
        'orm.json': configuration({ bookstore: sqlite }),
        'generated-sql/sqldb.map': 'a.sql=bookstore\n',
        'generated-sql/a.sql': "SELECT 1;\nINSERT INTO a VALUES ('never closed);\n",
      },
    },
    'minimal-configuration': {
      files: {
        'orm.json': JSON.stringify(
          { orm: { database: { connections: { bookstore: { adapter: 'pgsql' } } }, general: { project: 'b' } } },
          null,
          2,
        ),
        'generated-sql/sqldb.map': 'a.sql=bookstore\n',
        'generated-sql/a.sql': 'SELECT 1;',
      },
    },
    'missing-driver': {
      files: {
        'orm.json': configuration({
          bookstore: { adapter: 'mssql', dsn: 'sqlsrv:Server=localhost;Database=a', user: 'a', password: 'b' },
        }),
        'generated-sql/sqldb.map': 'a.sql=bookstore\n',
        'generated-sql/a.sql': 'SELECT 1;',
      },
    },
    'not-utf-8': {
      files: {
        'orm.json': configuration({ bookstore: sqlite }),
        'generated-sql/sqldb.map': 'a.sql=bookstore\n',
        'generated-sql/a.sql': 'latin1',
      },
    },
  };

  test.each(Object.entries(cases))('%s', async (name, { files, args = [] }) => {
    const cwd = project(files);
    if (name === 'not-utf-8') {
      const { writeFileSync } = await import('node:fs');
      writeFileSync(join(cwd, 'generated-sql/a.sql'), Buffer.from([0x2d, 0x2d, 0x20, 0xe9]));
    }
    const { code, stdout, stderr } = await orm(['sql:insert', ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(existsSync(join(cwd, 'data.sqlite'))).toBe(false);
    await expect(stderr).toMatchFileSnapshot(`golden/sql-insert/${name}.txt`);
  });

  test.each([
    '../secret.txt',
    '../../../../../../../../etc/hostname',
    '/etc/hostname',
    'sub/../../secret.txt',
    'sub/own.sql',
    '..',
    '.',
    '..\\secret.txt',
    'C:secret.txt',
    'link.sql',
  ])('%s is no file of the folder: nothing of it is read, run or shown', async (file) => {
    const cwd = project({
      'orm.json': configuration({ bookstore: sqlite }),
      'secret.txt': "hunter2 'never closed",
      'generated-sql/sqldb.map': `${file}=bookstore\n`,
      'generated-sql/sub/own.sql': 'CREATE TABLE own (id INTEGER);',
    });
    symlinkSync('../secret.txt', join(cwd, 'generated-sql/link.sql'));
    for (const args of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await orm(['sql:insert', ...args], { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/names files of its own folder only|is a link that leads out of the folder/);
      expect(stderr).not.toContain('hunter2');
    }
    expect(existsSync(join(cwd, 'data.sqlite'))).toBe(false);
  });

  test('a map that is a link out of the folder is not shown', async () => {
    const cwd = project({ 'orm.json': configuration({ bookstore: sqlite }), 'secret.txt': 'hunter2\n' });
    mkdirSync(join(cwd, 'generated-sql'));
    symlinkSync('../secret.txt', join(cwd, 'generated-sql/sqldb.map'));
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('error: generated-sql/sqldb.map is a link that leads out of its folder');
    expect(stderr).not.toContain('hunter2');
  });

  test('links inside the folder, and a folder that is a link, are followed', async () => {
    const cwd = project({
      'orm.json': configuration({ bookstore: sqlite }),
      'real/sqldb.map': 'link.sql=bookstore\n',
      'real/own.sql': 'CREATE TABLE own (id INTEGER);',
    });
    symlinkSync('own.sql', join(cwd, 'real/link.sql'));
    symlinkSync('real', join(cwd, 'generated-sql'));
    expect(await orm(['sql:insert'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  test('an empty map is a warning', async () => {
    const cwd = project({ 'orm.json': configuration({ bookstore: sqlite }), 'generated-sql/sqldb.map': '# nothing\n' });
    const { code, stderr } = await orm(['sql:insert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('warning: generated-sql/sqldb.map lists no file to run');
  });

  test('several files and connections, one limited by --connection, and --sql-dir', async () => {
    const cwd = project({
      'orm.json': configuration({ a: { ...sqlite, dsn: 'sqlite:a.sqlite' }, b: { ...sqlite, dsn: 'sqlite:b.sqlite' } }),
      'sql/sqldb.map': 'one.sql=a\ntwo.sql=b\nthree.sql=a\nthree.sql=a\n',
      'sql/one.sql': 'CREATE TABLE one (id INTEGER PRIMARY KEY);',
      'sql/two.sql': 'CREATE TABLE two (id INTEGER);',
      'sql/three.sql': 'DROP TABLE IF EXISTS three; CREATE TABLE three (id INTEGER REFERENCES one (id));',
    });
    const limited = await orm(['insert-sql', '--sql-dir', 'sql', '--connection', 'b'], { cwd });
    expect(limited).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(cwd, 'a.sqlite'))).toBe(false);
    const all = await orm(['sql:insert', '--sql-dir', 'sql'], { cwd });
    expect(all.code).toBe(1);
    expect(all.stderr).toContain('table two already exists');
    expect(all.stderr).toContain('done before, and it stays: "a"');
    expect(timeless(all.stdout)).toBe('one.sql → a: 1 statement in 0 ms\nthree.sql → a: 2 statements in 0 ms\n');
  });
});
