import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));

interface Block {
  readonly language: string;
  readonly text: string;
  /** Where its text begins in the page. */
  readonly start: number;
  /** The comment right before it. */
  readonly mark: string;
  /** The text between it and the block before. */
  readonly before: string;
}

/** A part of the script of a page, and what the page says that it prints. */
export interface Step {
  readonly code: string;
  readonly line: number;
  readonly output: string;
  /** What the page shows holds for this adapter only. */
  readonly adapter: string | undefined;
  /** Where the shown output is in the page. */
  readonly shown: Block | undefined;
}

/** A file that the page shows, and the name that the text before it gives it. */
export interface PageFile {
  readonly name: string;
  readonly text: string;
}

const OUTPUTS = new Set(['text', 'sql', 'json']);

/**
 * A page whose PHP is run:
 * - `php` blocks are one script, in their order; one that begins with `<?php` is the file that the text before it names
 * - a `text`, `sql` or `json` block behind one is what it prints; a block without one prints nothing
 * - `<!-- on sqlite -->` before an output: it holds for that adapter; the code runs on all of them
 * - `<!-- not executed: why -->` before a block leaves it out
 */
export class PhpPage {
  readonly source: string;
  readonly steps: readonly Step[];
  readonly files: readonly PageFile[];
  /** Blocks in other languages, by language. */
  readonly others: readonly { readonly language: string; readonly text: string }[];

  constructor(readonly name: string) {
    this.source = readFileSync(join(DOCS, name), 'utf8');
    const steps: Step[] = [];
    const files: PageFile[] = [];
    const others: Block[] = [];
    let code: Block | undefined;
    const finish = (shown?: Block): void => {
      if (!code) return;
      const adapter = /^<!-- on (\w+) -->$/.exec(shown?.mark ?? '')?.[1];
      const line = this.source.slice(0, code.start).split('\n').length;
      steps.push({ code: code.text, line, output: shown?.text ?? '', adapter, shown });
      code = undefined;
    };
    for (const block of blocksOf(this.source)) {
      if (OUTPUTS.has(block.language) && code) {
        finish(block);
        continue;
      }
      finish();
      if (block.mark.startsWith('<!-- not executed: ')) continue;
      if (block.language !== 'php') others.push(block);
      else if (block.text.startsWith('<?php')) files.push({ name: fileName(block), text: block.text });
      else code = block;
    }
    finish();
    const orphan = others.find(({ language }) => OUTPUTS.has(language));
    if (orphan) throw new Error(`${name}: nothing prints this:\n${orphan.text}`);
    this.steps = steps;
    this.files = files;
    this.others = others;
  }

  /** The whole script; each part is announced, so that what it prints can be told apart. */
  script(): string {
    return this.steps.map(({ code }, index) => `echo "${announcement(index)}";\n${code}`).join('\n');
  }

  /** What each part printed. */
  outputs(printed: string): readonly string[] {
    return printed.split(/¶block \d+\n/).slice(1);
  }

  /** Writes what was printed into the page, where it shows something else. */
  update(outputs: readonly string[], adapter: string): void {
    let source = this.source;
    for (const [index, step] of [...this.steps.entries()].reverse()) {
      const { shown } = step;
      if (shown && (step.adapter ?? adapter) === adapter)
        source = source.slice(0, shown.start) + (outputs[index] ?? '') + source.slice(shown.start + shown.text.length);
    }
    if (source !== this.source) writeFileSync(join(DOCS, this.name), source);
  }
}

const announcement = (index: number): string => `¶block ${index}\\n`;

function blocksOf(source: string): readonly Block[] {
  let last = 0;
  return [...source.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 0: all, 1: language = '', 2: text = '', index }) => {
    const before = source.slice(last, index);
    last = index + all.length;
    const mark = /(<!-- [^>]* -->)\s*$/.exec(before)?.[1] ?? '';
    return { language, text, start: index + language.length + 4, mark, before };
  });
}

function fileName({ before, text }: Block): string {
  const name = [...before.matchAll(/`([\w./-]+\.php)`/g)].at(-1)?.[1];
  if (name === undefined) throw new Error(`no file is named before this block:\n${text}`);
  return name;
}
