import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { missingEngine, openDatabase } from '../support/engines.js';
import { composerWorks } from './composer.js';
import { ROOT } from './packed.js';
import { Packages } from './php-project.js';
import { codeBlocks, follow } from './readme.js';

/** What the pages for new users say is done here, line by line. */
let packages: Packages;

// Every line of a page is a process, on a machine that has other tests to run.
vi.setConfig({ testTimeout: 180_000 });

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

it('README.md', async () => {
  const left = await follow(codeBlocks('README.md'), packages.emptyProject());
  // The message about a misspelled table is in package.test.ts.
  expect(left.map(({ text }) => text.split('\n')[0])).toEqual(['error: there is no table "autor"']);
});

it('docs/php-install.md', async () => {
  const blocks = codeBlocks('docs/php-install.md');
  const hasMonolog = await composerWorks();
  const left = await follow(
    blocks.filter(({ heading }) => hasMonolog || heading !== 'A logger'),
    packages.emptyProject({ SHOP_FILE: 'shop.sq3' }),
  );
  expect(left).toEqual([]);
});

it.skipIf(missingEngine('pgsql15'))('examples/bookstore-php/README.md', async () => {
  const database = await openDatabase('pgsql15');
  onTestFinished(() => database.drop());
  const { dsn = '', user = '', password = '' } = database.connection;
  const [, host = '', port = '', name = ''] = /host=(.+);port=(.+);dbname=(.+)/.exec(dsn) ?? [];
  const project = packages.emptyProject({
    DB_HOST: host,
    DB_PORT: port,
    DB_NAME: name,
    DB_USER: user,
    DB_PASSWORD: password,
  });
  cpSync(join(ROOT, 'examples/bookstore-php'), project.folder, { recursive: true });
  expect(await follow(codeBlocks('examples/bookstore-php/README.md'), project)).toEqual([]);
  expect(await database.query('SELECT title, state FROM book ORDER BY id')).toEqual([
    { title: 'The Dispossessed', state: 'out of print' },
    { title: 'Always Coming Home', state: 'draft' },
  ]);
});
