import { chmodSync, existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const shop = { adapter: 'pgsql', dsn: 'pgsql:host=db;dbname=shop', user: 'anna', password: '%env.DB_PASSWORD%' };
const archive = { adapter: 'sqlite', dsn: 'sqlite:archive.sqlite' };
const FILE = 'generated-conf/config.php';
const read = (cwd: string, path = FILE): string => readFileSync(join(cwd, path), 'utf8');
const modeOf = (cwd: string): number => statSync(join(cwd, FILE)).mode & 0o777;

describe('config:convert', () => {
  test('writes config.php and says so in one line', async () => {
    const cwd = project({ 'orm.json': configuration({ shop, archive }) });
    const line = `${FILE} (2 connections, default shop)\n`;
    expect(await orm(['config:convert'], { cwd })).toEqual({ code: 0, stdout: `created: ${line}`, stderr: '' });
    expect(read(cwd)).toContain("'password' => \\Orm\\Runtime\\Orm::env('DB_PASSWORD')");
    expect(await orm(['convert-conf'], { cwd })).toEqual({ code: 0, stdout: `unchanged: ${line}`, stderr: '' });
  });

  test('does not touch a file that stays the same', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: { ...shop, password: 'hunter2' } }) });
    await orm(['config:convert'], { cwd });
    const long = new Date('2001-02-03T04:05:06Z');
    utimesSync(join(cwd, FILE), long, long);
    const { ino } = statSync(join(cwd, FILE));
    await orm(['config:convert'], { cwd });
    expect(statSync(join(cwd, FILE))).toMatchObject({ mtime: long, ino });
  });

  test('needs neither a schema nor the variables it looks up', async () => {
    const cwd = project({ 'orm.json': configuration({ shop }) });
    expect((await orm(['config:convert'], { cwd, env: {} })).code).toBe(0);
    expect((await orm(['config:convert'], { cwd, env: { DB_PASSWORD: 'hunter2' } })).stdout).toMatch(/^unchanged/);
    expect(read(cwd)).not.toContain('hunter2');
  });

  test('--check and --dry-run write nothing', async () => {
    const cwd = project({ 'orm.json': configuration({ shop }) });
    expect(await orm(['config:convert', '--check'], { cwd })).toEqual({
      code: 2,
      stdout: `would be created: ${FILE} (1 connection, default shop)\n`,
      stderr: 'not up to date: run "orm config:convert"\n',
    });
    expect(await orm(['config:convert', '--dry-run'], { cwd })).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, 'generated-conf'))).toBe(false);
    await orm(['config:convert'], { cwd });
    expect(await orm(['config:convert', '--check'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  test('--json is one document', async () => {
    const replicas = [{ dsn: 'pgsql:host=a' }, { dsn: 'pgsql:host=b' }];
    const cwd = project({ 'orm.json': configuration({ shop: { ...shop, ...{ replicas } }, archive }) });
    const { stdout, stderr } = await orm(['config:convert', '--json'], { cwd });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      command: 'config:convert',
      diagnostics: [],
      folder: 'generated-conf',
      connections: [
        { name: 'shop', adapter: 'pgsql', replicas: 2 },
        { name: 'archive', adapter: 'sqlite', replicas: 0 },
      ],
      defaultConnection: 'shop',
      files: [{ path: 'config.php', status: 'created' }],
    });
  });

  test('--quiet says nothing', async () => {
    const cwd = project({ 'orm.json': configuration({ shop }) });
    expect(await orm(['config:convert', '--quiet'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('warns of an attribute that sounds like encryption and asks for none', async () => {
    const mysql = { adapter: 'mysql', dsn: 'mysql:host=db;dbname=a', user: 'anna' };
    const attributes = { MYSQL_ATTR_SSL_VERIFY_SERVER_CERT: false };
    const cwd = project({ 'orm.json': configuration({ shop: { ...mysql, attributes } }) });
    const { code, stderr } = await orm(['config:convert'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('MYSQL_ATTR_SSL_VERIFY_SERVER_CERT alone does not ask for encryption');
  });

  test('another folder and another name', async () => {
    const cwd = project({ 'orm.json': configuration({ shop }, { paths: { phpConfDir: 'php' } }) });
    expect((await orm(['config:convert'], { cwd })).stdout).toMatch(/^created: php\/config\.php /);
    const options = ['--output-dir', 'else/where', '--output-file', 'db.php'];
    expect((await orm(['config:convert', ...options], { cwd })).stdout).toMatch(/^created: else\/where\/db\.php /);
    expect(read(cwd, 'else/where/db.php')).toContain("'root' => __DIR__ . '/../..',");
  });

  test('a name with a folder in it is refused', async () => {
    const cwd = project({ 'orm.json': configuration({ shop }) });
    for (const name of ['../orm.json', 'a/b.php', '..', '']) {
      expect(await orm(['config:convert', '--output-file', name], { cwd })).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: --output-file takes the name of a file, not "${name}"\n  = give the folder with --output-dir\n\n1 error\n`,
      });
    }
  });

  test('a connection without a DSN is an error at its place', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: { adapter: 'pgsql' } }) });
    expect(await orm(['config:convert'], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: the connection "shop" has no dsn, so that PHP could not connect to its database
  --> orm.json:5:9
   |
 5 |         "shop": {
   |         ^^^^^^
   = add dsn, or name the connections that PHP uses in runtime.connections

1 error
`,
    });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });
});

describe('a password in the configuration', () => {
  const secret = { ...shop, password: 'hunter2' };

  test('draws a warning that does not show it, and the file is not for everybody', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: secret }) });
    const { code, stdout, stderr } = await orm(['config:convert'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `created: ${FILE} (1 connection, default shop)\n` });
    expect(stderr).toContain('warning: the password of the connection "shop" is written into config.php as it is');
    expect(stderr).toContain('write "%env.DB_PASSWORD%" in its place');
    expect(stderr).not.toContain('hunter2');
    expect(modeOf(cwd)).toBe(0o640);
    const { stdout: document } = await orm(['config:convert', '--json'], { cwd });
    expect(document).toContain('config/literal-password');
    expect(document).not.toContain('hunter2');
  });

  test('the mode is fixed where it is wrong, but is no difference for --check', async () => {
    const cwd = project({ 'orm.json': configuration({ shop: secret }, { runtime: { configMode: '0600' } }) });
    await orm(['config:convert'], { cwd });
    expect(modeOf(cwd)).toBe(0o600);
    chmodSync(join(cwd, FILE), 0o644);
    expect((await orm(['config:convert', '--check'], { cwd })).code).toBe(0);
    expect((await orm(['config:convert'], { cwd })).stdout).toMatch(/^changed/);
    expect(modeOf(cwd)).toBe(0o600);
  });
});
