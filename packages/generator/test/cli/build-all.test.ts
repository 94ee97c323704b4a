import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { filesIn } from './support/init.js';
import { configuration, project } from './support/project.js';

const SCHEMA =
  '<database name="app"><table name="author"><column name="id" type="INTEGER" primaryKey="true"/></table></database>\n';
const app = (schema = SCHEMA): string =>
  project({
    'orm.json': configuration({ app: { adapter: 'sqlite', dsn: 'sqlite:app.db' } }),
    'schema.xml': schema,
  });

describe('build:all', () => {
  test('writes what the three commands write', async () => {
    const [together, apart] = [app(), app()];
    const { code, stdout } = await orm(together, 'build:all');
    expect(code).toBe(0);
    expect(stdout).toContain('1 table → ');
    for (const command of ['sql:build', 'model:build', 'config:convert']) await orm(apart, command);
    expect(filesIn(together)).toEqual(filesIn(apart));
    expect(filesIn(together)).toEqual(
      expect.arrayContaining([
        'generated-sql/app.sql',
        'generated-classes/Base/Author.php',
        'generated-conf/config.php',
      ]),
    );
  });

  test('--check names each command that is behind, and writes nothing', async () => {
    const cwd = app();
    const before = filesIn(cwd);
    const behind = await orm(cwd, 'build:all', '--check');
    expect(behind.code).toBe(2);
    expect(behind.stderr.match(/run "orm [\w:]+"/g)).toEqual([
      'run "orm sql:build"',
      'run "orm model:build"',
      'run "orm config:convert"',
    ]);
    expect(filesIn(cwd)).toEqual(before);
    await orm(cwd, 'build:all');
    expect(await orm(cwd, 'build:all', '--check')).toMatchObject({ code: 0, stderr: '' });
    rmSync(join(cwd, 'generated-classes/Base/Author.php'));
    const one = await orm(cwd, 'build:all', '--check');
    expect(one.code).toBe(2);
    expect(one.stderr).toBe('not up to date: run "orm model:build"\n');
  });

  test('an error is said once and ends the work; --json has the documents of all steps', async () => {
    const cwd = app(SCHEMA.replace('"INTEGER"', '"INTEGR"'));
    const { code, stderr } = await orm(cwd, 'build:all');
    expect(code).toBe(1);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(filesIn(cwd)).toEqual(['orm.json', 'schema.xml']);
    writeFileSync(join(cwd, 'schema.xml'), SCHEMA);
    const { build } = JSON.parse((await orm(cwd, 'build:all', '--json')).stdout) as { build: object };
    expect(Object.keys(build)).toEqual(['sql:build', 'model:build', 'config:convert']);
  });

  test('a warning of the schema is said once', async () => {
    const long = `<index name="${'n'.repeat(80)}"><index-column name="id"/></index></table>`;
    const cwd = project({
      'orm.json': configuration({ app: { adapter: 'pgsql', dsn: 'pgsql:host=localhost;dbname=app' } }),
      'schema.xml': SCHEMA.replace('</table>', long),
    });
    const { code, stderr } = await orm(cwd, 'build:all');
    expect(code).toBe(0);
    expect(stderr.match(/^warning: the name of this index is longer/gm)).toHaveLength(1);
  });

  test('build is still another name of model:build', async () => {
    const cwd = app();
    await orm(cwd, 'build');
    expect(filesIn(cwd)).not.toContain('generated-sql/app.sql');
  });
});
