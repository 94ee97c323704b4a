import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packed.js';

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export function codeBlocks(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
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
