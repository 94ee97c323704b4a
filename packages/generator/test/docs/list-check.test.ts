import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { environment, ORM } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { timeless } from '../cli/support/tables.js';
import { DOCS } from './php-page.js';

const PAGE = join(DOCS, 'list-check.md');
const BLOCK = /^```(sql|xml|text)\n(.*?)^```$/gms;

/** What a command prints, on both streams in the order in which it comes. */
function play(command: string, cwd: string): string {
  const line = command.replace(/^orm /, `'${process.execPath}' '${ORM}' `);
  return spawnSync('sh', ['-c', `${line} 2>&1`], { cwd, env: environment(), encoding: 'utf8' }).stdout;
}

describe.each(['sqlite', 'pgsql18', 'mariadb'] as const)('docs/list-check.md on %s', (engine) => {
  test('does what it says', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ office: database.connection }) });
    let page = readFileSync(PAGE, 'utf8');
    let ran = 0;
    for (const [, language, text = ''] of page.matchAll(BLOCK)) {
      const command = /^\$ (orm .*)\n/.exec(text);
      if (language === 'xml') writeFileSync(join(cwd, 'schema.xml'), text);
      if (language === 'sql') {
        for (const sql of text.split(/;$/m).filter((part) => part.trim() !== '')) await database.query(sql);
      }
      if (language !== 'text' || command === null) continue;
      const shown = text.slice(command[0].length);
      const printed = play(command[1] ?? '', cwd).replace(`"adapter": "${database.adapter}"`, '"adapter": "sqlite"');
      ran++;
      if (process.env['UPDATE_GOLDEN'])
        page = page.replace(text, () => command[0] + printed.replace(/\d+ ms/g, '20 ms'));
      else expect(timeless(printed), command[1]).toBe(timeless(shown));
    }
    expect(ran).toBe(5);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(PAGE, page);
  });
});
