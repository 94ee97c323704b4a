import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCS } from './php-page.js';

const ROOT = join(DOCS, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const EXAMPLES = readdirSync(join(ROOT, 'examples')).map((name) => `examples/${name}/README.md`);
const PAGES = [...pagesIn('.'), ...pagesIn('docs'), ...EXAMPLES.filter((page) => existsSync(join(ROOT, page)))];

const withoutBlocks = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(({ 1: heading = '' }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test.for(PAGES)('%s links to what is there', (page) => {
  for (const { 1: target = '' } of withoutBlocks(read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    expect(existsSync(join(ROOT, path)), `${page} links to ${target}`).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(read(path)), `${page}: ${target}`).toContain(anchor);
  }
});

/** `packages/…`, `bench/…` and so on in backticks; what has a placeholder in it is no path. */
const PATH = /`((?:\.ci|\.github|bench|conformance|docs|examples|packages|scripts)\/[^`\s<>*…{]+)`/g;

test.for(PAGES)('%s names files of this repository that are there', (page) => {
  for (const { 1: path = '' } of withoutBlocks(read(page)).matchAll(PATH))
    expect(existsSync(join(ROOT, path)), `${page} names ${path}`).toBe(true);
});

test('README.md lists every page for users', () => {
  const listed = [...read('README.md').matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, page]) => page);
  // About our own engines, for CONTRIBUTING.md.
  expect(pagesIn('docs').filter((page) => !listed.includes(page))).toEqual(['docs/engines.md']);
});

/** The row of "Generated PHP against PDO" for a case, as ratios of wall time on the three engines. */
function ratiosOf(name: string): readonly number[] {
  const [, table = ''] = /^## Generated PHP against PDO\n(.*?)^## /ms.exec(read('bench/RESULTS.md')) ?? [];
  const cells = table
    .split('\n')
    .find((line) => line.startsWith(`| ${name} |`))
    ?.split(' | ');
  if (cells === undefined) throw new Error(`bench/RESULTS.md has no case "${name}"`);
  return [2, 4, 6].map((column) => Number.parseFloat(cells[column] ?? ''));
}

test('README.md gives the speed that was measured', () => {
  const range = (name: string): string => {
    const ratios = ratiosOf(name);
    return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times`;
  };
  const text = read('README.md').replaceAll('\n  ', ' ');
  expect(text).toContain(`primary key takes ${range('findPk')} as long as the same by hand`);
  expect(text).toContain(`10,000 rows into objects ${range('list of 10,000')}`);
});

test('docs/performance.md gives the speed and the memory that were measured', () => {
  const page = read('docs/performance.md');
  for (const name of [
    'findPk',
    'filter + findOne',
    'list of 10,000',
    'list of 10,000, no pool',
    'insert in one transaction',
    'update in one transaction',
  ]) {
    const ratios = ratiosOf(name).map((ratio) => ratio.toFixed(2));
    expect(page).toContain(`| ${name} | ${ratios.join(' | ')} |`);
  }
  const [, table = ''] = /^## A million rows\n(.*?)^## /ms.exec(read('bench/RESULTS.md')) ?? [];
  const grown = [...table.matchAll(/([\d.]+) MB \(/g)].map(([, megabytes]) => Number(megabytes));
  expect(page).toContain(`grows by less than ${Math.ceil(Math.max(...grown))} MB`);
});
