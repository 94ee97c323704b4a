import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';

/** Times of names differ from run to run. */
const timeless = (text: string): string =>
  text
    .replaceAll(/\b\d{14}(?=_|\b)/g, '<time>')
    .replaceAll(/\d+ ms/g, '0 ms')
    .trim();

const PAGES = [
  { title: 'Changing a schema', file: 'changing-a-schema.md', commands: 8 },
  { title: 'Changes without downtime', file: 'changes-without-downtime.md', commands: 2 },
];

test.for(PAGES)('the page "$title" shows what happens', async ({ file, commands: wanted }, context) => {
  const page = readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');
  const { connection } = await freshDatabase('pgsql15', context);
  const cwd = project({ 'orm.json': configuration({ bookstore: connection }) });
  const blocks = [...page.matchAll(/^```(xml|console|sql)\n(.*?)^```$/gms)];
  let commands = 0;
  for (const [, kind, text = ''] of blocks) {
    if (kind === 'xml') writeFileSync(join(cwd, 'schema.xml'), text);
    if (kind === 'sql') {
      const folder = join(cwd, 'generated-migrations/bookstore');
      const newest = readdirSync(folder).sort().at(-1) ?? '';
      expect(timeless(readFileSync(join(folder, newest, 'up.sql'), 'utf8'))).toBe(timeless(text));
    }
    if (kind !== 'console') continue;
    const [line = '', ...expected] = text.split('\n');
    const { stdout, stderr } = await orm(cwd, ...line.replace(/^\$ orm /, '').split(' '));
    expect(timeless(`${stdout}${stderr}`)).toBe(timeless(expected.join('\n')));
    commands++;
  }
  expect(commands).toBe(wanted);
});
