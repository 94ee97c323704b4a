import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { configuration, project } from '../../cli/support/project.js';
import { nodeBinary, ROOT } from '../../package/packed.js';
import { orm } from '../../support/orm-in-process.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
  </table>
</database>`;

const application = (extension: string): string => `import { orm } from './models/config.${extension}';
import { Book, BookQuery } from './models/index.${extension}';

await Book.create({ title: 'Emma' });
console.log(String(await BookQuery.create().count()));
await orm.close();
`;

/** A project whose DSN names a file relative to its folder, built and inserted; the application is not compiled yet. */
async function built(extension: 'js' | 'ts', place = '', tsDir = 'src/models'): Promise<string> {
  const connection = { adapter: 'sqlite', dsn: 'sqlite:shop.db' };
  const generator = { targets: ['typescript'], typescript: { importExtension: extension } };
  const folder = project({
    [`${place}schema.xml`]: SCHEMA,
    [`${place}orm.json`]: configuration({ shop: connection }, { generator, paths: { tsDir } }),
    'package.json': '{ "type": "module" }\n',
    'src/app.ts': application(extension),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(join(folder, place), command)).toMatchObject({ code: 0, stderr: '' });
  }
  return folder;
}

function compile(folder: string, ...options: readonly string[]): void {
  // Whether the files have the right types is asked elsewhere.
  const args = ['--noCheck', '--module', 'nodenext', '--target', 'es2022', ...options, 'src/app.ts'];
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], { cwd: folder });
}

/** Where a program is started must not matter. */
const run = (node: string, file: string): string =>
  execFileSync(node, [file], { cwd: tmpdir(), encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } });

describe('a relative file of SQLite is that of the project folder', { timeout: 600_000 }, () => {
  test.each([
    ['beside its source', 'src/app.js', []],
    ['with an outDir of the same depth', 'dist/app.js', ['--outDir', 'dist', '--rootDir', 'src']],
    ['with an outDir of another depth', 'dist/src/app.js', ['--outDir', 'dist', '--rootDir', '.']],
    ['far down', 'out/server/esm/src/app.js', ['--outDir', 'out/server/esm', '--rootDir', '.']],
  ])('compiled %s', async (_, file, options) => {
    const folder = await built('js');
    compile(folder, ...options);
    expect(run(process.execPath, join(folder, file))).toBe('1\n');
  });

  test.each(['22.23.3', '24.9.0'])('by the type stripping of Node %s', async (version) => {
    const folder = await built('ts');
    expect(run(nodeBinary(version), join(folder, 'src/app.ts'))).toBe('1\n');
  });

  test('compiled from files that name each other by .ts', async () => {
    const folder = await built('ts');
    compile(folder, '--rewriteRelativeImportExtensions', '--outDir', 'dist', '--rootDir', '.');
    expect(run(process.execPath, join(folder, 'dist/src/app.js'))).toBe('1\n');
  });

  test('in a bundle', async () => {
    const folder = await built('js');
    const outfile = join(folder, 'out/bundle/app.mjs');
    await build({
      ...{ entryPoints: [join(folder, 'src/app.ts')], outfile, bundle: true, platform: 'node', format: 'esm' },
      external: ['better-sqlite3', 'node:sqlite'],
    });
    expect(run(process.execPath, outfile)).toBe('1\n');
  });

  test('deployed without the configuration of the generator', async () => {
    const folder = await built('js');
    compile(folder, '--outDir', 'dist', '--rootDir', '.');
    for (const file of ['orm.json', 'schema.xml', 'src']) rmSync(join(folder, file), { recursive: true });
    expect(run(process.execPath, join(folder, 'dist/src/app.js'))).toBe('1\n');
  });

  test('moved together with its project', async () => {
    const folder = await built('js');
    compile(folder, '--outDir', 'dist', '--rootDir', '.');
    const moved = project({});
    cpSync(folder, moved, { recursive: true, verbatimSymlinks: true });
    rmSync(join(folder, 'shop.db'));
    expect(run(process.execPath, join(moved, 'dist/src/app.js'))).toBe('1\n');
  });

  test('that is not above config.ts', async () => {
    const folder = await built('js', 'db/', '../src/models');
    compile(folder);
    expect(run(process.execPath, join(folder, 'src/app.js'))).toBe('1\n');
    expect(existsSync(join(folder, 'shop.db'))).toBe(false);
  });
});
