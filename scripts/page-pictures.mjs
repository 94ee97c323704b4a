#!/usr/bin/env node
// Makes pictures of the page of schema:show in a real browser.
//   npm run build && node scripts/page-pictures.mjs           those of docs/schema-show.md
//   node scripts/page-pictures.mjs --all some/folder          5, 17, 60 and 200 tables, light and dark, wide and narrow
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { largeSchema } from '../packages/generator/test/support/large-schema.mjs';

const Database = createRequire(new URL('../packages/generator/package.json', import.meta.url))('better-sqlite3');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'orm-pictures-'));
const orm = (cwd, ...args) => execFileSync(process.execPath, [here('../packages/generator/bin/orm'), ...args], { cwd });

/** The page of a project as a file. */
function pageOf(cwd, name) {
  const file = join(work, `${name}.html`);
  orm(cwd, 'schema:show', '--output', file);
  return file;
}

/** A project that has a schema and nothing else. */
function project(name, schema, database) {
  const folder = join(work, name);
  mkdirSync(folder);
  const connections = { [database]: { adapter: 'pgsql', dsn: 'pgsql:host=localhost;dbname=x', user: 'x' } };
  writeFileSync(join(folder, 'orm.json'), JSON.stringify({ orm: { database: { connections } } }));
  if (schema !== undefined) writeFileSync(join(folder, 'schema.xml'), schema);
  return folder;
}

/** The shop of the tests as `database:reverse` reads it. */
function shop() {
  const folder = project('shop', undefined, 'shop');
  const database = new Database(join(folder, 'shop.sqlite'));
  for (const file of ['sqlite.sql', 'rows.sql']) {
    database.exec(readFileSync(here(`../packages/generator/test/support/shop/${file}`), 'utf8'));
  }
  database.close();
  orm(folder, 'database:reverse', 'sqlite:shop.sqlite', '--database-name', 'shop', '--quiet');
  return pageOf(folder, 'shop');
}

const bookshop = () => pageOf(here('../packages/generator/test/fixtures/bookshop'), 'bookshop');
const company = (tables) => pageOf(project(`company-${tables}`, largeSchema(tables), 'company'), `company-${tables}`);

const browser = await chromium.launch({
  executablePath: process.env.ORM_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

async function picture(file, path, colorScheme, width, height, prepare = async () => undefined) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(pathToFileURL(file).href);
  await prepare(page);
  await page.screenshot({ path });
  await page.close();
}

const [, , option, target] = process.argv;
if (option === '--all' && target !== undefined) {
  mkdirSync(target, { recursive: true });
  const pages = { 5: bookshop(), 17: shop(), 60: company(60), 200: company(200) };
  for (const [tables, file] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark']) {
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ]) {
        await picture(file, join(resolve(target), `${tables}-${colorScheme}-${width}.png`), colorScheme, width, height);
      }
    }
  }
  for (const [name, prepare] of Object.entries({
    hover: (page) =>
      page
        .locator('.d-node', { hasText: 'orders' })
        .first()
        .hover({ position: { x: 60, y: 12 } }),
    search: (page) => page.locator('#search').fill('ship'),
    focus: async (page) => {
      await page.locator('[data-target=table-orders]').click({ position: { x: 60, y: 12 } });
      await page.getByRole('button', { name: 'Focus on orders' }).click();
    },
  })) {
    await picture(pages[17], join(resolve(target), `17-${name}.png`), 'light', 1440, 900, prepare);
  }
} else {
  const pictures = [
    ['schema-show-light', bookshop(), 'light', 980, 540],
    ['schema-show-dark-narrow', bookshop(), 'dark', 390, 760],
  ];
  for (const [name, file, ...view] of pictures) await picture(file, here(`../docs/images/${name}.png`), ...view);
}
await browser.close();
rmSync(work, { recursive: true, force: true });
