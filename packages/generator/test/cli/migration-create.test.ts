import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const sqlite = (dsn: string) => ({ adapter: 'sqlite', dsn: `sqlite:${dsn}` });

const folders = (cwd: string): string[] => {
  const path = join(cwd, 'generated-migrations');
  return existsSync(path) ? readdirSync(path).sort() : [];
};

test('migration:create works on generator.connections', async () => {
  const cwd = project({
    'orm.json': configuration(
      { shop: sqlite('shop.db'), legacy: sqlite('legacy.db') },
      { generator: { connections: ['shop'] } },
    ),
    'schema.xml': START,
  });
  expect((await orm(cwd, 'migration:create', '--name', 'own')).stdout).toMatch(/^created: \S+\/shop\/\d+_own\/ .*\n$/);
  expect(folders(cwd)).toEqual(['shop']);
  expect((await orm(cwd, 'migration:create', '--connection', 'legacy')).code).toBe(0);
  expect(folders(cwd)).toEqual(['legacy', 'shop']);
});

test('migration:create makes no folder for a database that has the migrations of another', async () => {
  const cwd = project({
    'orm.json': configuration(
      { shop: sqlite('@DB@.db'), tenant: sqlite('tenant.db'), other: sqlite('other.db') },
      { migrations: { connections: { shop: ['tenant', 'customer_1'] } } },
    ),
    'schema.xml': START,
  });
  expect((await orm(cwd, 'migration:create', '--name', 'own')).code).toBe(0);
  expect(folders(cwd)).toEqual(['other', 'shop']);
  for (const name of ['tenant', 'customer_1']) {
    const created = await orm(cwd, 'migration:create', '--name', 'more', '--connection', name);
    expect(created.stdout).toMatch(/^created: \S+\/shop\/\d+_more\/ .*\n$/);
  }
  expect(folders(cwd)).toEqual(['other', 'shop']);
  const unknown = await orm(cwd, 'migration:create', '--connection', 'tenand');
  expect(unknown.stderr).toContain('error: there is no connection "tenand"\n  = did you mean "tenant"?\n');
});

test('migration:create needs no file that only production has', async () => {
  const cwd = project({
    'orm.json': configuration({ shop: sqlite('@DB@.db') }, { migrations: { connections: { shop: '@customers.txt' } } }),
    'schema.xml': START,
  });
  expect((await orm(cwd, 'migration:create', '--name', 'own')).code).toBe(0);
});
