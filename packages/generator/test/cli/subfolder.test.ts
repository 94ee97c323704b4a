import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { filesIn } from './support/init.js';
import { configuration, project } from './support/project.js';
import { Watching } from './support/watching.js';

const SCHEMA =
  '<database name="app"><table name="author"><column name="id" type="INTEGER" primaryKey="true"/></table></database>\n';

function below(...folders: readonly string[]): { root: string; cwd: string } {
  const root = project({
    'orm.json': configuration({ app: { adapter: 'sqlite', dsn: 'sqlite:app.db' } }),
    'schema.xml': SCHEMA,
  });
  const cwd = join(root, ...folders);
  mkdirSync(cwd, { recursive: true });
  return { root, cwd };
}

describe('a subfolder of a project', () => {
  test('is part of it: files go where they go from its root, and the configuration is named', async () => {
    const { root, cwd } = below('src', 'Model');
    const built = await orm(cwd, 'build:all');
    expect(built.code).toBe(0);
    const said = built.stderr.split('\n').filter((line) => line.startsWith('note: '));
    expect(said).toEqual([`note: the project is in a folder above: using ${join(root, 'orm.json')}`]);
    expect(built.stdout).toContain('created: ../../generated-sql/app.sql');
    const inserted = await orm(cwd, 'sql:insert');
    expect(inserted.code).toBe(0);
    expect(filesIn(root)).toEqual(expect.arrayContaining(['app.db', 'generated-conf/config.php']));
    expect(filesIn(cwd)).toEqual([]);
    const checked = JSON.parse((await orm(cwd, 'schema:check', '--json')).stdout) as { diagnostics: object[] };
    expect(checked.diagnostics).toMatchObject([{ severity: 'note', code: 'config/above' }]);
    expect((await orm(cwd, '--version')).stdout).toContain('../../orm.json');
  });

  test('has a configuration of its own, where there is one', async () => {
    const { cwd } = below('other');
    writeFileSync(join(cwd, 'orm.json'), configuration({ mine: { adapter: 'sqlite', dsn: 'sqlite:mine.db' } }));
    writeFileSync(join(cwd, 'schema.xml'), SCHEMA.replace('"app"', '"mine"'));
    expect(await orm(cwd, 'sql:build')).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(cwd)).toContain('generated-sql/mine.sql');
  });

  test('is not part of a project outside its repository; a folder that is named is taken as it is', async () => {
    const { root, cwd } = below('repository', 'src');
    mkdirSync(join(root, 'repository', '.git'));
    const outside = await orm(cwd, 'schema:check');
    expect(outside.code).toBe(1);
    expect(outside.stderr).toContain('in ., conf, config and the folders above\n');
    const named = await orm(join(root, 'repository'), 'schema:check', '--config-dir', 'src');
    expect(named.code).toBe(1);
    expect(named.stderr).toMatch(/in src, src\/conf, src\/config\n/);
  });

  test('sees changes of the files above with --watch', async () => {
    const { root, cwd } = below('src');
    const run = new Watching(['sql:build', '--watch'], cwd);
    await run.until(/1 table → /);
    writeFileSync(join(root, 'schema.xml'), SCHEMA.replace('author', 'writer'));
    expect(await run.until(/1 table → /)).toContain('schema.xml changed');
    writeFileSync(join(root, 'orm.json'), '{ broken');
    expect(await run.until(/1 error/)).toContain('orm.json changed');
    run.kill('SIGINT');
    expect(await run.ended()).toBe(0);
  });
});
