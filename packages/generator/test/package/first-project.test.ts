import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ENGINES, type EngineDatabase, missingEngine, openDatabase } from '../support/engines.js';
import { Packages, type PhpProject } from './php-project.js';

/** The build procedure, from an empty folder to PHP code that saves and finds rows, with the packages as published. */
let packages: Packages;

// A dozen processes in each test, on a machine that has other tests to run.

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

const schema = (namespace: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<database name="bookstore" defaultIdMethod="native"${namespace && ` namespace="${namespace}"`}>
  <table name="publisher">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="128" required="true"/>
  </table>
  <table name="author">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="first_name" type="VARCHAR" size="128" required="true"/>
    <column name="last_name" type="VARCHAR" size="128" required="true"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="255" required="true" primaryString="true"/>
    <column name="isbn" type="VARCHAR" size="24" required="true"/>
    <column name="price" type="DECIMAL" size="8" scale="2"/>
    <column name="published_on" type="DATE"/>
    <column name="publisher_id" type="INTEGER"/>
    <column name="author_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="publisher">
      <reference local="publisher_id" foreign="id"/>
    </foreign-key>
    <foreign-key foreignTable="author" onDelete="cascade">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
    <unique>
      <unique-column name="isbn"/>
    </unique>
  </table>
</database>
`;

const configuration = ({ connection }: EngineDatabase): string => `orm:
  general:
    project: bookstore
  database:
    connections:
      bookstore:
        adapter: ${connection.adapter}
        classname: Orm\\Runtime\\Connection\\ConnectionWrapper
        dsn: "${connection.dsn ?? ''}"
${connection.user === undefined ? '' : `        user: ${connection.user}\n        password: "%env.DB_PASSWORD%"\n`}        attributes:
  runtime:
    defaultConnection: bookstore
    connections:
      - bookstore
  generator:
    defaultConnection: bookstore
    connections:
      - bookstore
`;

const uses = (namespace: string, ...names: readonly string[]): string =>
  namespace === '' ? '' : names.map((name) => `use ${namespace}\\${name};\n`).join('');

const application = (namespace: string): string => `<?php

declare(strict_types=1);

${uses(namespace, 'Author', 'AuthorQuery', 'Book', 'BookQuery', 'Publisher')}use Orm\\Runtime\\Exception\\UniqueViolationException;
use Orm\\Runtime\\Orm;
use Orm\\Runtime\\Query\\Criteria;

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

final class Remember extends Psr\\Log\\AbstractLogger
{
    public array $levels = [];

    public function log($level, $message, array $context = []): void
    {
        $this->levels[] = $level;
    }
}
Orm::getServiceContainer()->setLogger('defaultLogger', $logger = new Remember());

$publisher = (new Publisher())->setName('Parnassus Press');
$publisher->save();
$author = (new Author())->setFirstName('Ursula K.')->setLastName('Le Guin');
$first = (new Book())
    ->setTitle('A Wizard of Earthsea')
    ->setIsbn('978-0-395-27653-3')
    ->setPrice('9.9')
    ->setPublishedOn('1968-11-01')
    ->setPublisher($publisher)
    ->setAuthor($author);
$first->save();
$second = (new Book())->setTitle('The Dispossessed')->setIsbn('978-0-06-012563-9')->setAuthor($author);
$second->save();
$third = (new Book())->setTitle('Ça ira 📚')->setIsbn('none')->setAuthor($author);
$third->save();
echo "saved {$publisher->getId()} {$author->getId()} {$first->getId()} {$second->getId()} {$third->getId()}\\n";

Orm::getConnection()->getPool()?->clear(); // so that rows are read again
$book = BookQuery::create()->findPk(1);
echo "by key: {$book->getTitle()}, {$book->getPrice()}, {$book->getPublishedOn()->format('j F Y')}\\n";

$books = BookQuery::create()->filterByTitle('%s%', Criteria::LIKE)->orderByTitle(Criteria::DESC)->find();
echo 'by filter: ', implode('; ', array_map(strval(...), $books->getData())), "\\n";

echo "{$book->getTitle()} is by {$book->getAuthor()->getLastName()} and of {$book->getPublisher()->getName()}\\n";
$titles = array_map(strval(...), AuthorQuery::create()->findOneByLastName('Le Guin')->getBooks()->getData());
sort($titles);
echo 'she wrote ', implode('; ', $titles), "\\n";

$book->setPrice('12')->save();
echo 'new price: ', BookQuery::create()->filterById(1)->select('Price')->findOne(), ' ', $book->getPrice(), "\\n";

BookQuery::create()->findOneByIsbn('none')->delete();
echo 'left: ', BookQuery::create()->count(), "\\n";

try {
    (new Book())->setTitle('A copy')->setIsbn($book->getIsbn())->setAuthor($author)->save();
} catch (UniqueViolationException $error) {
    echo 'refused: ', $error::class, '; logged: ', implode(', ', $logger->levels), "\\n";
}
`;

const PRINTED = `saved 1 1 1 2 3
by key: A Wizard of Earthsea, 9.90, 1 November 1968
by filter: The Dispossessed; A Wizard of Earthsea
A Wizard of Earthsea is by Le Guin and of Parnassus Press
she wrote A Wizard of Earthsea; The Dispossessed; Ça ira 📚
new price: 12.00 12.00
left: 2
refused: Orm\\Runtime\\Exception\\UniqueViolationException; logged: error
`;

const CLASSMAP = { classmap: ['generated-classes/'] };

const DRIVERS = { pgsql: 'pg', mysql: 'mysql2' } as const;

/** Adds the way classes are loaded to what `composer require` wrote. */
function autoload(project: PhpProject, value: object): void {
  const file = JSON.parse(project.read('composer.json')) as object;
  project.write('composer.json', JSON.stringify({ ...file, autoload: value }, null, 4));
}

async function install(database: EngineDatabase, namespace: string): Promise<PhpProject> {
  const project = packages.emptyProject({ DB_PASSWORD: database.connection.password ?? '' });
  await project.type('npm install --save-dev ormgen');
  if (database.adapter !== 'sqlite') await project.type(`npm install ${DRIVERS[database.adapter]}`);
  await project.type('composer require ormgen/runtime');
  project.write('schema.xml', schema(namespace));
  project.write('orm.yaml', configuration(database));
  return project;
}

async function opened(engine: (typeof ENGINES)[number]): Promise<EngineDatabase> {
  const database = await openDatabase(engine);
  onTestFinished(() => database.drop());
  return database;
}

/** Steps 2 to 5 of the build procedure. */
async function build(project: PhpProject): Promise<void> {
  await project.type('npx orm sql:build');
  await project.type('npx orm model:build');
  await project.type('npx orm config:convert');
  await project.type('npx orm sql:insert');
  await project.type('composer dump-autoload');
}

describe.each(ENGINES.filter((engine) => engine !== 'pgsql18'))('the first project on %s', (engine) => {
  const missing = missingEngine(engine);

  it.skipIf(missing).each(['', 'App\\Model'])('saves and finds rows, with the namespace "%s"', async (namespace) => {
    const database = await opened(engine);
    const project = await install(database, namespace);
    autoload(project, CLASSMAP);
    await build(project);
    expect(
      project.read('generated-conf/config.php').includes("'password' => \\Orm\\Runtime\\Orm::env('DB_PASSWORD'),"),
    ).toBe(database.adapter !== 'sqlite');
    project.write('app.php', application(namespace));
    expect(await project.type('php app.php')).toBe(PRINTED);
    const rows = await database.query(
      'SELECT id, title, isbn, price, published_on, publisher_id, author_id FROM book ORDER BY id',
    );
    const price = engine === 'sqlite' ? '12' : '12.00'; // SQLite has no decimals
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['1', 'A Wizard of Earthsea', '978-0-395-27653-3', price, '1968-11-01', '1', '1'],
      ['2', 'The Dispossessed', '978-0-06-012563-9', null, null, null, '1'],
    ]);
    expect(await database.query('SELECT first_name, last_name FROM author')).toEqual([
      { first_name: 'Ursula K.', last_name: 'Le Guin' },
    ]);
  });
});

describe.each(['', 'App\\Model'])('classes in the namespace "%s"', (namespace) => {
  const path = namespace === '' ? '' : 'App/Model/';

  const folders: readonly (readonly [string, string])[] = [
    ['', 'generated-classes/'],
    ['App\\Model\\', 'generated-classes/App/Model/'],
  ];
  it.each(folders.filter(([prefix]) => namespace.startsWith(prefix.slice(0, -1))))(
    'are loaded by PSR-4, the prefix "%s" from %s',
    async (prefix, folder) => {
      const database = await opened('sqlite');
      const project = await install(database, namespace);
      autoload(project, { 'psr-4': { [prefix]: folder } });
      await build(project);
      project.write('app.php', application(namespace));
      expect(await project.type('php app.php')).toBe(PRINTED);
      // A classmap of the same files, as "composer install --optimize-autoloader" makes it, has to find them all too.
      expect((await project.start('composer dump-autoload --optimize')).err).not.toContain('does not comply');
    },
  );

  it("keep the user's methods through a change of the schema", async () => {
    const database = await opened('sqlite');
    const project = await install(database, namespace);
    autoload(project, CLASSMAP);
    await build(project);

    const stub = `generated-classes/${path}Book.php`;
    project.write(
      stub,
      project.read(stub).replace(
        /\{\s*\}\s*$/,
        `{
    public function label(): string
    {
        return "{$this->getTitle()} ({$this->getPages()} pages)";
    }
}
`,
      ),
    );
    const edited = project.read(stub);
    expect(edited).toContain('label()');
    project.write(
      'schema.xml',
      schema(namespace)
        .replace(
          '<column name="price"',
          '<column name="pages" type="SMALLINT" defaultValue="100"/>\n    <column name="price"',
        )
        .replace(
          '</database>',
          `  <table name="review">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="text" type="LONGVARCHAR" required="true"/>
    <column name="book_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="book" onDelete="cascade">
      <reference local="book_id" foreign="id"/>
    </foreign-key>
  </table>
</database>`,
        ),
    );
    await project.type('npx orm sql:build');
    await project.type('npx orm sql:insert');
    const built = await project.type('npx orm model:build');
    expect(built).toContain(`created: generated-classes/${path}Review.php\n`);
    expect(built).not.toContain(stub);
    await project.type('composer dump-autoload');
    expect(project.read(stub)).toBe(edited);

    project.write(
      'app.php',
      `<?php

${uses(namespace, 'Author', 'Book', 'BookQuery', 'Review')}
require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

$book = (new Book())
    ->setTitle('Lavinia')
    ->setIsbn('978-0-15-101424-8')
    ->setAuthor((new Author())->setFirstName('Ursula K.')->setLastName('Le Guin'));
$book->save();
(new Review())->setText('Slow and good.')->setBook($book)->save();
echo BookQuery::create()->filterByPages(100)->findOne()->label(), ': ', $book->getReviews()->getFirst()->getText();
`,
    );
    expect(await project.type('php app.php')).toBe('Lavinia (100 pages): Slow and good.');
    expect(await database.query('SELECT text, pages FROM review JOIN book ON book.id = book_id')).toEqual([
      { text: 'Slow and good.', pages: '100' },
    ]);
    expect(await project.type('npx orm model:build')).toMatch(/unchanged|up to date/);
  });
});
