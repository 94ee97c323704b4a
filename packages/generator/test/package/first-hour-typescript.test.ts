import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { missingEngine, openDatabase } from '../support/engines.js';
import { nodeBinary } from './packed.js';
import { Packages, type PhpProject } from './php-project.js';
import { codeBlocks, follow } from './readme.js';

/** The project that `orm init` makes in TypeScript, from an empty folder, with the packages as published. */
let packages: Packages;

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

const DRIVERS = { pgsql: ' pg', mysql: ' mysql2', sqlite: '' } as const;

const APPLICATION = `import { UniqueViolationError } from '@ormgen/runtime';
import { orm } from './src/models/config.ts';
import { Author, Book, BookQuery, Chapter, ChapterQuery } from './src/models/index.ts';

const author = await Author.create({ firstName: 'Ursula K.', lastName: 'Le Guin' });
const book = await Book.create({ title: 'The Dispossessed', isbn: '978-0-06-012563-9', price: '12.5', authorId: author.id });
for (const title of ['Anarres', 'Urras', 'Shevek']) await Chapter.create({ title, bookId: book.id });
const last = await ChapterQuery.create().filterByTitle('Shevek').findOne();
await last?.moveToTop();

const found = await BookQuery.create().filterByIsbn('978-0-06-012563-9').findOne();
console.log(found?.title, found?.price);
const chapters = await ChapterQuery.retrieveList(book.id);
console.log(chapters.map((chapter) => \`\${chapter.getRank()} \${chapter.title}\`).join(', '));
try {
  await Book.create({ title: 'A copy', isbn: book.isbn, authorId: author.id });
} catch (error) {
  console.log(error instanceof UniqueViolationError);
}
await book.delete();
await author.delete();
await orm.close();
`;

const PRINTED = `The Dispossessed 12.50
1 Shevek, 2 Anarres, 3 Urras
true
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2022', strict: true, rewriteRelativeImportExtensions: true },
    ...{
      types: ['node'],
      outDir: 'dist',
      rootDir: '.',
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    },
  },
  include: ['app.ts', 'src'],
});

/** Steps 1 to 5 of the build procedure, as init says them. */
async function started(engine: 'sqlite' | 'pgsql15' | 'mariadb', targets: string): Promise<PhpProject> {
  const database = await openDatabase(engine);
  onTestFinished(() => database.drop());
  const { dsn = '', user, password = '' } = database.connection;
  const project = packages.emptyProject({ SHOP_PASSWORD: password, NODE_NO_WARNINGS: '1' });
  await project.type('npm install --save-dev ormgen');
  await project.type(`npm install --save-prod @ormgen/runtime${DRIVERS[database.adapter]}`);
  await project.type('npm pkg set type=module');
  const login = user === undefined ? '' : ` --user ${user} --password-env SHOP_PASSWORD`;
  await project.type(
    `npx ormgen init --dsn "${dsn}"${login} --target ${targets} --namespace 'App\\Model' --yes --build`,
  );
  await project.type('npx orm sql:insert');
  return project;
}

describe.each(['sqlite', 'pgsql15', 'mariadb'] as const)('a project in TypeScript on %s', (engine) => {
  it.skipIf(missingEngine(engine))('passes the six steps as it is', { timeout: 300_000 }, async () => {
    const project = await started(engine, 'typescript');
    expect(project.read('src/models/config.ts')).not.toContain('SECRET');
    project.write('app.ts', APPLICATION);
    // By the type stripping of Node 22, which is in PATH, and 24.
    expect(await project.type('node app.ts')).toBe(PRINTED);
    expect(await project.type(`${nodeBinary('24.9.0')} app.ts`)).toBe(PRINTED);
    if (engine !== 'sqlite') return;
    // Compiled, with what the sample promises its users.
    project.write('tsconfig.json', TSCONFIG);
    await project.type('npm install --save-dev typescript @types/node');
    await project.type('node node_modules/typescript/bin/tsc');
    expect(await project.type('node dist/app.js')).toBe(PRINTED);
  });
});

const PHP = `<?php

declare(strict_types=1);

use App\\Model\\{Author, Book, Chapter, ChapterQuery};

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

if ($argv[1] === 'write') {
    $author = (new Author())->setFirstName('Ursula K.')->setLastName('Le Guin');
    $book = (new Book())->setTitle('The Dispossessed')->setIsbn('1')->setPrice('12.5')->setAuthor($author);
    foreach (['Anarres', 'Urras', 'Shevek'] as $title) {
        (new Chapter())->setTitle($title)->setBook($book)->save();
    }
}
echo implode(', ', array_map(strval(...), ChapterQuery::create()->findList(1)->getData())), "\\n";
`;

const NODE = `import { orm } from './src/models/config.ts';
import { BookQuery, ChapterQuery } from './src/models/index.ts';

const book = await BookQuery.create().findPk(1);
console.log(book?.title, book?.price);
const last = await ChapterQuery.create().filterByTitle('Shevek').findOne();
await last?.moveToTop();
await orm.close();
`;

describe.each(['sqlite', 'pgsql15'] as const)('a project in both languages on %s', (engine) => {
  it.skipIf(missingEngine(engine))('passes the six steps as it is', { timeout: 300_000 }, async () => {
    const project = await started(engine, 'php,typescript');
    await project.type('composer require ormgen/runtime');
    const file = JSON.parse(project.read('composer.json')) as object;
    project.write('composer.json', JSON.stringify({ ...file, autoload: { classmap: ['generated-classes/'] } }));
    await project.type('composer dump-autoload');
    project.write('app.php', PHP);
    project.write('app.ts', NODE);
    expect(await project.type('php app.php write')).toBe('Anarres, Urras, Shevek\n');
    expect(await project.type('node app.ts')).toBe('The Dispossessed 12.50\n');
    expect(await project.type('php app.php read')).toBe('Shevek, Anarres, Urras\n');
  });
});

it.each(['docs/typescript.md', 'docs/php-and-typescript.md'])('%s', { timeout: 300_000 }, async (page) => {
  expect(await follow(codeBlocks(page), packages.emptyProject({ NODE_NO_WARNINGS: '1' }))).toEqual([]);
});
