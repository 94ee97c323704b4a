import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { missingEngine, openDatabase } from '../support/engines.js';
import { composerWorks } from './composer.js';
import { ROOT } from './packed.js';
import { Packages } from './php-project.js';
import { codeBlocks, follow } from './readme.js';

/** What the pages for new users say is done here, line by line. */
let packages: Packages;

// Every line of a page is a process, on a machine that has other tests to run.

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

it('docs/existing-database.md', async () => {
  expect(await follow(codeBlocks('docs/existing-database.md'), packages.emptyProject())).toEqual([]);
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

/** A `curl` of the page, sent without curl. */
async function request(line: string, origin: string): Promise<string> {
  const [, path = '', json] =
    /^curl -sw '\\n%\{http_code\}\\n' localhost:8000(\S+)(?: --json '(.+)')?$/.exec(line) ?? [];
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(origin + path, json === undefined ? {} : { method: 'POST', headers, body: json });
  return `${await response.text()}\n${response.status}\n`;
}

it('docs/lists-drag-and-drop.md', async () => {
  const name = 'docs/lists-drag-and-drop.md';
  const blocks = codeBlocks(name);
  const files = blocks.filter(({ language }) => !['sh', 'text'].includes(language));
  for (const { before, text } of files) {
    const [, file = ''] = [...before.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1) ?? [];
    expect(readFileSync(join(ROOT, 'examples/lists', file), 'utf8'), `${name} shows the example's ${file}`).toBe(text);
  }
  expect(files).toHaveLength(6);

  const project = packages.emptyProject();
  const start = blocks.findIndex(({ text }) => text.startsWith('php -S'));
  expect(await follow(blocks.slice(0, start), project)).toEqual([]);
  const origin = await project.serve('public');
  let page = readFileSync(join(ROOT, name), 'utf8');
  const requests = blocks.slice(start + 1);
  for (const [index, { language, text }] of requests.entries()) {
    if (language !== 'sh') continue;
    let printed = '';
    for (const line of text.trim().split('\n')) printed += await request(line, origin);
    const shown = requests[index + 1]?.text ?? '';
    if (process.env['UPDATE_GOLDEN'])
      page = page.replace(`${text}\`\`\`\n\n\`\`\`text\n${shown}`, () => `${text}\`\`\`\n\n\`\`\`text\n${printed}`);
    else expect(printed).toBe(shown);
  }
  if (process.env['UPDATE_GOLDEN']) writeFileSync(join(ROOT, name), page);
  // Somebody takes a task out of its list in the moment before it is moved.
  project.write(
    'unrank.php',
    "<?php (new PDO('sqlite:tasks.sq3'))->exec('UPDATE task SET sortable_rank = NULL WHERE id = 4');",
  );
  await project.type('php unrank.php');
  const late = await request(
    `curl -sw '\\n%{http_code}\\n' localhost:8000/tasks.php --json '{"id": 4, "after": 3}'`,
    origin,
  );
  expect(late).toContain('Somebody has deleted');
  expect(late.split('\n').at(-2)).toBe('409');
  const html = await fetch(`${origin}/index.html`);
  expect(await html.text()).toBe(project.read('public/index.html'));
  const form = await fetch(`${origin}/tasks.php`, {
    method: 'POST',
    body: new URLSearchParams({ id: '1', rank: '1' }),
  });
  expect(form.status).toBe(415);
});
