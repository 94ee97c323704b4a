import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphvizLayout } from '../../../src/targets/diagram/graphviz.js';
import { layeredLayout } from '../../../src/targets/diagram/layered.js';
import { htmlPage } from '../../../src/targets/diagram/page/page.js';
import { missingBrowser, open, startBrowser, violations } from './support/browser.js';
import { hostileView } from './support/hostile.js';
import { bookshop, company } from './support/views.js';

const missing = missingBrowser();
const folder = mkdtempSync(join(tmpdir(), 'orm-page-'));
const urls = { five: '', many: '', plain: '' };
let browser: Browser;

/** A browser on a busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };
/** The colour behind everything, in the page. */
const CANVAS = 'getComputedStyle(document.body).backgroundColor';

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
};

beforeAll(async () => {
  const graphviz = await Graphviz.load();
  const layout = graphvizLayout((dot) => graphviz.layout(dot, 'json0' as 'json', 'dot'));
  const [shop, large] = await Promise.all([bookshop(), company(200)]);
  urls.five = write('five.html', htmlPage([shop], 'bookshop', layout));
  const many = htmlPage([large], 'company', layout);
  expect(Buffer.byteLength(many)).toBeLessThan(2_000_000);
  urls.many = write('many.html', many);
  urls.plain = write('plain.html', htmlPage([shop, { ...large, name: 'other' }], 'two', layeredLayout));
  if (missing === undefined) browser = await startBrowser();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (missing === undefined) await browser.close();
});

test('the same model gives the same bytes', async () => {
  const page = htmlPage([await bookshop()], 'bookshop', layeredLayout);
  expect(htmlPage([await bookshop()], 'bookshop', layeredLayout)).toBe(page);
  // The style and the script are in the source; the policy has their hashes.
  const bare = page
    .replace(/(<style>).*?(<\/style>)/s, '$1$2')
    .replace(/(<script>).*?(<\/script>)/s, '$1$2')
    .replaceAll(/sha256-[\w+/=]+/g, 'sha256-…');
  await expect(bare).toMatchFileSnapshot('golden/bookshop.html');
});

/** What a browser makes of the text of a page; it runs there. */
const READ_PAGE = `(text) => {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const all = (selector) => [...page.querySelectorAll(selector)];
  const texts = (selector) => all(selector).map((element) => element.textContent);
  return {
    headings: texts('h3'),
    names: texts('tbody th'),
    nodes: texts('.d-node > title'),
    sql: texts('.sql code'),
    scripts: all('script,iframe,img,object').length,
    handlers: all('*').flatMap((each) => each.getAttributeNames().filter((name) => /^(on|style$)/.test(name))),
    dead: all('a').filter((link) => !page.getElementById(decodeURIComponent(link.hash.slice(1)))).length,
  };
}`;

/** Of 200 tables axe looks at some, made as all others are: looking at all takes minutes. */
const SAMPLE = ['nav', 'h1', 'h2', '.tools', '#table-user', '#table-sales_order', '#table-sales_task'];

const READERS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
);

