import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../package/packed.js';
import { codeBlocks } from '../package/readme.js';

/** What scripts/php/frameworks.mjs does in its own way: it needs no registry for the packages of this checkout. */
const INSTALLS =
  /^(?:composer (?:require|install)\b|npm install --save-dev ormgen$|(?:npx|node --env-file=.env) (?:node_modules\/ormgen\/bin\/)?orm (?:build:all|sql:insert)$)/;

describe.each(['slim', 'symfony', 'laravel'])('docs/%s.md', (name) => {
  const page = `docs/${name}.md`;
  const blocks = codeBlocks(page);
  const example = join(ROOT, 'examples', name);

  test('shows what is in the files of the example', () => {
    const shown = blocks.filter(({ language }) => language !== 'sh');
    expect(shown.length).toBeGreaterThan(4);
    for (const { before, text } of shown) {
      const file = [...before.matchAll(/`([\w./-]+)`/g)]
        .map(([, each = '']) => each)
        .findLast((each) => existsSync(join(example, each)));
      expect(file, `a file of the example is named before this block:\n${text}`).toBeDefined();
      const content = readFileSync(join(example, file ?? ''), 'utf8');
      expect(`\n${content}`, `${page} shows an excerpt of ${file}`).toContain(`\n${text}`);
    }
  });

  test('its commands exist', () => {
    const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
    for (const line of lines.filter((each) => !INSTALLS.test(each) && !each.startsWith('export '))) {
      const [program = '', script = ''] = line.split(' ');
      const file = program === 'php' ? script : program;
      expect(file === 'vendor/bin/phpunit' || existsSync(join(example, file)), line).toBe(true);
    }
  });
});
