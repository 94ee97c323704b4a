import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADAPTER, ENTER, init, PROJECT, WRITE } from '../cli/support/init.js';
import { screenOf } from '../cli/support/screen.js';
import { nodeBinary, ROOT } from './packed.js';
import { NODE, Packages } from './php-project.js';
import { codeBlocks, follow, withoutTimes } from './readme.js';

let packages: Packages;

beforeAll(() => {
  packages = new Packages();
});

afterAll(() => packages.remove());

const PAGE = 'docs/first-project.md';

/** The page with the real text in its empty blocks, where it is to be written anew. */
function refresh(position: number, text: string): void {
  const source = readFileSync(join(ROOT, PAGE), 'utf8');
  const blocks = [...source.matchAll(/^```\w+\n(.*?)^```$/gms)];
  const block = blocks[position];
  if (block === undefined) throw new Error('no such block');
  const start = block.index + (block[0].indexOf('\n') + 1);
  writeFileSync(join(ROOT, PAGE), source.slice(0, start) + text + source.slice(start + (block[1] ?? '').length));
}

it(PAGE, async () => {
  const project = packages.emptyProject({}, 'bookshop');
  const blocks = codeBlocks(PAGE);
  const dialogue = blocks.findIndex(({ language }) => language === 'console');
  expect(await follow(blocks.slice(0, dialogue), project)).toEqual([]);

  const { code, text } = await init(
    project.folder,
    [],
    [
      ['Which database', ADAPTER.sqlite],
      ['Path to the database file', ENTER],
      ...PROJECT,
      WRITE,
      ['Build the SQL', ENTER],
      ['Create the database file', ENTER],
    ],
    { bin: join(project.folder, 'node_modules/ormgen/bin/orm'), node: nodeBinary(NODE) },
  );
  expect(code).toBe(0);
  const shown = `$ npx ormgen init\n${screenOf(text).trimEnd()}\n`;
  const schema = project.read('schema.xml');
  const excerpt =
    /^ {2}<table name="author">[\s\S]*?<table name="book">[\s\S]*?^ {2}<\/table>\n/m.exec(schema)?.[0] ?? '';
  const made = [shown, project.read('orm.yaml'), excerpt];
  if (process.env['UPDATE_GOLDEN']) for (const [i, real] of made.entries()) refresh(dialogue + i, real);
  else expect(blocks.slice(dialogue, dialogue + 3).map((block) => block.text)).toEqual(made);

  const rest = blocks.slice(dialogue + 3);
  if (!process.env['UPDATE_GOLDEN']) {
    expect(await follow(rest, project)).toEqual([]);
    return;
  }
  for (const [i, block] of rest.entries()) {
    if (block.language === 'text') continue;
    const after = rest[i + 1]?.language === 'text' ? dialogue + 4 + i : undefined;
    if (block.language !== 'sh') await follow([block], project);
    else {
      let printed = '';
      for (const line of block.text.trim().split('\n')) printed += await project.type(line);
      if (after !== undefined) refresh(after, withoutTimes(printed));
    }
  }
});
