import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { configuration, project } from '../cli/support/project.js';
import { OLD_MIGRATION, ROWS, SCHEMA, TABLES } from '../package/propel-library.js';
import { orm } from '../support/orm-in-process.js';
import { DOCS } from './php-page.js';

const FILE = join(DOCS, 'from-propel-migrations.md');
const BLOCK = /(<!-- with migrations\.tableName: (\w+) -->\n)?```console\n\$ orm ([^\n]+)\n(.*?)^```$/gms;

/** Times of names differ from run to run. */
const dated = (text: string, names: readonly string[]): string =>
  text
    .replaceAll(/\b\d{14}_[\w-]+/g, (name) => `2026111610150${String(names.indexOf(name))}${name.slice(14)}`)
    .replaceAll(/\d+ ms/g, '9 ms');

test('the page "From Propel\'s migrations" shows what happens', async (context) => {
  const database = await freshDatabase('pgsql15', context);
  for (const sql of [...TABLES[database.adapter], ...ROWS]) await database.query(sql);
  const old = 'generated-migrations/PropelMigration_1577836800.php';
  const cwd = project({ 'schema.xml': SCHEMA, [old]: OLD_MIGRATION });
  const page = readFileSync(FILE, 'utf8');
  let written = page;
  const blocks = [...page.matchAll(BLOCK)];
  expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length);
  for (const [block, , tableName, line = '', shown = ''] of blocks) {
    const more = tableName === undefined ? {} : { migrations: { tableName } };
    writeFileSync(join(cwd, 'orm.json'), configuration({ library: database.connection }, more));
    const { stdout, stderr } = await orm(cwd, ...line.split(' '));
    const names = readdirSync(join(cwd, 'generated-migrations/library')).sort();
    const text = dated(`${stdout}${stderr.replace(/\n\d+ errors?\n$/, '')}`, names);
    if (process.env['UPDATE_GOLDEN'])
      written = written.replace(block, () => `${block.slice(0, -shown.length - 3)}${text}\`\`\``);
    else expect(text).toBe(shown);
  }
  if (process.env['UPDATE_GOLDEN']) writeFileSync(FILE, written);
  expect(readFileSync(join(cwd, old), 'utf8')).toBe(OLD_MIGRATION);
  expect(await database.query('SELECT version FROM propel_migration ORDER BY 1')).toEqual([
    ['1546300800'],
    ['1577836800'],
  ]);
  expect(await database.query('SELECT title, kind FROM item ORDER BY id')).toEqual([
    ['Solaris', '0'],
    ['Europe 1812', '1'],
    ['Kind of Blue', '2'],
    ['Fiasko', '0'],
  ]);
});
