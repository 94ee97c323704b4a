#!/usr/bin/env node
// Makes the pictures of docs/schema-show.md: the page of schema:show at 5 tables, in a real browser.
//   npm run build && node scripts/page-pictures.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orm-pictures-'));
const file = join(folder, 'bookshop.html');
execFileSync(process.execPath, [here('../packages/generator/bin/orm'), 'schema:show', '--output', file], {
  cwd: here('../packages/generator/test/fixtures/bookshop'),
});
const browser = await chromium.launch({
  executablePath: process.env.ORM_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [name, colorScheme, width, height] of [
  ['schema-show-light', 'light', 980, 540],
  ['schema-show-dark-narrow', 'dark', 390, 760],
]) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: here(`../docs/images/${name}.png`) });
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
