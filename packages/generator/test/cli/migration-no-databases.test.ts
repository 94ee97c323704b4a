import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const CONNECTIONS = { shop: { adapter: 'sqlite', dsn: 'sqlite:@DB@.db' } };

describe.each([
  ['an empty list', []],
  ['an empty text', ''],
  ['an empty file', '@customers.txt'],
])('migrations.connections with %s', (_, names) => {
  test('is an error for whoever deploys', async () => {
    const cwd = project({
      'orm.json': configuration(CONNECTIONS, { migrations: { connections: { shop: names } } }),
      'schema.xml': START,
      'customers.txt': '# nobody yet\n',
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    for (const command of ['migrate', 'migrate --connection shop', 'up', 'down', 'status --check', 'baseline']) {
      const { code, stdout, stderr } = await orm(cwd, ...`migration:${command}`.split(' '));
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr).toContain(
        'error: there are no databases for the migrations of "shop": migrations.connections.shop names none\n',
      );
    }
    const status = await orm(cwd, 'migration:status');
    expect({ code: status.code, stdout: status.stdout }).toEqual({ code: 0, stdout: '' });
    expect(status.stderr).toContain('warning: there are no databases for the migrations of "shop"');
    expect((await orm(cwd, 'migration:diff', '--from-database')).stderr).toContain('error: there are no databases for');
  });
});

test('generator.connections with members of groups only', async () => {
  const cwd = project({
    'orm.json': configuration(
      { ...CONNECTIONS, tenant: { adapter: 'sqlite', dsn: 'sqlite:tenant.db' } },
      { migrations: { connections: { shop: ['tenant'] } }, generator: { connections: ['tenant'] } },
    ),
    'schema.xml': START,
  });
  const refused = await orm(cwd, 'migration:migrate');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'error: there are no databases: no connection of generator.connections has migrations of its own\n',
  );
  writeFileSync(
    join(cwd, 'orm.json'),
    configuration(
      { ...CONNECTIONS, tenant: { adapter: 'sqlite', dsn: 'sqlite:tenant.db' } },
      { migrations: { connections: { shop: ['tenant'] } }, generator: { connections: ['shop'] } },
    ),
  );
  expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stdout: 'tenant: no migrations\n' });
});
