import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { change, migrationsIn, START } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER"/>',
);

describe.each(['sqlite', 'pgsql15', 'mariadb'] as const)('the history behind sql:insert, on %s', (engine) => {
  test('forgets what ran of another branch', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    await orm(cwd, 'migration:diff', '--name', 'start');
    change(cwd, PAGES);
    await orm(cwd, 'migration:diff', '--name', 'pages');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0, stderr: '' });

    const name = migrationsIn(cwd).at(-1) ?? '';
    const folder = join(cwd, 'generated-migrations/shop', name);
    renameSync(folder, join(cwd, 'branch'));
    change(cwd, START);
    await orm(cwd, 'sql:build');
    const inserted = await orm(cwd, 'sql:insert', '--yes');
    expect({ code: inserted.code, stderr: inserted.stderr }).toEqual({ code: 0, stderr: '' });
    expect(inserted.stdout).toContain(
      `recorded as not done: ${name} → shop, which is not in the folder\nshop: 1 migration recorded as done\n`,
    );

    renameSync(join(cwd, 'branch'), folder);
    change(cwd, PAGES);
    expect((await orm(cwd, 'migration:migrate')).stdout).toMatch(/^\d+_pages → shop: \d+ statements? in /);
    expect(await database.query('SELECT pages FROM book')).toEqual([]);
    expect((await orm(cwd, 'migration:status', '--check')).code).toBe(0);
  });

  test('names SQL of your own that never ran', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': START });
    await orm(cwd, 'migration:diff', '--name', 'start');
    await orm(cwd, 'migration:create', '--name', 'empty');
    await orm(cwd, 'migration:create', '--name', 'own');
    const name = migrationsIn(cwd).at(-1) ?? '';
    writeFileSync(
      join(cwd, 'generated-migrations/shop', name, 'up.sql'),
      "INSERT INTO author (name) VALUES ('Leo');\n",
    );
    await orm(cwd, 'sql:build');
    const { code, stderr } = await orm(cwd, 'sql:insert', '--yes');
    expect(code).toBe(0);
    expect(stderr).toBe(
      [
        'warning: 1 migration with SQL of your own never ran on "shop", and is recorded as done',
        `  = generated-migrations/shop/${name}/up.sql`,
        '  = sql:insert makes what the schema says only: run those files with a client of the database, if what they do is needed',
        '',
        '1 warning',
        '',
      ].join('\n'),
    );
    expect(await orm(cwd, 'sql:insert', '--yes')).toMatchObject({ code: 0, stderr: '' });
  });
});
