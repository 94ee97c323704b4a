import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked, nodeBinary, packagesIn, ROOT } from './packed.js';
import { blockWith, codeBlocks, withoutTimes } from './readme.js';

/** Newest releases of the lines we support; 22 and later bring SQLite with them. */
const NODE_22 = '22.23.3';
const NODE_24 = '24.9.0';

let project: string;

beforeAll(() => {
  project = installPacked();
});

afterAll(() => {
  rmSync(dirname(project), { recursive: true, force: true });
});

/** What the examples with frameworks ask the environment for. */
const DATABASE = { DB_DSN: 'sqlite:example.sq3', DB_USER: '', DB_USERNAME: '', DB_PASSWORD: '' };

function orm(node: string, args: readonly string[], cwd = project): { code: number | null; out: string; err: string } {
  const env = { ...process.env, ...DATABASE, CI: '' };
  const { status, stdout, stderr } = spawnSync(node, [join(project, 'node_modules/.bin/orm'), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const ownVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'packages/generator/package.json'), 'utf8')) as { version: string }).version;

/** The environment without what a surrounding `npm run` tells npm. */
const withoutNpm = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

function tablesOf(file: string): unknown[] {
  const database = new SqliteDatabase(file, { readonly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all();
  database.close();
  return tables;
}

describe('the packed package', () => {
  it('brings nothing else into a project', () => {
    expect(packagesIn(project)).toEqual(['ormgen']);
    const files = execFileSync('find', ['node_modules/ormgen', '-type', 'f'], { cwd: project, encoding: 'utf8' });
    expect(files).toContain('node_modules/ormgen/schemas/schema.xsd');
    expect(files).toContain('node_modules/ormgen/schemas/orm-config.schema.json');
    expect(files).toContain('node_modules/ormgen/dist/THIRD-PARTY-LICENSES.txt');
    expect(files).toContain('node_modules/ormgen/LICENSE');
    expect(files).toContain('node_modules/ormgen/README.md');
    expect(files).toContain('node_modules/ormgen/SECURITY.md');
    const licences = readFileSync(join(project, 'node_modules/ormgen/dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const [, ...bundled] = `\n${'-'.repeat(80)}\n\n${licences}`.split(`\n${'-'.repeat(80)}\n\n`);
    const named = bundled.map((text) => text.slice(0, text.indexOf(' ')));
    expect(named).toEqual(expect.arrayContaining(['@humanwhocodes/momoa', 'saxes', 'yaml']));
    // A name without the text that the licence asks for is no licence.
    expect(bundled.filter((text) => !/permission|permitted|redistribution/i.test(text))).toEqual([]);
    expect(files).not.toMatch(/\.ts$|\/test\//m);
  });

  it('is run by npx by its own name, in an empty folder', () => {
    const empty = join(dirname(project), 'empty');
    mkdirSync(empty);
    const packed = join(dirname(project), `ormgen-${ownVersion()}.tgz`);
    const npx = (...args: readonly string[]): string =>
      execFileSync('npx', ['--yes', '--offline', ...args], {
        cwd: empty,
        env: withoutNpm(),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    // As `npx ormgen`: npm takes the command that is called like the package.
    expect(npx(`file:${packed}`, '--version')).toMatch(new RegExp(`^orm ${ownVersion()}\\n`));
    const made = npx('--package', packed, 'ormgen', 'init', '--dsn', 'sqlite:a.sqlite', '--no-connect', '--yes');
    expect(made).toBe('created: orm.yaml\ncreated: schema.xml\n');
    expect(npx('--package', packed, 'orm', 'schema:check')).toContain('4 tables');
  });

  it.each([
    ['20, with its driver', process.execPath],
    ['22', NODE_22],
    ['24', NODE_24],
  ])(
    "runs the README's first example on Node %s",
    (name, node) => {
      const binary = node === process.execPath ? node : nodeBinary(node);
      const blocks = codeBlocks('README.md');
      writeFileSync(join(project, 'schema.xml'), blockWith(blocks, 'xml', '<database name="bookstore"'));
      writeFileSync(join(project, 'orm.yaml'), blockWith(blocks, 'yaml', 'project: bookstore'));
      for (const made of ['generated-sql', 'bookstore.sq3'])
        rmSync(join(project, made), { recursive: true, force: true });
      const link = join(project, 'node_modules/better-sqlite3');
      rmSync(link, { force: true });
      if (name.startsWith('20')) symlinkSync(join(ROOT, 'node_modules/better-sqlite3'), link);

      const built = orm(binary, ['sql:build']);
      expect(built).toMatchObject({ code: 0, err: '' });
      expect(withoutTimes(built.out)).toBe(withoutTimes(blockWith(blocks, 'text', '2 tables →')));
      const sql = readFileSync(join(project, 'generated-sql/bookstore.sql'), 'utf8');
      expect(sql).toContain(blockWith(blocks, 'sql', 'CREATE TABLE "book"').trim());

      const inserted = orm(binary, ['sql:insert']);
      expect(inserted).toMatchObject({ code: 0, err: '' });
      expect(withoutTimes(inserted.out)).toBe(withoutTimes(blockWith(blocks, 'text', 'from 1 file')));
      expect(tablesOf(join(project, 'bookstore.sq3'))).toEqual(['author', 'book', 'sqlite_sequence']);
      // Another Node may have to be installed first.
    },
    300_000,
  );

  it('shows the error of the README', () => {
    const blocks = codeBlocks('README.md');
    const wrong = blockWith(blocks, 'xml', '<database name="bookstore"').replace(
      'foreignTable="author"',
      'foreignTable="autor"',
    );
    writeFileSync(join(project, 'schema.xml'), wrong);
    writeFileSync(join(project, 'orm.yaml'), blockWith(blocks, 'yaml', 'project: bookstore'));
    const checked = orm(process.execPath, ['schema:check']);
    expect(checked.code).toBe(1);
    expect(checked.err).toBe(`${blockWith(blocks, 'text', 'there is no table "autor"')}\n1 error\n`);
  });

  it('says which driver is missing and how to get it', () => {
    const node = process.versions.node.startsWith('20.') ? process.execPath : undefined;
    if (node === undefined) return;
    rmSync(join(project, 'node_modules/better-sqlite3'), { force: true });
    const blocks = codeBlocks('README.md');
    writeFileSync(join(project, 'schema.xml'), blockWith(blocks, 'xml', '<database name="bookstore"'));
    expect(orm(node, ['sql:build']).code).toBe(0);
    const inserted = orm(node, ['sql:insert']);
    expect(inserted.code).toBe(1);
    expect(inserted.err).toContain('better-sqlite3');
    expect(inserted.err).toContain('npm install better-sqlite3');
  });

  it.each(readdirSync(join(ROOT, 'examples')))('builds and inserts examples/%s', (example) => {
    const folder = join(project, 'examples', example);
    cpSync(join(ROOT, 'examples', example), folder, { recursive: true });
    const node = nodeBinary(NODE_22);
    expect(orm(node, ['sql:build'], folder)).toMatchObject({ code: 0, err: '' });
    expect(orm(node, ['sql:insert'], folder)).toMatchObject({ code: 0, err: '' });
    expect(existsSync(join(folder, 'generated-sql/sqldb.map'))).toBe(true);
  });
});
