import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env['ORM_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why there is no browser, or nothing: on CI a missing one is a failure, elsewhere the tests are left out. */
export function missingBrowser(): string | undefined {
  if (existsSync(CHROMIUM)) return undefined;
  const reason = `${CHROMIUM} is not there; run: node scripts/engines.mjs install extras`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}

export interface Reader {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** A page opened from a file, with everything that went wrong on it and every request it made. */
export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly messages: string[];
  readonly requests: string[];
}

/** `audited`: axe is run in the page, which the page itself forbids. */
export async function open(browser: Browser, url: string, reader: Reader, audited = false): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: reader.width, height: 900 },
    colorScheme: reader.colorScheme,
    bypassCSP: audited,
  });
  const page = await context.newPage();
  const messages: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  return { page, context, messages, requests };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** The rules that a page breaks, each with the first element that does; `part` limits the look to some elements. */
export async function violations(page: Page, part?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const where = part === undefined ? 'document' : JSON.stringify({ include: part });
  const result = await page.evaluate<AxeResult>(`axe.run(${where}, { resultTypes: ['violations'] })`);
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
