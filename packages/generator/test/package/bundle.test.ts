import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { adapterOf, type ExecutedAdapter, missingEngine, openDatabase } from '../support/engines.js';
import { nodeBinary } from './packed.js';
import { Packages, type PhpProject } from './php-project.js';

/** An application as bundlers make one of the packages as published: how large it is, and what is in it. */
let packages: Packages;

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

const DRIVERS: Readonly<Record<ExecutedAdapter, readonly string[]>> = {
  pgsql: ['pg'],
  mysql: ['mysql2'],
  sqlite: ['better-sqlite3'],
};

const VENDORS = ['pgsql', 'mysql', 'sqlite'] as const;

/** The SQL and the names that only one vendor has. */
const TRACES: Readonly<Record<ExecutedAdapter, RegExp>> = {
  pgsql: /pgsql|postgres|["'`]pg["'`]|pg_|jsonb|unnest|array_agg|NO SCROLL CURSOR|DateStyle/i,
  mysql: /mysql|maria|innodb|GET_LOCK|LOCK IN SHARE MODE|18446744073709551615|JSON_NORMALIZE|START TRANSACTION|\/\*!/i,
  sqlite: /sqlite|PRAGMA|BEGIN IMMEDIATE|json_each|orm_json|busy_timeout|LIMIT -1/i,
};

/** Bytes of a minified application with one table, without the driver. */
const LIMIT = 160_000;

const schema = (behavior: string): string => `<database name="shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>${behavior}
  </table>
</database>
`;

const LISTED = '<behavior name="sortable"><parameter name="index" value="true"/></behavior>';

const PLAIN = `import { transaction } from '@ormgen/runtime';
import { orm } from './src/models/config.ts';
import { Book, BookQuery } from './src/models/index.ts';

async function main(): Promise<void> {
  const emma = await transaction(() => Book.create({ title: 'Emma' }));
  emma.title = 'Emma, annotated';
  await emma.save();
  const [found] = await BookQuery.create().filterByTitle('emma%', 'ILIKE').orderByTitle().limit(10).find();
  console.log(found?.title, await BookQuery.create().count());
  await orm.close();
}

void main();
`;

const LIST = `import { orm } from './src/models/config.ts';
import { Book, BookQuery } from './src/models/index.ts';

async function main(): Promise<void> {
  for (const title of ['Emma', 'Persuasion']) await Book.create({ title });
  await (await BookQuery.create().requireOneByTitle('Persuasion')).moveToTop();
  console.log((await BookQuery.create().orderByRank().find()).map(({ title }) => title).join(', '));
  await orm.close();
}

void main();
`;

const ENGINES = ['pgsql15', 'mariadb', 'sqlite'] as const;

async function project(engine: (typeof ENGINES)[number], behavior: string, application: string): Promise<PhpProject> {
  const database = await openDatabase(engine);
  onTestFinished(() => database.drop());
  const { dsn = '', user, password = '' } = database.connection;
  const made = packages.emptyProject({ SHOP_PASSWORD: password, NODE_NO_WARNINGS: '1' });
  await made.type('npm install --save-dev ormgen');
  await made.type(`npm install --save-prod @ormgen/runtime ${DRIVERS[database.adapter].join(' ')}`);
  await made.type('npm pkg set type=module');
  const login = user === undefined ? '' : ` --user ${user} --password-env SHOP_PASSWORD`;
  await made.type(`npx ormgen init --dsn "${dsn}"${login} --project shop --target typescript --empty --yes`);
  made.write('schema.xml', schema(behavior));
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    await made.type(`npx orm ${command}`);
  }
  made.write('app.ts', application);
  return made;
}

interface Bundle {
  readonly text: string;
  readonly metafile: Metafile;
}

async function bundled({ folder }: PhpProject, format: 'esm' | 'cjs', outfile: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...{ absWorkingDir: folder, entryPoints: ['app.ts'], outfile, write: false, metafile: true },
    ...{ bundle: true, minify: true, platform: 'node', format, logLevel: 'error' },
    external: Object.values(DRIVERS).flat(),
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}

/** Files of the runtime that are about another vendor, and traces of it in the text. */
const foreign = (vendor: ExecutedAdapter, { text, metafile }: Bundle): readonly string[] =>
  VENDORS.filter((each) => each !== vendor).flatMap((other) => [
    ...Object.keys(metafile.inputs).filter((path) => path.slice(path.indexOf('dist/')).includes(other)),
    ...[...text.matchAll(new RegExp(TRACES[other], 'gi'))].map(
      ({ 0: found, index }) => `${found} in ${text.slice(Math.max(0, index - 40), index + 40)}`,
    ),
  ]);

describe.each(ENGINES)('an application with one table on %s', (engine) => {
  const vendor = adapterOf(engine);

  it.skipIf(missingEngine(engine))(
    'is a small bundle with nothing of other vendors',
    { timeout: 300_000 },
    async () => {
      const made = await project(engine, '', PLAIN);
      const bundle = await bundled(made, 'esm', 'app.mjs');
      expect(bundle.text).toMatch(TRACES[vendor]);
      expect(foreign(vendor, bundle)).toEqual([]);
      expect(bundle.text.length).toBeLessThan(LIMIT);
      made.write('app.mjs', bundle.text);
      expect(await made.type('node app.mjs')).toBe('Emma, annotated 1\n');
    },
  );

  it.skipIf(missingEngine(engine))('and with a list has nothing of them either', { timeout: 300_000 }, async () => {
    const made = await project(engine, LISTED, LIST);
    const bundle = await bundled(made, 'cjs', 'app.cjs');
    expect(foreign(vendor, bundle)).toEqual([]);
    made.write('app.cjs', bundle.text);
    expect(await made.type('node app.cjs')).toBe('Persuasion, Emma\n');
  });
});

const REQUIRED = `const { UniqueViolationError, transaction } = require('@ormgen/runtime');
for (const vendor of ['pgsql', 'mysql', 'sqlite']) require('@ormgen/runtime/' + vendor);
console.log(typeof UniqueViolationError, typeof transaction);
`;

const REQUIRED_MODELS = `const { orm } = require('./src/models/config.ts');
const { Book, BookQuery } = require('./src/models/index.ts');

Book.create({ title: 'Emma' })
  .then(() => BookQuery.create().count())
  .then((count) => console.log(count))
  .finally(() => orm.close());
`;

it('is loaded by require() in CommonJS, and so are its classes', { timeout: 300_000 }, async () => {
  const made = await project('sqlite', '', PLAIN);
  made.write('required.cjs', REQUIRED);
  made.write('models.cjs', REQUIRED_MODELS);
  // Node 20 runs no TypeScript: there the classes would be compiled first.
  for (const node of [process.execPath, nodeBinary('22.23.3'), nodeBinary('24.9.0')]) {
    expect(await made.type(`${node} required.cjs`)).toBe('function function\n');
  }
  expect(await made.type('node models.cjs')).toBe('1\n');
  expect(await made.type(`${nodeBinary('24.9.0')} models.cjs`)).toBe('2\n');
});
