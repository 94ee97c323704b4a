import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { migrationsIn } from './support/migrations.js';
import { configuration, project } from './support/project.js';

const schema = (name: string, columns: string): string =>
  `<database name="${name}"><table name="t_${name}"><column name="id" type="INTEGER" primaryKey="true"/>${columns}</table></database>`;
const column = (name: string, more = ''): string => `<column name="${name}" type="INTEGER" ${more}/>`;

/** Two databases, in each of which a table has been made. */
async function two(): Promise<string> {
  const cwd = project({
    'orm.json': configuration({ a: { adapter: 'sqlite' }, b: { adapter: 'sqlite' } }),
    'a-schema.xml': schema('a', column('x')),
    'b-schema.xml': schema('b', column('x')),
  });
  expect(await orm(cwd, 'migration:diff', '--name', 'start')).toMatchObject({ code: 0 });
  return cwd;
}

describe('names in a project with two databases', () => {
  it('are those of the database that has them', async () => {
    const cwd = await two();
    writeFileSync(join(cwd, 'a-schema.xml'), schema('a', column('y')));
    expect(await orm(cwd, 'migration:diff', '--name', 'next', '--rename', 't_a.x=y')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('rename column t_a.x → y') as string,
    });
    writeFileSync(join(cwd, 'b-schema.xml'), schema('b', column('z', 'required="true"')));
    const { code, stdout } = await orm(cwd, 'migration:diff', '--drop', 't_b.x', '--fill', 't_b.z=7');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('drop column t_b.x') as string });
  });

  it.each([
    ['--rename', 't_c.x=y', '--rename "t_c.x": the migrations have no such table or column'],
    ['--drop', 't_c.x', '--drop "t_c.x": the migrations have no such table or column'],
    ['--fill', 't_c.x=1', '--fill names "t_c.x", and no such column becomes required'],
  ])('are refused where none has them: %s %s', async (option, words, message) => {
    const { code, stderr } = await orm(await two(), 'migration:diff', option, words);
    expect({ code, errors: stderr.split('\n').filter((line) => line.startsWith('error')) }).toEqual({
      code: 1,
      errors: [`error: ${message}`],
    });
  });
});

describe('a file of a migration that is missing', () => {
  it('is not an empty one: checks.sql', async () => {
    const file = 'checks.sql';
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'mysql' } }),
      'schema.xml': schema('shop', column('x')),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    writeFileSync(join(cwd, 'schema.xml'), schema('shop', column('x', 'required="true"')));
    await orm(cwd, 'migration:diff', '--name', 'required');
    const folder = join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '');
    expect(readFileSync(join(folder, 'checks.sql'), 'utf8')).toContain('becomes required');
    rmSync(join(folder, file));
    const refused = await orm(cwd, 'migration:diff', '--check');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      new RegExp(
        `_required/${file}" is missing\n  = restore the file from version control; if nothing is to be in it, make an empty one`,
      ),
    );
    writeFileSync(join(folder, file), '');
    expect(await orm(cwd, 'migration:diff', '--check')).toMatchObject({ code: 0 });
  });
});

describe.each(['mariadb', 'mysql9'] as const)('a text that becomes an ENUM on %s', (engine) => {
  it('keeps its capitals and blanks, or is refused', async (context) => {
    const database = await freshDatabase(engine, context);
    const text = '<column name="color" type="VARCHAR" size="20"/>';
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }),
      'schema.xml': schema('shop', text),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    await database.query("INSERT INTO t_shop (id, color) VALUES (1, 'RED'), (2, 'green'), (3, 'red '), (4, 'grün')");
    const labels = '<column name="color" type="ENUM" enumStorage="label" valueSet="red, green, grün"/>';
    writeFileSync(join(cwd, 'schema.xml'), schema('shop', labels));
    await orm(cwd, 'migration:diff', '--name', 'labels');
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.stderr).toContain('error: 2 rows stand in the way: t_shop.color becomes ENUM');
    expect(refused.stderr).toContain('1, 3 on "shop"');
    await database.query("UPDATE t_shop SET color = 'red' WHERE id IN (1, 3)");
    expect(await orm(cwd, 'migration:migrate')).toMatchObject({ code: 0 });
    expect(await database.query('SELECT color FROM t_shop ORDER BY id')).toEqual([
      ['red'],
      ['green'],
      ['red'],
      ['grün'],
    ]);
  });
});
