import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { FORMATS } from '../../src/config/write/write.js';
import { orm } from '../support/orm-in-process.js';
import { project } from './support/project.js';
import { sqliteFile } from './support/sqlite.js';

const FLAGS = ['init', '--adapter', 'sqlite', '--file', 'shop.db', '--no-build', '--yes'];

test.each(FORMATS)('orm.%s keeps rows, and protects a database that was imported', async (format) => {
  for (const start of ['--import', '--sample']) {
    const cwd = project({});
    sqliteFile(join(cwd, 'shop.db'), (run) => run('CREATE TABLE country (code CHAR(2) PRIMARY KEY)'));
    expect(await orm(cwd, ...FLAGS, start, '--format', format)).toMatchObject({ code: 0 });
    const { connections, generator } = await loadConfig({ cwd, env: {} });
    expect(generator.sqlInsert).toEqual({ rows: 'refuse' });
    expect([...connections.values()].map((connection) => connection.protected)).toEqual([start === '--import']);
  }
});

test('any other word is refused, with those that there are', async () => {
  const cwd = project({
    'orm.yaml':
      'orm:\n  database:\n    connections:\n      app:\n        adapter: sqlite\n        dsn: sqlite:a.db\n  generator:\n    sqlInsert:\n      rows: keep\n',
  });
  const { code, stderr } = await orm(cwd, 'sql:insert');
  expect(code).toBe(1);
  expect(stderr).toContain('generator.sqlInsert.rows cannot be "keep"');
  expect(stderr).toContain('erase, refuse');
});
