import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { graphvizLayout } from '../../../src/targets/diagram/graphviz.js';
import { htmlPage } from '../../../src/targets/diagram/page/page.js';
import { inNewDatabase, readTurn, runScript } from '../../reverse/round-trip.js';
import { shopSql } from '../../support/shop/shop.js';
import { missingBrowser, open, type Reader, startBrowser, violations } from './support/browser.js';
import { company, viewOf } from './support/views.js';

const missing = missingBrowser();
const folder = mkdtempSync(join(tmpdir(), 'orm-live-'));
const urls = { shop: '', many: '' };
let browser: Browser;

const WIDE: Reader = { colorScheme: 'light', width: 1440 };

beforeAll(async () => {
  const graphviz = await Graphviz.load();
  const layout = graphvizLayout((dot) => graphviz.layout(dot, 'json0' as 'json', 'dot'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return pathToFileURL(join(folder, name)).href;
  };
  const shop = await inNewDatabase('sqlite', async (database) => {
    await runScript(database, shopSql('sqlite'));
    return viewOf((await readTurn(database)).reversed.database);
  });
  urls.shop = write('shop.html', htmlPage([shop], 'shop', layout));
  urls.many = write('many.html', htmlPage([await company(200)], 'company', layout));
  if (missing === undefined) browser = await startBrowser();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (missing === undefined) await browser.close();
});

async function opened(url: string, reader = WIDE, audited = false): Promise<Page> {
  const { page, context, messages } = await open(browser, url, reader, audited);
  onTestFinished(async () => {
    expect(messages).toEqual([]);
    await context.close();
  });
  return page;
}

const node = (table: string): string => `[data-target=table-${table}]`;

/** Names of tables in the diagram that have a class, or lines as `child parent`. */
const marked = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.d-node.${name} > title')].map((title) => title.textContent).sort()`);
const lines = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.d-link${selector} > title')].map((title) => title.textContent).sort()`,
  );

/** How far the middle of a table is from that of the pane, in pixels. */
const fromCentre = (page: Page, table: string): Promise<{ x: number; y: number }> =>
  page.evaluate(`(() => {
    const [a, b] = ['.pane', '${node(table)} .d-box'].map((each) => document.querySelector(each).getBoundingClientRect());
    return { x: Math.abs(a.left + a.width / 2 - b.left - b.width / 2), y: Math.abs(a.top + a.height / 2 - b.top - b.height / 2) };
  })()`);

