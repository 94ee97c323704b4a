import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Engine, type EngineDatabase, missingEngine, openDatabase, type Row } from '../support/engines.js';
import type { Ended } from './composer.js';
import { Packages, type PhpProject } from './php-project.js';
import { CONFIGURATION, OLD_MIGRATION, ROWS, SCHEMA, TABLES } from './propel-library.js';
import { blockWith, codeBlocks } from './readme.js';

/** Projects with rows in their database adopt migrations, with the packages as published. */
let packages: Packages;

// Dozens of processes in each test, on a machine that has other tests to run.

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

/** Each project takes a minute, so that they share the engines: as the README has it, and as most projects of Propel. */
const README_ENGINES = ['sqlite'] as const;
const PROPEL_ENGINES = ['pgsql15', 'mariadb'] as const;
const DRIVERS = { pgsql: 'pg', mysql: 'mysql2' } as const;

async function opened(engine: Engine): Promise<EngineDatabase> {
  const database = await openDatabase(engine);
  onTestFinished(() => database.drop());
  return database;
}

async function install({ adapter, connection }: EngineDatabase): Promise<PhpProject> {
  const project = packages.emptyProject({ DB_PASSWORD: connection.password ?? '' });
  await project.type('npm install --save-dev ormgen');
  if (adapter !== 'sqlite') await project.type(`npm install ${DRIVERS[adapter]}`);
  await project.type('composer require ormgen/runtime');
  const file = JSON.parse(project.read('composer.json')) as object;
  const autoload = { classmap: ['generated-classes/'] };
  project.write('composer.json', JSON.stringify({ ...file, autoload }, null, 4));
  return project;
}

/** Puts a change into the schema; what it replaces must be there. */
function edit(project: PhpProject, ...replacements: readonly (readonly [string, string])[]): void {
  let schema = project.read('schema.xml');
  for (const [old, text] of replacements) {
    expect(schema).toContain(old);
    schema = schema.replace(old, text);
  }
  project.write('schema.xml', schema);
}

/** The installed command by its path: `npx` is what other tests type, and it takes its time. */
const run = (project: PhpProject, line: string): Promise<Ended> => project.start(`node_modules/.bin/orm ${line}`);

/** A line that has to succeed, and what it printed. */
async function orm(project: PhpProject, line: string): Promise<string> {
  const { code, out, err } = await run(project, line);
  expect(code, `${line}\n${out}${err}`).toBe(0);
  return out;
}

/** A line that has to fail, and what it says. */
async function refused(project: PhpProject, line: string): Promise<string> {
  const { code, err } = await run(project, line);
  expect(code, `${line}\n${err}`).toBe(1);
  return err;
}

/** `migration:diff`, then `migration:migrate`; what the plan says. */
async function change(project: PhpProject, name: string): Promise<string> {
  const { code, out, err } = await run(project, `migration:diff --name ${name}`);
  expect(code, err).toBe(0);
  const ran = await orm(project, 'migration:migrate --yes');
  expect(ran).toMatch(new RegExp(`_${name} → \\w+: \\d+ statements? in`));
  return out + err;
}

/** A table becomes sortable: the plan says how its rows are ranked, and that is done. */
async function becomesSortable(project: PhpProject, table: string): Promise<void> {
  const plan = await change(project, 'lists');
  expect(plan).toContain(`add column ${table}.sortable_rank`);
  const [, line = ''] = /"orm (list:check --table \w+ --rank-unranked)" ranks them/.exec(plan) ?? [];
  expect(await orm(project, line)).toMatch(/rows ranked, all right\n$/);
}

/** What `migration:status` says of each migration; an error where the database is not what they make. */
async function status(project: PhpProject): Promise<string> {
  const said = await orm(project, 'migration:status');
  expect(said).not.toContain('drift');
  return [...said.matchAll(/^ {2}(\w+) +\d{14}_(\w+)/gm)]
    .map(([, state = '', name = '']) => `${name}: ${state}`)
    .join(', ');
}

