import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { environment, ORM, orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { timeless } from '../cli/support/tables.js';
import { DOCS } from './php-page.js';

const PAGE = join(DOCS, 'lists-existing-table.md');
const BLOCK = /(?:<!-- on (\w+) -->\n)?^```(sql|xml|text)\n(.*?)^```$/gms;
const blocks = (): readonly RegExpExecArray[] => [...readFileSync(PAGE, 'utf8').matchAll(BLOCK)];

/** What a command prints, on both streams in the order in which it comes. */
function play(command: string, cwd: string): string {
  const line = command.replace(/^orm /, `'${process.execPath}' '${ORM}' `);
  return spawnSync('sh', ['-c', `${line} 2>&1`], { cwd, env: environment(), encoding: 'utf8' }).stdout;
}

describe.each(['sqlite', 'pgsql18', 'mariadb'] as const)('docs/lists-existing-table.md on %s', (engine) => {
  test('does what it says', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ gallery: database.connection }) });
    let page = readFileSync(PAGE, 'utf8');
    let ran = 0;
    for (const [, adapter = database.adapter, language, text = ''] of blocks()) {
      const command = /^\$ (orm .*)\n/.exec(text);
      if (language === 'xml') writeFileSync(join(cwd, 'schema.xml'), text);
      if (language === 'sql' && adapter === database.adapter) {
        for (const sql of text.split(/;$/m).filter((part) => part.trim() !== '')) await database.query(sql);
      }
      if (language !== 'text' || command === null) continue;
      const printed = play(command[1] ?? '', cwd);
      ran++;
      if (process.env['UPDATE_GOLDEN'])
        page = page.replace(text, () => command[0] + printed.replace(/\d+ ms/g, '20 ms'));
      else expect(timeless(printed), command[1]).toBe(timeless(text.slice(command[0].length)));
    }
    expect(ran).toBe(4);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(PAGE, page);
    const rows = await database.query('SELECT title, sortable_rank FROM photo ORDER BY album_id, sortable_rank');
    expect(rows.map(([title, rank]) => `${title} ${rank}`)).toEqual([
      'beach 1',
      'harbour 2',
      'sunset 3',
      'candles 1',
      'cake 2',
    ]);
  });
});

/** What is added by hand has the names and types that sql:build gives it. */
test.each(['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'])(
  'docs/lists-existing-table.md adds what sql:build creates on %s',
  async (adapter) => {
    const schema = blocks().find(([, , language]) => language === 'xml')?.[3] ?? '';
    const shown = blocks().find(([, on, language]) => on === adapter && language === 'sql')?.[3] ?? '';
    const cwd = project({ 'orm.json': configuration({ gallery: { adapter } }), 'schema.xml': schema });
    expect(await orm(['sql:build', '--quiet'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    const built = readFileSync(join(cwd, 'generated-sql/gallery.sql'), 'utf8');
    const [, column = ''] = /ADD (?:COLUMN )?\(?(\S+ \w+(?:\(\d+\))?(?: NULL)?)/.exec(shown) ?? [];
    const [, index = ''] = /((?:CREATE )?INDEX \S+ (?:ON \S+ )?\(.*?\))/.exec(shown) ?? [];
    expect(column).not.toBe('');
    expect(index).not.toBe('');
    expect(built).toContain(column);
    expect(built).toContain(index);
  },
);
