import { chmodSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orm } from '../cli/support/orm.js';
import { configuration } from '../cli/support/project.js';
import { Sandbox } from '../support/sandbox.js';

const GRAPHVIZ = '@hpcc-js/wasm-graphviz';
const PLANTED = [GRAPHVIZ, 'pg', 'mysql2', 'better-sqlite3'];

/** What would load a package from outside; SVG needs Graphviz, the connections their drivers. */
const COMMANDS = [
  ['schema:show', '--format', 'svg'],
  ['schema:show', '--output', 'model.html'],
  ['doctor', '--timeout', '2'],
  ['sql:insert'],
  ['list:check'],
  ['database:reverse', 'pg'],
  ['database:reverse', 'my'],
  ['--version'],
];

/** A project in `<root>/above/project`, and a copy of orm that has nothing installed beside it. */
let sandbox: Sandbox;
let bin: string;

beforeEach(() => {
  sandbox = new Sandbox({
    'orm.json': configuration({
      pg: { adapter: 'pgsql', dsn: 'pgsql:host=127.0.0.1;port=1;dbname=a', user: 'a', password: 'b' },
      my: { adapter: 'mysql', dsn: 'mysql:host=127.0.0.1;port=1;dbname=a', user: 'a', password: 'b' },
    }),
    'pg_schema.xml':
      '<database name="pg"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/></table></database>',
    'my_schema.xml':
      '<database name="my"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/></table></database>',
    'generated-sql/sqldb.map': 'a.sql=pg\nb.sql=my\n',
    'generated-sql/a.sql': 'SELECT 1;',
    'generated-sql/b.sql': 'SELECT 1;',
  });
  for (const part of ['bin', 'dist', 'package.json']) {
    const from = fileURLToPath(new URL(`../../${part}`, import.meta.url));
    cpSync(from, join(sandbox.root, 'tools/inner/node_modules/ormgen', part), { recursive: true });
  }
  bin = join(sandbox.root, 'tools/inner/node_modules/ormgen/bin/orm');
});

afterEach(() => {
  sandbox.remove();
});

/** Packages in a folder, relative to the project, that leave a file behind when they are loaded. */
function plant(folder: string): void {
  const code = `require('node:fs').appendFileSync(${JSON.stringify(join(sandbox.root, 'ran'))}, __filename + '\\n');\n`;
  for (const name of PLANTED) {
    const at = `${folder}/node_modules/${name}`;
    sandbox.write(`${at}/package.json`, JSON.stringify({ name, version: '99.0.0', main: './index.js' }));
    for (const file of ['index.js', 'promise.js']) sandbox.write(`${at}/${file}`, code);
  }
}

const hasRun = (): boolean => existsSync(join(sandbox.root, 'ran'));

describe('packages of a folder above', () => {
  test.each([
    ['the project', '..'],
    ['the project, farther away', '../..'],
    ['orm itself', '../../tools'],
  ])('%s are neither run nor counted as installed', async (_, folder) => {
    plant(folder);
    for (const args of COMMANDS) {
      const { stdout } = await orm(args, { cwd: sandbox.project, bin });
      expect({ args, ran: hasRun() }).toEqual({ args, ran: false });
      expect(stdout).not.toContain('99.0.0');
    }
  });

  test('the working directory are not run when the project is elsewhere', async () => {
    plant('../../tools');
    const cwd = join(sandbox.root, 'tools');
    for (const args of [['schema:show', '--format', 'svg'], ['sql:insert']]) {
      const { code } = await orm([...args, '--config-dir', sandbox.project], { cwd, bin });
      expect({ code, ran: hasRun() }).toEqual({ code: 1, ran: false });
    }
  });

  test('are not run either where everybody can call a folder a workspace', async () => {
    plant('..');
    sandbox.write('../package.json', JSON.stringify({ workspaces: ['*'] }));
    chmodSync(join(sandbox.root, 'above'), 0o1777);
    await orm(['schema:show', '--format', 'svg'], { cwd: sandbox.project, bin });
    expect(hasRun()).toBe(false);
  });

  test('are not run in place of a file that a package of the project has not', async () => {
    plant('..');
    sandbox.write(`node_modules/${GRAPHVIZ}/package.json`, JSON.stringify({ name: GRAPHVIZ, version: '1.0.0' }));
    const { stderr } = await orm(['schema:show', '--format', 'svg'], { cwd: sandbox.project, bin });
    expect(stderr).toContain(`the package ${GRAPHVIZ} is installed but cannot be loaded`);
    expect(hasRun()).toBe(false);
  });
});

describe('packages are found', () => {
  test.each([
    ['in the project', '.'],
    ['beside orm', '../../tools/inner'],
    ['in orm itself', '../../tools/inner/node_modules/ormgen'],
  ])('%s', async (_, folder) => {
    plant(folder);
    await orm(['schema:show', '--format', 'svg'], { cwd: sandbox.project, bin });
    expect(hasRun()).toBe(true);
    expect((await orm(['--version'], { cwd: sandbox.project, bin })).stdout).toContain('pg 99.0.0');
  });

  test.each([
    ['npm', 'package.json', JSON.stringify({ workspaces: ['above/*'] })],
    ['Yarn', 'package.json', JSON.stringify({ workspaces: { packages: ['above/*'] } })],
    ['pnpm', 'pnpm-workspace.yaml', 'packages: [above/*]\n'],
  ])('in the root of a workspace of %s', async (_, file, text) => {
    plant('../..');
    sandbox.write(`../../${file}`, text);
    await orm(['schema:show', '--format', 'svg'], { cwd: sandbox.project, bin });
    expect(hasRun()).toBe(true);
  });
});