type Rows = Readonly<Record<string, readonly Row[]>>;

async function rowsOf(database: EngineDatabase, tables: readonly string[]): Promise<Rows> {
  const found: Record<string, readonly Row[]> = {};
  for (const table of tables) found[table] = await database.query(`SELECT * FROM ${table} ORDER BY 1, 2`);
  return found;
}

const sortable = (scope: string): string => `<behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="${scope}"/>
      <parameter name="index" value="true"/>
    </behavior>
  </table>`;

/** Runs a script with the classes of the schema as it is now. */
async function php(project: PhpProject, script: string): Promise<string> {
  await orm(project, 'model:build');
  await orm(project, 'config:convert');
  await project.type('composer dump-autoload');
  project.write(
    'read.php',
    `<?php

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

${script}`,
  );
  return project.type('php read.php');
}

describe.each(README_ENGINES)('a project of the README on %s', (engine) => {
  it.skipIf(missingEngine(engine))('adopts migrations, and keeps its rows', async () => {
    const database = await opened(engine);
    const { adapter, dsn = '', user } = { ...database.connection, adapter: database.adapter };
    const project = await install(database);
    const blocks = codeBlocks('README.md');
    const access = user === undefined ? '' : `\n        user: ${user}\n        password: "%env.DB_PASSWORD%"`;
    project.write(
      'orm.yaml',
      blockWith(blocks, 'yaml', 'project: bookstore')
        .replace('adapter: sqlite', `adapter: ${adapter}`)
        .replace('dsn: sqlite:bookstore.sq3', `dsn: "${dsn}"${access}`),
    );
    project.write('schema.xml', blockWith(blocks, 'xml', '<database name="bookstore"'));
    await orm(project, 'sql:build');
    await orm(project, 'sql:insert');
    const application = blockWith(blocks, 'php', 'The Dispossessed').replace(/.*?config\.php';\n/s, '');
    const uses = ['Author', 'Book', 'BookQuery'].map((name) => `use App\\Model\\${name};\n`).join('');
    expect(await php(project, uses + application)).toBe('The Dispossessed by Ursula K. Le Guin: 12.50\n9.90\n');
    await database.query("INSERT INTO book (title, price, author_id) VALUES ('Lavinia', NULL, 1), ('Tehanu', 7, 1)");
    const before = await rowsOf(database, ['author', 'book']);
    expect(before['book']).toHaveLength(3);

    await orm(project, 'migration:diff --name start');
    expect(await orm(project, 'migration:baseline')).toMatch(/^recorded as done: \d{14}_start → bookstore\n$/);
    await orm(project, 'migration:status --check --exact');

    edit(
      project,
      [
        '<column name="author_id"',
        '<column name="pages" type="INTEGER" defaultValue="100"/>\n    <column name="author_id"',
      ],
      ['</foreign-key>', '</foreign-key>\n    <index name="book_pages"><index-column name="pages"/></index>'],
    );
    expect(await change(project, 'pages')).toContain('add column book.pages');
    edit(project, ['name="title"', 'name="headline" renamedFrom="title"']);
    expect(await change(project, 'headline')).toContain('rename column book.title → headline');
    edit(project, ['</index>\n  </table>', `</index>\n    ${sortable('author_id')}`]);
    await becomesSortable(project, 'book');

    edit(project, ['<column name="price"', '<column name="price" required="true"']);
    await orm(project, 'migration:diff --name prices');
    const said = await refused(project, 'migration:migrate');
    expect(said).toContain('error: 1 row stands in the way: book.price becomes required (migration/sets-required)');
    expect(said).toContain('= 2 on "bookstore"\n');
    expect(await status(project)).toBe('start: done, pages: done, headline: done, lists: done, prices: pending');
    await database.query('UPDATE book SET price = 5 WHERE id = 2');
    expect(await orm(project, 'migration:migrate')).toContain('1 migration in');
    await orm(project, 'migration:status --check --exact');

    // Values of what is dropped on the way back are gone, and so a script has to say yes.
    expect(await refused(project, 'migration:down --to start')).toContain('--yes');
    expect(await orm(project, 'migration:down --to start --yes')).toContain('4 migrations undone in');
    expect(await status(project)).toBe(
      'start: done, pages: pending, headline: pending, lists: pending, prices: pending',
    );
    await database.query('UPDATE book SET price = NULL WHERE id = 2');
    expect(await rowsOf(database, ['author', 'book'])).toEqual(before);
    await database.query('UPDATE book SET price = 5 WHERE id = 2');
    expect(await orm(project, 'migration:migrate')).toContain('4 migrations in');
    await orm(project, 'list:check --rank-unranked');
    await orm(project, 'migration:status --check --exact');

    expect(
      await php(
        project,
        `foreach (App\\Model\\BookQuery::create()->inList(1)->orderByRank()->find() as $book) {
    echo "{$book->getRank()} {$book->getHeadline()}, {$book->getPages()}, {$book->getPrice()}, {$book->getAuthor()?->getName()}\\n";
}
App\\Model\\BookQuery::create()->requireOneByHeadline('Tehanu')->moveToTop();
$last = (new App\\Model\\Book())->setHeadline('Malafrena')->setPrice('3')->setAuthorId(1);
$last->save();
echo implode(', ', App\\Model\\BookQuery::create()->inList(1)->orderByRank()->select('Headline')->find()->getData()), "\\n";
`,
      ),
    ).toBe(`1 The Dispossessed, 100, 9.90, Ursula K. Le Guin
2 Lavinia, 100, 5.00, Ursula K. Le Guin
3 Tehanu, 100, 7.00, Ursula K. Le Guin
Tehanu, The Dispossessed, Lavinia, Malafrena
`);
  });
});

const LIBRARY = ['shelf', 'reader', 'item', 'loan', 'propel_migration'] as const;

const READ = `use Library\\ItemQuery;
use Library\\ReaderQuery;

foreach (ReaderQuery::create()->orderById()->find() as $reader) {
    $items = array_map(static fn (Library\\Item $item): string => $item->getHeadline(), $reader->getItems()->getData());
    sort($items);
    echo implode('; ', [
        $reader->getName(), $reader->getEmail(), $reader->isActive() ? 'active' : 'gone',
        $reader->getJoinedAt()?->format('j F Y H:i:s') ?? 'never', $reader->getPhone() ?? 'no phone', implode(' + ', $items),
    ]), "\\n";
}
foreach (ItemQuery::create()->orderById()->find() as $item) {
    echo implode('; ', [
        $item->getHeadline(), $item->getKind()?->value, $item->getPrice() ?? 'no price', $item->getBoughtOn()?->format('Y-m-d') ?? 'never',
        $item->getNotes() ?? 'no notes', implode(' ', $item->getWords() ?? []), $item->getShelf()?->getLabel() ?? 'no shelf', $item->getRank(),
    ]), "\\n";
}
`;

const READ_ROWS = `Ada; ada@example.org; active; 1 May 2019 08:30:00; no phone; Solaris
Blaise; nobody@example.org; active; never; no phone; 
Chloé; chloe@example.org; active; 30 November 2021 23:59:59; no phone; Kind of Blue + Solaris
Solaris; book; 8.50; 2018-02-28; second edition; novel space; A1; 1
Europe 1812; map; no price; never; no notes; ; A1; 1
Kind of Blue; record; 19.99; 2020-12-24; it's scratched; jazz; B2; 1
Fiasko; book; no price; 2021-01-04; no notes; ; no shelf; 2
`;

describe.each(PROPEL_ENGINES)('a project of Propel on %s', (engine) => {
  it.skipIf(missingEngine(engine))('comes with its rows, and leaves propel_migration alone', async () => {
    const database = await opened(engine);
    for (const sql of [...TABLES[database.adapter], ...ROWS]) await database.query(sql);
    const before = await rowsOf(database, LIBRARY);
    const project = await install(database);
    const { dsn = '', user = '' } = database.connection;
    const old = CONFIGURATION(database.adapter, dsn, user);
    project.write('propel.yml', old);
    project.write('schema.xml', SCHEMA);
    project.write('generated-migrations/PropelMigration_1577836800.php', OLD_MIGRATION);

    // What is Propel's is named, with what to write.
    const start = 'migration:diff --from-database --name start';
    expect(await refused(project, start)).toContain('rename it to orm.yml, and its root key from propel to orm');
    project.write('orm.yml', old.replace(/^propel:/, 'orm:'));
    expect(await refused(project, start)).toContain('write Orm\\Runtime\\Connection\\ConnectionWrapper');
    project.write('orm.yml', old.replace(/^propel:/, 'orm:').replace('Propel\\Runtime', 'Orm\\Runtime'));

    expect((await run(project, start)).out).toContain(
      '  add table shelf\n  add table reader\n  add table item\n  add table loan\n',
    );
    expect(await orm(project, 'migration:baseline')).toMatch(/^recorded as done: \d{14}_start → library\n$/);
    await orm(project, 'migration:status --check --exact');
    // What Propel has made in another way than the schema would here.
    expect(await change(project, 'as_the_schema')).toContain('add check item.item_c_d939aa');
    expect(await status(project)).toBe('start: done, as_the_schema: done');

    edit(
      project,
      ['<column name="active"', '<column name="phone" type="VARCHAR" size="40"/>\n    <column name="active"'],
      ['</unique>', '</unique>\n    <index name="reader_phone"><index-column name="phone"/></index>'],
    );
    await change(project, 'phones');
    edit(
      project,
      ['name="title" type', 'name="headline" renamedFrom="title" type'],
      ['index-column name="title"', 'index-column name="headline"'],
    );
    await change(project, 'headline');
    edit(project, [
      '</index>\n  </table>\n  <table name="loan"',
      `</index>\n    ${sortable('kind')}\n  <table name="loan"`,
    ]);
    await becomesSortable(project, 'item');

    edit(project, ['name="email" type="VARCHAR" size="200"', 'name="email" type="VARCHAR" size="200" required="true"']);
    await orm(project, 'migration:diff --name emails');
    const said = await refused(project, 'migration:migrate');
    expect(said).toContain('error: 1 row stands in the way: reader.email becomes required (migration/sets-required)');
    expect(said).toContain('= 2 on "library"\n');
    const undone = 'start: done, as_the_schema: done, phones: done, headline: done, lists: done, emails: pending';
    expect(await status(project)).toBe(undone);
    await orm(project, `migration:diff --amend --fill "reader.email='nobody@example.org'"`);
    expect(await orm(project, 'migration:migrate')).toContain('1 migration in');

    expect(await orm(project, 'migration:down --yes')).toContain('1 migration undone in');
    expect(await status(project)).toBe(undone);
    expect(await orm(project, 'migration:down --to start --yes')).toContain('4 migrations undone in');
    await orm(project, 'migration:status --exact');
    await database.query('UPDATE reader SET email = NULL WHERE id = 2');
    expect(await rowsOf(database, LIBRARY)).toEqual(before);

    expect(await orm(project, 'migration:migrate')).toContain('5 migrations in');
    await orm(project, 'list:check --rank-unranked');
    await orm(project, 'migration:status --check --exact');
    expect(await php(project, READ)).toBe(READ_ROWS);
    expect(await rowsOf(database, ['propel_migration'])).toEqual({ propel_migration: before['propel_migration'] });
    expect(project.read('generated-migrations/PropelMigration_1577836800.php')).toBe(OLD_MIGRATION);
  });
});
