import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../src/model/adapter.js';
import { DOCS } from './php-page.js';

const ROOT = join(DOCS, '..');
const GENERATOR = 'packages/generator';
const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const section = (heading: string): string =>
  page.split(/^(?=## )/m).find((each) => each.startsWith(`## ${heading}\n`)) ?? '';

/** Paths in backticks, seen from the root: those of "How to add" begin at the generator. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map(([, path = '']) =>
    /^(?:src|test)\//.test(path) ? join(GENERATOR, path) : path,
  );

const howTo = section('How to add …');

describe('CONTRIBUTING.md', () => {
  test('names paths that exist', () => {
    const paths = pathsIn(howTo + section('Releases'));
    expect(paths.length).toBeGreaterThan(90);
    // A code of an error and a repository look like paths.
    const others = new Set(['schema/unknown-table', 'owner/name']);
    expect(paths.filter((path) => !others.has(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  const NAMES = ADAPTERS.join('|');
  const KNOWS_VENDORS = new RegExp(`['"](?:${NAMES})['"]|^\\s*(?:${NAMES}): `, 'm');
  const OF_ONE_VENDOR = new RegExp(`/platforms/(?:${NAMES})/|/Adapter/`);

  test('lists every file that knows vendors by name', () => {
    const files = [`${GENERATOR}/src`, 'packages/runtime-php/src'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
    );
    const knowing = files.filter(
      (file) => !OF_ONE_VENDOR.test(file) && KNOWS_VENDORS.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    const vendor = howTo.slice(howTo.indexOf('**a vendor**'), howTo.indexOf('**a column type**'));
    const [, compiler = '', table = ''] = /^1\.(.*?)^2\..*?^3\.(.*?)^4\./ms.exec(vendor) ?? [];
    expect(
      pathsIn(compiler + table)
        .filter((path) => /\.(?:ts|php)$/.test(path))
        .sort(),
    ).toEqual(knowing.sort());
  });
});
