import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { environment, ORM } from './orm.js';
import { PROJECTS } from './page-projects.js';
import { timeless } from './tables.js';

/** A comment right before a block, and a block that shows a command and what it prints. */
const BLOCK = /(?:^<!-- (project|golden|not executed): (.*) -->\n)?^```text\n((\$ orm.*)\n[\s\S]*?)^```$/gm;

const golden = (name: string): string => readFileSync(new URL(`../golden/${name}.txt`, import.meta.url), 'utf8');

/** What a line prints, on both streams in the order in which it comes. */
function play(line: string, cwd: string): string {
  const command = line.replace(/^\$ orm\b/, `'${process.execPath}' '${ORM}'`);
  return spawnSync('sh', ['-c', `${command} 2>&1`], { cwd, env: environment(), encoding: 'utf8' }).stdout;
}

/**
 * Runs the blocks of a page that begin with `$ orm`, and compares what they print. Before a block,
 * - `<!-- project: name -->` begins with a new project (page-projects.ts); without it the last one goes on
 * - `<!-- golden: name -->` takes the output from a golden file of another test
 * - `<!-- not executed: why -->` leaves it alone
 *
 * `same` takes out what differs from machine to machine. `UPDATE_GOLDEN=1` writes the outputs into the page. Gives the number of blocks that ran or were compared.
 */
export function playPage(path: string, same: (text: string) => string = (text) => text): number {
  let page = readFileSync(path, 'utf8');
  let cwd: string | undefined;
  let count = 0;
  for (const [block, mark, value = '', text = '', line = ''] of page.matchAll(BLOCK)) {
    if (mark === 'not executed') continue;
    if (mark === 'project') {
      const make = PROJECTS[value];
      if (make === undefined) throw new Error(`${path}: there is no project "${value}" in page-projects.ts`);
      cwd = make();
    }
    if (cwd === undefined && mark !== 'golden') throw new Error(`${path}: no project for: ${line}`);
    const printed = `${line}\n${mark === 'golden' ? golden(value) : play(line, cwd ?? '')}`;
    count++;
    if (process.env['UPDATE_GOLDEN'])
      page = page.replace(block, () => block.replace(text, () => printed.replace(/\d+ ms/g, '20 ms')));
    else expect(same(timeless(text)), `${path}: ${line}`).toBe(same(timeless(printed)));
  }
  if (process.env['UPDATE_GOLDEN']) writeFileSync(path, page);
  return count;
}
