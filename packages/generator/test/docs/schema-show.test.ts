import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';

const PAGE = readFileSync(new URL('../../../../docs/schema-show.md', import.meta.url), 'utf8');
const BOOKSHOP = fileURLToPath(new URL('../fixtures/bookshop', import.meta.url));

/** Blocks that begin with a command: the rest is what it prints. */
const BLOCKS = [...PAGE.matchAll(/^```(?:text|mermaid)\n(?:%% )?\$ orm (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

describe('docs/schema-show.md', () => {
  test('has the blocks that are run here', () => {
    expect(BLOCKS.map(({ command }) => command)).toEqual(['schema:show', 'schema:show book']);
  });

  test.each(BLOCKS)('orm $command', async ({ command, output }) => {
    const { code, stdout } = await orm(BOOKSHOP, ...command.split(' '));
    expect({ code, stdout }).toEqual({ code: 0, stdout: output });
  });
});
