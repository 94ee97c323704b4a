// How long a browser takes to open a page of `orm schema:show`.

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.ORM_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Why there is no browser, or undefined. */
export function missingBrowser() {
  return existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is not there: node scripts/engines.mjs install extras`;
}

/**
 * Seconds until the page has loaded, how many of them its thread had a CPU, and seconds until a search in it has been answered
 * on the screen.
 */
export async function openPage(file) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load', timeout: 120_000 });
    const load = seconds();
    const { metrics } = await session.send('Performance.getMetrics');
    const cpu = metrics.find(({ name }) => name === 'TaskDuration').value;
    await page.fill('#search', 'issue');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    return { load, cpu, answered: seconds() };
  } finally {
    await browser.close();
  }
}
