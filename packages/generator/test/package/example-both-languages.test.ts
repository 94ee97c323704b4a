import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, startBrowser, violations } from '../targets/diagram/support/browser.js';
import { ROOT } from './packed.js';
import { Packages, type PhpProject } from './php-project.js';
import { codeBlocks } from './readme.js';

const EXAMPLE = 'examples/both-languages';

let packages: Packages;
let browser: Browser;

beforeAll(async () => {
  packages = new Packages();
  if (missingBrowser() === undefined) browser = await startBrowser();
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  packages.remove();
});

/** What the README says, up to the servers. */
async function copied(): Promise<PhpProject> {
  const project = packages.emptyProject({ NODE_NO_WARNINGS: '1' });
  cpSync(join(ROOT, EXAMPLE), project.folder, { recursive: true });
  const [setup, php, node] = codeBlocks(`${EXAMPLE}/README.md`).map(({ text }) => text.trim());
  for (const line of setup?.split('\n') ?? []) await project.type(line);
  expect([php, node]).toEqual(['php -S localhost:8000 server.php', 'node server.ts']);
  return project;
}

const shown = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll('li')].map((item) => item.firstChild.textContent)`);

async function opened(origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 480, height: 900 } });
  await page.goto(origin);
  await page.locator('li').nth(7).waitFor();
  return page;
}

/** Drags one song onto the upper half of another. Others may move both meanwhile: a drag may come to nothing. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST', { timeout: 3000 });
  answered.catch(() => undefined);
  await page
    .locator('li')
    .nth(from)
    .dragTo(page.locator('li').nth(to), { targetPosition: { x: 100, y: 8 } });
  await answered.catch(() => undefined);
}

/** Counts the moves that a server has taken from now on. */
function moved200(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.status() === 200) count++;
  });
  return () => count;
}

describe.skipIf(missingBrowser() !== undefined)(EXAMPLE, () => {
  it('shows both people the same list, whoever drags', { timeout: 300_000 }, async () => {
    const project = await copied();
    const origins = await Promise.all([
      project.serveScript('php', 'server.php'),
      project.serveScript('node', 'server.ts'),
    ]);
    const [php, node] = await Promise.all([opened(origins[0]), opened(origins[1])]);
    expect([await php.textContent('#server'), await node.textContent('#server')]).toEqual(['PHP', 'Node']);
    const start = await shown(php);
    expect(start).toHaveLength(8);
    for (const colorScheme of ['light', 'dark'] as const) {
      await node.emulateMedia({ colorScheme });
      expect(await violations(node)).toEqual([]);
    }

    // One after the other: each sees what the other did.
    await drag(php, 7, 0);
    const moved = [start[7], ...start.slice(0, 7)];
    expect(await shown(php)).toEqual(moved);
    await expect.poll(() => shown(node), { timeout: 10_000 }).toEqual(moved);
    await node.locator('li').nth(2).press('Alt+ArrowUp');
    const swapped = [moved[0], moved[2], moved[1], ...moved.slice(3)];
    await expect.poll(() => shown(node), { timeout: 10_000 }).toEqual(swapped);
    await expect.poll(() => shown(php), { timeout: 10_000 }).toEqual(swapped);

    // Both at once, and most of what they drag arrives.
    const moves = [moved200(php), moved200(node)];
    const drags = (page: Page, step: number) => async (): Promise<void> => {
      for (let i = 0; i < 8; i++) await drag(page, (i * step + 3) % 8, (i * 5 + step) % 8);
    };
    await Promise.all([drags(php, 3)(), drags(node, 5)()]);
    for (const count of moves) expect(count()).toBeGreaterThan(3);
    await php.waitForTimeout(1500);
    const end = await shown(php);
    expect(await shown(node)).toEqual(end);
    expect(end.toSorted()).toEqual(start.toSorted());
    expect(end).not.toEqual(swapped);
    // The ranks are 1 to n, by the database itself.
    expect(await project.type('npx orm list:check')).toContain('1 list');
    project.write(
      'ranks.ts',
      `import { orm } from './src/models/config.ts';
import { SongQuery } from './src/models/index.ts';
console.log((await SongQuery.create().orderByRank().find()).map((song) => song.getRank() + ' ' + song.title).join('\\n'));
await orm.close();
`,
    );
    expect(await project.type('node ranks.ts')).toBe(end.map((title, i) => `${String(i + 1)} ${title}\n`).join(''));
  });
});
