import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { project } from './support/project.js';

const projectWith = (adapter: string, dsn: string, target = 'typescript'): string =>
  project({
    'orm.yaml': [
      'orm:',
      '  database:',
      '    connections:',
      '      shop:',
      `        adapter: ${adapter}`,
      '        user: anna',
      `        dsn: "${dsn}"`,
      '  generator:',
      `    targets: [${target}]`,
      '  paths:',
      '    tsDir: src/models',
      '',
    ].join('\n'),
  });

const config = (folder: string): string => readFileSync(join(folder, 'src/models/config.ts'), 'utf8');

describe('config.ts', () => {
  test('has a DSN that asks for encryption, whose files are found from the project folder', async () => {
    const folder = projectWith('pgsql', 'pgsql:host=db;sslmode=verify-full;sslrootcert=ca.pem');
    expect(await orm(folder, 'config:convert')).toMatchObject({ code: 0, stderr: '' });
    expect(config(folder)).toContain("import { pgsql, projectRoot } from '@ormgen/runtime/pgsql';");
    expect(config(folder)).toContain(`root: projectRoot(import.meta.url, 'orm.yaml')`);
  });

  test.each([
    ['pgsql:host=db;sslmode=verify-full', false],
    ['pgsql:host=%env.DB_HOST%;dbname=shop', false],
    ['%env.DATABASE_URL%', true],
    ['postgres://db/shop?sslmode=require&sslcert=own.pem', true],
  ])('names the project folder only where a DSN may name files: %s', async (dsn, names) => {
    const folder = projectWith('pgsql', dsn);
    expect(await orm(folder, 'config:convert')).toMatchObject({ code: 0, stderr: '' });
    expect(config(folder).includes('root:')).toBe(names);
  });

  test('a parameter that only PHP follows is refused at its line', async () => {
    const folder = projectWith('pgsql', 'pgsql:host=db;target_session_attrs=read-write');
    const { code, stderr } = await orm(folder, 'config:convert');
    expect(code).toBe(1);
    expect(stderr).toBe(`error: the driver for Node does not follow target_session_attrs in the DSN
  --> orm.yaml:7:14
   |
 7 |         dsn: "pgsql:host=db;target_session_attrs=read-write"
   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = remove it; only the PHP driver does

1 error
`);
    expect(await orm(projectWith('pgsql', 'pgsql:host=db;keepalives=1', 'php'), 'config:convert')).toMatchObject({
      code: 0,
    });
  });

  test.each([
    ['pgsql', 'pgsql:host=db;channel_binding=require', 'cannot do what channel_binding in the DSN asks for'],
    ['pgsql', 'pgsql:host=%env.DB_HOST%;gssencmode=require', 'cannot do what gssencmode in the DSN asks for'],
    ['pgsql', 'pgsql:host=a,b', 'the DSN names several hosts, and the driver for Node connects to one'],
    ['pgsql', 'pgsql:host=a;client_encoding=LATIN1', 'the DSN asks for another character set'],
    ['mysql', 'mysql:host=a;charset=latin1', 'the DSN asks for another character set'],
    ['mysql', 'mysql:host=a;sslmode=verify-full', 'unknown parameter'],
  ])('what an application could not follow is refused: %s, %s', async (adapter, dsn, message) => {
    const { code, stderr } = await orm(projectWith(adapter, dsn), 'config:convert');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain('--> orm.yaml:7:');
  });
});
