import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { missingEngine, openDatabase } from '../support/engines.js';
import { Packages } from './php-project.js';

/** The project that `orm init` makes, as it is, through the build procedure to PHP code that saves and finds rows. */
let packages: Packages;

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

const APPLICATION = `<?php

declare(strict_types=1);

use App\\Model\\{Author, Book, BookQuery, Chapter, ChapterQuery, Publisher};

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

$book = (new Book())
    ->setTitle('The Dispossessed')
    ->setIsbn('978-0-06-012563-9')
    ->setPrice('12.5')
    ->setAuthor((new Author())->setFirstName('Ursula K.')->setLastName('Le Guin'))
    ->setPublisher((new Publisher())->setName('Harper & Row'));
$book->save();
foreach (['Anarres', 'Urras', 'Shevek'] as $title) {
    $chapter = (new Chapter())->setTitle($title)->setBook($book);
    $chapter->save();
}
$chapter->moveToTop();
$found = BookQuery::create()->findOneByIsbn('978-0-06-012563-9');
echo "{$found} by {$found->getAuthor()}, {$found->getPublisher()}: {$found->getPrice()}\\n";
echo implode(', ', array_map(strval(...), ChapterQuery::create()->findList($book->getId())->getData())), "\\n";
`;

const DRIVERS = { pgsql: 'pg', mysql: 'mysql2' } as const;

describe.each(['sqlite', 'pgsql15', 'mariadb'] as const)('the project of init on %s', (engine) => {
  it.skipIf(missingEngine(engine))('passes the six steps as it is', async () => {
    const database = await openDatabase(engine);
    onTestFinished(() => database.drop());
    const { dsn = '', user, password = '' } = database.connection;
    const project = packages.emptyProject({ SHOP_PASSWORD: password });
    await project.type('npm install --save-dev ormgen');
    if (database.adapter !== 'sqlite') await project.type(`npm install ${DRIVERS[database.adapter]}`);
    await project.type('composer require ormgen/runtime');
    const login = user === undefined ? '' : ` --user ${user} --password-env SHOP_PASSWORD`;
    // Step 1: the schema and the configuration.
    const isBuilt = engine !== 'sqlite';
    await project.type(
      `npx ormgen init --dsn "${dsn}"${login} --namespace 'App\\Model' --yes${isBuilt ? ' --build' : ''}`,
    );
    expect(project.read('schema.xml')).toContain('="node_modules/ormgen/schemas/schema.xsd"');
    // Steps 2 to 4, which init itself has done on servers, and 5.
    const commands = ['sql:build', 'model:build', 'config:convert', 'sql:insert'];
    for (const command of commands.slice(isBuilt ? 3 : 0)) await project.type(`npx orm ${command}`);
    // Step 6.
    const file = JSON.parse(project.read('composer.json')) as object;
    project.write(
      'composer.json',
      JSON.stringify({ ...file, autoload: { classmap: ['generated-classes/'] } }, null, 4),
    );
    await project.type('composer dump-autoload');
    project.write('app.php', APPLICATION);
    expect(await project.type('php app.php')).toBe(
      'The Dispossessed by Le Guin, Harper & Row: 12.50\nShevek, Anarres, Urras\n',
    );
  });
});