const isInView = (page: Page, table: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const [a, b] = ['.pane', '${node(table)} .d-box'].map((each) => document.querySelector(each).getBoundingClientRect());
    return b.left >= a.left && b.right <= a.right && b.top >= a.top && b.bottom <= a.bottom;
  })()`);

describe.skipIf(missing !== undefined)('the diagram of a page', () => {
  test.each([WIDE, { colorScheme: 'dark', width: 390 }] as const)(
    'opens at a size that can be read',
    async (reader) => {
      for (const url of [urls.shop, urls.many]) {
        const page = await opened(url, reader);
        const size = await page.evaluate<number>(
          `document.querySelector('.d-node text tspan').getBoundingClientRect().height`,
        );
        expect(size).toBeGreaterThan(7);
        expect(Number.parseInt((await page.locator('.tools output').textContent()) ?? '', 10)).toBeGreaterThanOrEqual(
          85,
        );
      }
    },
  );

  test('opens where the most relations are', async () => {
    const page = await opened(urls.shop);
    expect(await isInView(page, 'orders')).toBe(true);
    const many = await opened(urls.many, WIDE);
    const drawn = await many.evaluate<number>(`(() => {
      const pane = document.querySelector('.pane').getBoundingClientRect();
      return [...document.querySelectorAll('.d-link:not(.far) .d-line')].filter((line) => {
        const box = line.getBoundingClientRect();
        return box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom;
      }).length;
    })()`);
    expect(drawn).toBeGreaterThan(20);
  });

  test('search marks and centres the table, first by name and then by column', async () => {
    const page = await opened(urls.many);
    await page.locator('#search').fill('fleet_shipment');
    expect(await marked(page, 'hit')).toEqual(['fleet_shipment']);
    expect((await marked(page, 'dim')).length).toBe(199);
    const { x, y } = await fromCentre(page, 'fleet_shipment');
    expect([x < 20, y < 40]).toEqual([true, true]);
    await page.keyboard.press('Escape');
    expect([await marked(page, 'hit'), await marked(page, 'dim')]).toEqual([[], []]);
    const shop = await opened(urls.shop);
    await shop.locator('#search').fill('shipping_address');
    expect(await marked(shop, 'hit')).toEqual(['orders']);
  });

  test('hovering a table shows its relations, and hovering a relation its tables', async () => {
    const page = await opened(urls.shop);
    await page.locator(node('orders')).hover({ position: { x: 60, y: 12 } });
    expect(await marked(page, 'near')).toEqual([
      'addresses',
      'customers',
      'order_items',
      'orders',
      'payments',
      'shipments',
    ]);
    expect(await lines(page, '.near')).toHaveLength(6);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.d-link:not(.near)')).opacity`)).toBe('0.3');
    await page.locator('h1').hover();
    expect(await marked(page, 'near')).toEqual([]);
    const curve = await page.evaluate<{ x: number; y: number }>(`(() => {
      const path = [...document.querySelectorAll('.d-link')].find((each) => each.textContent === 'payments (order_id) → orders').querySelector('.d-hit');
      const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      return { x: point.x, y: point.y };
    })()`);
    await page.mouse.move(curve.x, curve.y);
    expect(await marked(page, 'near')).toEqual(['orders', 'payments']);
    expect(await lines(page, '.near')).toEqual(['payments (order_id) → orders']);
  });

  test('lines to a table that very many point at are drawn when they are asked for', async () => {
    const page = await opened(urls.many);
    expect(await page.locator('.d-link.far:visible').count()).toBe(0);
    await page.locator('#list a', { hasText: 'country' }).first().hover();
    expect(await marked(page, 'now')).toEqual(['country']);
    expect(await lines(page, '.far.near')).toHaveLength(10);
    expect(await page.locator('.d-link.far.near .d-line[d^=M]').count()).toBeGreaterThanOrEqual(10);
  });

  test('a click chooses a table, and its neighbours are followed from there', async () => {
    const page = await opened(urls.shop);
    await page.locator(node('orders')).click({ position: { x: 60, y: 12 } });
    const card = page.locator('.chosen');
    expect(await card.textContent()).toBe('ordersDetailsFocus→customersaddresses←order_itemspaymentsshipments');
    await card.getByRole('button', { name: 'shipments' }).click();
    expect(await card.locator('strong').textContent()).toBe('shipments');
    expect(await marked(page, 'now')).toEqual(['shipments']);
    expect(await isInView(page, 'shipments')).toBe(true);
    await card.getByRole('link', { name: 'Details' }).click();
    expect(new URL(page.url()).hash).toBe('#table-shipments');
  });

  test('focus shows a table and its neighbours alone, and gives all back', async () => {
    const page = await opened(urls.many);
    const places = (): Promise<string> =>
      page.evaluate(`[...document.querySelectorAll('.d-node')].map((each) => each.getAttribute('transform')).join()`);
    const before = await places();
    await page.locator('#search').fill('fleet_order_line');
    await page.locator(node('fleet_order_line')).click({ position: { x: 40, y: 12 } });
    await page.getByRole('button', { name: 'Focus on fleet_order_line and its neighbours' }).click();
    const seen = (): Promise<string[]> => page.locator('.d-node:not(.away) > title').allTextContents();
    expect((await seen()).sort()).toEqual(['fleet_order', 'fleet_order_line', 'fleet_product']);
    for (const table of await seen()) expect(await isInView(page, table)).toBe(true);
    // Parents are to the left.
    const left = (table: string): Promise<number> =>
      page.evaluate(`document.querySelector('${node(table)} .d-box').getBoundingClientRect().left`);
    expect(await left('fleet_order')).toBeLessThan(await left('fleet_order_line'));
    // From neighbour to neighbour.
    await page.locator('.chosen').getByRole('button', { name: 'fleet_product' }).click();
    expect(await seen()).toContain('fleet_price_list');
    await page.keyboard.press('Escape');
    expect((await seen()).length).toBe(200);
    expect(await places()).toBe(before);
  });

  test('full screen and back, by button and by key', async () => {
    const page = await opened(urls.shop);
    const isFull = (): Promise<boolean> =>
      page.evaluate(`document.fullscreenElement === document.querySelector('.diagram')`);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.waitForFunction(`document.fullscreenElement !== null`);
    expect(await isFull()).toBe(true);
    const high = await page.evaluate<number>(`document.querySelector('.pane').clientHeight / innerHeight`);
    expect(high).toBeGreaterThan(0.85);
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await page.waitForFunction(`document.fullscreenElement === null`);
    await page.locator('.pane').focus();
    await page.keyboard.press('f');
    await page.waitForFunction(`document.fullscreenElement !== null`);
    await page.locator(node('orders')).click({ position: { x: 60, y: 12 } });
    await page.locator('.chosen').getByRole('link', { name: 'Details' }).click();
    await page.waitForFunction(`document.fullscreenElement === null`);
    expect(new URL(page.url()).hash).toBe('#table-orders');
  });

  test('a table is dragged with its lines, a group as a whole, and all is put back', async () => {
    const page = await opened(urls.shop);
    const path = (): Promise<string | null> =>
      page.evaluate(
        `[...document.querySelectorAll('.d-link')].find((each) => each.textContent === 'payments (order_id) → orders').querySelector('.d-line').getAttribute('d')`,
      );
    const before = await path();
    const drag = async (table: string, on: Page): Promise<void> => {
      await on.locator(node(table)).scrollIntoViewIfNeeded();
      const box = (await on.locator(`${node(table)} .d-box`).boundingBox()) ?? { x: 0, y: 0 };
      await on.mouse.move(box.x + 50, box.y + 10);
      await on.mouse.down();
      await on.mouse.move(box.x + 90, box.y + 70, { steps: 5 });
      await on.mouse.up();
    };
    const shift = (table: string, on: Page): Promise<string | null> =>
      on.locator(node(table)).getAttribute('transform');
    await drag('orders', page);
    expect(await shift('orders', page)).toMatch(/^translate\(4\d(\.\d+)? 7\d/);
    expect(await path()).not.toBe(before);
    expect(await page.locator('.chosen').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect([await shift('orders', page), await path()]).toEqual([null, before]);

    const many = await opened(urls.many);
    await many.getByLabel('Group').selectOption('fleet');
    expect((await marked(many, 'dim')).some((table) => table.startsWith('fleet_'))).toBe(false);
    await drag('fleet_order', many);
    expect(await shift('fleet_order', many)).toBe(await shift('fleet_product', many));
    expect(await shift('fleet_order', many)).not.toBeNull();
    expect(await shift('sales_order', many)).toBeNull();
  });

  test('by keyboard alone: from table to table, focus, moving, details', async () => {
    const page = await opened(urls.shop);
    const current = (): Promise<string> =>
      page.evaluate(`document.activeElement.querySelector('title')?.textContent ?? ''`);
    await page.locator('.pane').focus();
    await page.keyboard.press('Tab');
    const first = await current();
    expect(first).not.toBe('');
    expect(await page.locator('.chosen strong').textContent()).toBe(first);
    await page.locator(node('orders')).focus();
    await page.keyboard.press('ArrowRight');
    expect(['payments', 'shipments']).toContain(await current());
    await page.keyboard.press('ArrowLeft');
    expect(await current()).toBe('orders');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await page.locator(node('orders')).getAttribute('transform')).toBe('translate(0 20)');
    await page.keyboard.press(' ');
    expect(await page.locator('.d-node:not(.away)').count()).toBe(6);
    await page.keyboard.press('Escape');
    expect(await page.locator('.d-node:not(.away)').count()).toBe(17);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#table-orders');
  });

  test('columns that may be null are told apart, and what they point at is a link', async () => {
    const page = await opened(urls.shop);
    const rows = await page.locator(`${node('employees')} text`).allTextContents();
    expect(rows).toEqual([
      'employees',
      'PKidINTEGER',
      'FKmanager_idINTEGER?',
      'FKwarehouse_idINTEGER?',
      'nameVARCHAR(80)',
      'hired_onDATE',
    ]);
    await page.locator('#table-shipments .columns').getByRole('link', { name: 'employees' }).click();
    expect(new URL(page.url()).hash).toBe('#table-employees');
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing while a table is chosen and focused, %s',
    async (colorScheme) => {
      const page = await opened(urls.shop, { colorScheme, width: 1440 }, true);
      await page.locator(node('orders')).click({ position: { x: 60, y: 12 } });
      expect(await violations(page, ['.diagram'])).toEqual([]);
      await page.getByRole('button', { name: 'Focus on orders and its neighbours' }).click();
      expect(await violations(page, ['.diagram'])).toEqual([]);
    },
  );
});
