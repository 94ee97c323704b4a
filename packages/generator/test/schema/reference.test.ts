import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryBuild } from './support/build.js';
import { matchGolden } from './support/golden.js';
import { schemaReference } from './support/reference.js';

const PAGE = join(import.meta.dirname, '../../../../docs/schema.md');
const MARK =
  '<!-- From here on the page is written from the vocabulary of the checker: UPDATE_GOLDEN=1 writes it anew. -->';

const page = (): string => readFileSync(PAGE, 'utf8');

describe('the schema reference', () => {
  it('is what the checker knows', () => {
    expect(page()).toContain(MARK);
    const [introduction = ''] = page().split(MARK);
    matchGolden(PAGE, `${introduction}${MARK}\n\n${schemaReference()}`);
  });

  const examples = [...page().matchAll(/```xml\n([\s\S]*?)```/g)].map(([, example = '']) => example);

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(3);
  });

  it.each(examples)('has an example that builds without diagnostics: %s', async (example) => {
    const body = example
      .replace(/^<\?xml.*\?>\n/, '')
      .replace(/^<database[^>]*>/, '')
      .replace(/<\/database>\s*$/, '');
    const { diagnostics } = await tryBuild(body);
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
  });
});
