import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layeredLayout } from '../../../src/targets/diagram/layered.js';
import { htmlPage } from '../../../src/targets/diagram/page/page.js';
import { missingBrowser, open, startBrowser } from './support/browser.js';
import { company } from './support/views.js';

const TABLES = 200;
const missing = missingBrowser();
const folder = mkdtempSync(join(tmpdir(), 'orm-large-page-'));
let browser: Browser;
let url: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'page.html'), htmlPage([await company(TABLES)], 'company', layeredLayout));
  url = pathToFileURL(join(folder, 'page.html')).href;
  if (missing === undefined) browser = await startBrowser();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (missing === undefined) await browser.close();
});

interface Drawn {
  readonly boxes: number;
  readonly lines: number;
  /** Tables whose box is in sight but not drawn. */
  readonly gaps: readonly string[];
}

/** What is drawn of the diagram, once the browser has come to rest. */
const drawn = (page: Page): Promise<Drawn> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const isDrawn = (el) => el.getClientRects().length > 0;
    const pane = document.querySelector('.pane'), svg = document.querySelector('.pane svg');
    const scale = svg.width.baseVal.value / svg.viewBox.baseVal.width;
    const isInSight = (node) => {
      const [x, y, w, h] = node.dataset.box.split(' ').map((each) => Number(each) * scale);
      const [left, top] = [pane.scrollLeft, pane.scrollTop];
      return x < left + pane.clientWidth && x + w > left && y < top + pane.clientHeight && y + h > top;
    };
    resolve({
      boxes: all('.d-box').filter(isDrawn).length,
      lines: all('.d-link:not(.far) > .d-line').filter(isDrawn).length,
      gaps: all('.d-node').filter((node) => isInSight(node) && !isDrawn(node.querySelector('.d-box'))).map((node) => node.dataset.target),
    });
  })))`);

describe.skipIf(missing !== undefined)('the page of a large schema', () => {
  test('draws what is in sight, wherever that is, and all of it on paper', async () => {
    const { page, context, messages } = await open(browser, url, { colorScheme: 'light', width: 1440 });
    const first = await drawn(page);
    expect(first.gaps).toEqual([]);
    expect(first.boxes).toBeGreaterThan(2);
    expect(first.boxes).toBeLessThan(TABLES / 2);
    const whole: number = await page.evaluate(`document.querySelectorAll('.d-link:not(.far) > .d-line').length`);
    expect(first.lines).toBeLessThan(whole);
    for (const [left, top] of [
      [1e6, 1e6],
      [0, 1e6],
      [600, 300],
    ]) {
      await page.evaluate(`document.querySelector('.pane').scrollTo(${String(left)}, ${String(top)})`);
      expect((await drawn(page)).gaps).toEqual([]);
    }
    await page.emulateMedia({ media: 'print' });
    expect(await drawn(page)).toMatchObject({ boxes: TABLES, lines: whole });
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Fit the whole diagram' }).click();
    expect((await drawn(page)).gaps).toEqual([]);
    expect(messages).toEqual([]);
    await context.close();
  });

  test('is whole without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    expect((await page.locator('.d-box').filter({ visible: true }).all()).length).toBe(TABLES);
    await context.close();
  });

  test('lays out the tables in sight, and a link still leads to its table', async () => {
    const { page, context } = await open(browser, url, { colorScheme: 'light', width: 1440 });
    const skipped: number = await page.evaluate(
      `[...document.querySelectorAll('section.table h3')].filter((name) => !name.checkVisibility({ contentVisibilityAuto: true })).length`,
    );
    expect(skipped).toBeGreaterThan(TABLES / 2);
    const last = page.locator('#list a').last();
    await last.click();
    const bottom = page.locator('section.table').last();
    await expect.poll(async () => (await bottom.boundingBox())?.y).toBeLessThan(900);
    await page.locator('#list a').nth(100).click();
    const middle = page.locator('section.table').nth(100);
    await expect.poll(async () => Math.abs((await middle.boundingBox())?.y ?? 1000)).toBeLessThan(40);
    expect(await middle.locator('h3').textContent()).toBe(await page.locator('#list a span').nth(100).textContent());
    await context.close();
  });
});
