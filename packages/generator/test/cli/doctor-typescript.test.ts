import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownPackage } from '../../src/cli/installed.js';
import { ROOT } from '../package/packed.js';
import { doctor } from './support/doctor.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="sold_at" type="TIMESTAMP"/>
  </table>
</database>`;

const STRICT = { module: 'nodenext', strict: true };

interface Setup {
  readonly targets?: readonly string[];
  readonly adapter?: string;
  readonly runtime?: object;
  readonly importExtension?: string;
  /** Versions of packages in node_modules. */
  readonly packages?: Readonly<Record<string, string>>;
  readonly manifest?: object;
  readonly compilerOptions?: object;
}

const INSTALLED = { '@ormgen/runtime': ownPackage().version, 'better-sqlite3': '12.0.0' };

function set(setup: Setup): string {
  const { targets = ['typescript'], adapter = 'sqlite', importExtension = 'js', packages = INSTALLED } = setup;
  const generator = { targets, typescript: { importExtension } };
  const dsn = adapter === 'sqlite' ? 'sqlite:shop.db' : `${adapter}:host=127.0.0.1;port=1;dbname=shop`;
  const login = adapter === 'sqlite' ? {} : { user: 'shop' };
  const more = { generator, paths: { tsDir: 'src/models' }, ...(setup.runtime && { runtime: setup.runtime }) };
  const cwd = project({
    'schema.xml': SCHEMA,
    'src/app.ts': '',
    'orm.json': configuration({ shop: { adapter, dsn, ...login } }, more),
    'package.json': JSON.stringify(setup.manifest ?? { type: 'module' }),
    ...(setup.compilerOptions && {
      'tsconfig.json': JSON.stringify({ compilerOptions: setup.compilerOptions }),
    }),
  });
  for (const [name, version] of Object.entries(packages)) {
    const folder = join(cwd, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  }
  mkdirSync(join(cwd, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/typescript'), join(cwd, 'node_modules/typescript'));
  return cwd;
}

const found = async (setup: Setup): Promise<readonly string[]> =>
  (await doctor(set(setup), { args: ['--timeout', '60'] })).of('TypeScript');

describe('the packages of an application in TypeScript', () => {
  test('all is well', async () => {
    const cwd = set({ compilerOptions: STRICT });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect((await orm([command], { cwd })).code).toBe(0);
    }
    const { of, code } = await doctor(cwd, { args: ['--timeout', '60'] });
    expect(of('TypeScript')).toEqual([
      `ok: @ormgen/runtime ${ownPackage().version}`,
      expect.stringMatching(/^ok: (better-sqlite3|sqlite: Node itself)/),
      expect.stringMatching(/^ok: TypeScript \d.* with tsconfig.json$/),
    ]);
    expect(of('Generated files')).toEqual(['ok: generated-sql/ is up to date', 'ok: src/models/ is up to date']);
    expect(of('Connections')[0]).toMatch(/^ok: "shop": SQLite/);
    expect(of('PHP')).toEqual([]);
    expect(code).toBe(0);
  });

  test('none of them', async () => {
    const [runtime, driver, ...others] = await found({ adapter: 'pgsql', packages: {}, manifest: {} });
    expect(runtime).toBe(
      'problem: @ormgen/runtime is not installed, and generated classes need it → npm install --save-prod @ormgen/runtime',
    );
    expect(driver).toBe('problem: pgsql: the application needs the package pg → npm install --save-prod pg');
    expect(others[0]).toBe(
      'warning: package.json does not say that the files are ES modules → npm pkg set type=module',
    );
  });

  test('of other versions', async () => {
    const packages = { '@ormgen/runtime': '0.0.9', mysql2: '3.9.8' };
    const [runtime, driver] = await found({ adapter: 'mysql', packages });
    expect(runtime).toMatch(/^problem: @ormgen\/runtime 0\.0\.9 is not in step with orm \d/);
    expect(driver).toBe(
      'problem: mysql2 3.9.8, and the application needs ^3.10.0 → npm install --save-prod mysql2@latest',
    );
  });

  test('a driver for developers only', async () => {
    const packages = { ...INSTALLED, pg: '8.11.0' };
    const manifest = { type: 'module', devDependencies: { pg: '^8' } };
    expect((await found({ adapter: 'pgsql', packages, manifest }))[1]).toBe(
      'warning: pg is in devDependencies, which "npm ci --omit=dev" leaves out → npm install --save-prod pg',
    );
  });
});

describe('tsconfig.json', () => {
  test.each([
    ['module', { compilerOptions: { ...STRICT, module: 'commonjs' } }, /^problem: tsconfig.json: module is commonjs/],
    [
      'moduleResolution',
      { compilerOptions: { ...STRICT, module: 'esnext', moduleResolution: 'node10' } },
      /^problem: tsconfig.json: moduleResolution is node10/,
    ],
    ['strict', { compilerOptions: { ...STRICT, strict: false } }, /^warning: tsconfig.json: strict is off/],
    [
      'imports that end in .ts',
      { importExtension: 'ts', compilerOptions: STRICT },
      /^problem: tsconfig.json does not take imports that end in .ts/,
    ],
    [
      'imports that end in .ts, taken',
      { importExtension: 'ts', compilerOptions: { ...STRICT, rewriteRelativeImportExtensions: true } },
      /^ok: TypeScript/,
    ],
    [
      'imports without an extension',
      { importExtension: 'none', compilerOptions: STRICT },
      /^problem: tsconfig.json: module is nodenext, which needs extensions/,
    ],
    ['none', {}, /^not checked: compiler settings: there is no tsconfig.json/],
  ] as const)('%s', async (_, setup, expected) => {
    expect((await found(setup)).at(-1)).toMatch(expected);
  });
});

test.each([
  ['both languages without a time zone', { targets: ['php', 'typescript'] }, true],
  ['both with one', { targets: ['php', 'typescript'], runtime: { timeZone: 'UTC' } }, false],
  ['TypeScript alone', {}, false],
])('%s', async (_, setup, isWarned) => {
  const { of } = await doctor(set(setup));
  const warned = of('Project').filter((line) => line.includes('time zone'));
  expect(warned).toEqual(
    isWarned ? [expect.stringMatching(/^warning: two languages write days and times such as "sold_at".*UTC/)] : [],
  );
});