describe.skipIf(missing !== undefined)('in a browser', () => {
  describe.each(READERS)('$colorScheme, $width pixels wide', (reader) => {
    test('5 tables: no console message, no request, nothing too wide, nothing that axe finds', async () => {
      const { page, context, messages, requests } = await open(browser, urls.five, reader);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), PATIENCE).toBe(reader.width);
      expect(await page.evaluate(CANVAS)).toBe(
        reader.colorScheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(251, 251, 250)',
      );
      expect({ messages, requests }).toEqual({ messages: [], requests: [urls.five] });
      await context.close();
      const audited = await open(browser, urls.five, reader, true);
      await audited.page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      expect(await violations(audited.page)).toEqual([]);
      await audited.context.close();
    });

    test('200 tables: the same', async () => {
      const { page, context, messages, requests } = await open(browser, urls.many, reader, true);
      await expect.poll(() => page.locator('#list a:visible').count(), PATIENCE).toBe(200);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), PATIENCE).toBe(reader.width);
      expect(await violations(page, SAMPLE)).toEqual([]);
      expect({ messages, requests }).toEqual({ messages: [], requests: [urls.many] });
      await context.close();
    });
  });

  test('by keyboard alone: search, open a table, its SQL, copy, change the theme', async () => {
    const { page, context, messages } = await open(browser, urls.many, { colorScheme: 'light', width: 1440 });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(), PATIENCE).toBe('Skip to the tables');
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.id'), PATIENCE).toBe('search');
    await page.keyboard.type('fleet_ord');
    await expect.poll(() => page.locator('#found').textContent(), PATIENCE).toBe('2 of 200 tables');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(), PATIENCE).toContain('fleet_order_line');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#table-fleet_order');
    const top = (): Promise<number> => page.evaluate('document.activeElement.getBoundingClientRect().top');
    await expect.poll(async () => Math.floor((await top()) / 100), PATIENCE).toBe(0);
    await expect.poll(() => page.locator('#list a[aria-current]').textContent(), PATIENCE).toContain('fleet_order');
    await expect.poll(() => page.locator('.d-node.now title').textContent(), PATIENCE).toBe('fleet_order');
    // From the table on, its links and the two blocks that open.
    for (let step = 0; step < 20 && (await focused()) !== 'SQL'; step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(), PATIENCE).toBe('Copy the SQL of fleet_order');
    await expect
      .poll(() => page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), PATIENCE)
      .toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForFunction('document.activeElement.textContent === "Copied"');
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'), PATIENCE)
      .toMatch(/^CREATE TABLE "fleet_order" \(\n/);
    await page.locator('#theme').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(CANVAS), PATIENCE).toBe('rgb(20, 23, 28)');
    expect(messages).toEqual([]);
    await context.close();
  });

  test('search finds columns too, and says when there is nothing', async () => {
    const { page, context } = await open(browser, urls.five, { colorScheme: 'dark', width: 390 });
    await page.locator('#search').fill('sequel');
    await expect.poll(() => page.locator('#list a:visible').allTextContents(), PATIENCE).toEqual(['book sequel_of']);
    await page.locator('#search').fill('zebra');
    await expect.poll(() => page.locator('#found').textContent(), PATIENCE).toBe('nothing found');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#list a:visible').count(), PATIENCE).toBe(5);
    await context.close();
  });

  test('the diagram zooms by button and key, is dragged, and leads to tables', async () => {
    const { page, context } = await open(browser, urls.many, { colorScheme: 'light', width: 1440 });
    const percent = (): Promise<string | null> => page.locator('.tools output').textContent();
    const pane = page.locator('.pane');
    expect(await percent()).toBe('85 %');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await percent()).toBe('106 %');
    await pane.focus();
    await page.keyboard.press('1');
    expect(await percent()).toBe('100 %');
    await page.keyboard.press('-');
    expect(await percent()).toBe('80 %');
    const scrolled = (): Promise<number> => page.evaluate('document.querySelector(".pane").scrollLeft');
    await page.evaluate(`document.querySelector('.pane').scrollLeft = 300`);
    const before = await scrolled();
    // Somewhere on the ground.
    const ground = await page.evaluate<{ x: number; y: number }>(`(() => {
      const { x, y, width, height } = document.querySelector('.pane').getBoundingClientRect();
      for (let at = 0; at < 4000; at++) {
        const [left, top] = [x + 300 + (at * 37) % (width - 400), y + 20 + (at * 53) % (height - 120)];
        if (document.elementFromPoint(left, top).tagName === 'svg') return { x: left, y: top };
      }
    })()`);
    await page.mouse.move(ground.x, ground.y);
    await page.mouse.down();
    await page.mouse.move(ground.x - 200, ground.y, { steps: 4 });
    await page.mouse.up();
    expect((await scrolled()) - before).toBeCloseTo(200, -1);
    expect(new URL(page.url()).hash).toBe('');
    await page.keyboard.press('0');
    await page.locator('[data-target=table-user]').click();
    expect(new URL(page.url()).hash).toBe('');
    await page.locator('.chosen').getByRole('link', { name: 'Details' }).click();
    expect(new URL(page.url()).hash).toBe('#table-user');
    await context.close();
  });

  test('two databases, without Graphviz', async () => {
    const { page, context, messages } = await open(browser, urls.plain, { colorScheme: 'light', width: 1440 });
    expect(await page.locator('h2').allTextContents()).toEqual(
      ['app', 'other'].flatMap((name) => [name, `Diagram of ${name}`, `Tables of ${name}`]),
    );
    await expect.poll(() => page.locator('.d-node').count(), PATIENCE).toBe(205);
    expect(messages).toEqual([]);
    await context.close();
  });

  test('on paper there is no navigation, and it is light', async () => {
    const { page, context } = await open(browser, urls.five, { colorScheme: 'dark', width: 1440 });
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('nav').isVisible(), PATIENCE).toBe(false);
    await expect.poll(() => page.locator('.tools').isVisible(), PATIENCE).toBe(false);
    await expect.poll(() => page.locator('.chosen').isVisible(), PATIENCE).toBe(false);
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).color'), PATIENCE).toBe('rgb(29, 33, 41)');
    await context.close();
  });

  test('hostile names are text and nothing else', async () => {
    const { page, context, messages } = await open(browser, urls.five, { colorScheme: 'light', width: 1440 });
    const views = fc.sample(hostileView, 60);
    const pages = views.map((view) => htmlPage([view], view.tables[0]?.id ?? '', layeredLayout));
    const found = await page.evaluate<unknown[]>(`(${JSON.stringify(pages)}).map(${READ_PAGE})`);
    for (const [index, { tables }] of views.entries()) {
      const ids = tables.map(({ id }) => id);
      expect(found[index]).toEqual({
        headings: ids,
        names: tables.flatMap(({ columns }) => columns.map(({ name }) => name)),
        nodes: ids,
        sql: tables.map(({ sql }) => sql),
        scripts: 1,
        handlers: [],
        dead: 0,
      });
    }
    expect(messages).toEqual([]);
    await context.close();
  });
});
