import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './packed.js';
import type { PhpProject } from './php-project.js';

export interface Block {
  readonly language: string;
  readonly text: string;
  /** The paragraph before it. */
  readonly before: string;
  /** The heading that it stands under. */
  readonly heading: string;
}

/** The fenced blocks of a page, in order. */
export function codeBlocks(page: string): readonly Block[] {
  const source = readFileSync(join(ROOT, page), 'utf8');
  return [...source.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: text = '', index }) => {
    const above = source.slice(0, index).replaceAll(/^```\w+\n.*?^```$/gms, '');
    return {
      language,
      text,
      before: above.trimEnd().split('\n\n').at(-1) ?? '',
      heading: /^#+ (.+)$/m.exec(above.split(/^(?=#+ )/m).at(-1) ?? '')?.[1] ?? '',
    };
  });
}

/** The block that holds a text; a page that lost it fails the test. */
export function blockWith(blocks: readonly Block[], language: string, part: string): string {
  const found = blocks.find((block) => block.language === language && block.text.includes(part));
  if (!found) throw new Error(`the page has no ${language} block with ${JSON.stringify(part)}`);
  return found.text;
}

/** Output without what differs from run to run. */
export function withoutTimes(text: string): string {
  return text.replaceAll(/\d+(\.\d+)? (ms|s)\b/g, 'N ms');
}

/**
 * Does what a page says, block by block:
 * - `sh`: its lines are typed; a `text` block behind it is what they printed
 * - any other language: the file that the paragraph before it names last is written, or, if `orm` makes the file (or
 *   `init` has made it), must contain the block
 *
 * Returns the blocks that are neither, for the test to account for.
 */
export async function follow(blocks: readonly Block[], project: PhpProject): Promise<readonly Block[]> {
  const left: Block[] = [];
  let printed: string | undefined;
  for (const block of blocks) {
    const before = printed;
    printed = undefined;
    if (block.language === 'sh') {
      printed = '';
      for (const line of block.text.split('\n').filter((text) => /^[^#]/.test(text)))
        printed += await project.type(line.replace(/\s+#.*/, ''));
    } else if (block.language !== 'text') useFile(block, project);
    else if (before === undefined) left.push(block);
    else expect(withoutTimes(before)).toBe(withoutTimes(block.text));
  }
  return left;
}

function useFile(block: Block, project: PhpProject): void {
  const name = [...block.before.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1)?.[1];
  if (name === undefined) throw new Error(`no file is named before this block:\n${block.text}`);
  const isMade =
    (name === 'orm.yaml' && project.isInitialized) ||
    /^generated-(sql|conf)\/|^generated-classes\/(.*\/)?(Base|Map|Enum)\/|^src\/models\//.test(name);
  if (isMade) expect(project.read(name)).toContain(block.text.trim());
  else project.write(name, block.text);
}
