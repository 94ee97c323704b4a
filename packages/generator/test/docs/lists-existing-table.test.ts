import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { environment, ORM, orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { DOCS } from './php-page.js';

const PAGE = join(DOCS, 'lists-existing-table.md');
const BLOCK = /(?:<!-- on (\w+) -->\n)?^```(sql|xml|text)\n(.*?)^```$/gms;
const blocks = (): readonly RegExpExecArray[] => [...readFileSync(PAGE, 'utf8').matchAll(BLOCK)];

/** Output as it is on the page, whenever it was made. */
const dated = (text: string): string =>
  text
    .replaceAll(/\d+ ms/g, '20 ms')
    .replaceAll(/\d+ statements? in/g, '2 statements in')
    .replaceAll(/\d{14}_start/g, '20261116101500_start')
    .replaceAll(/\d{14}_lists/g, '20261116101501_lists');

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
      const isShown = adapter === database.adapter;
      if (language === 'xml') writeFileSync(join(cwd, 'schema.xml'), text);
      if (language === 'sql' && isShown) {
        for (const sql of text.split(/;$/m).filter((part) => part.trim() !== '')) await database.query(sql);
      }
      if (language !== 'text' || command === null) continue;
      const printed = play(command[1] ?? '', cwd);
      ran++;
      if (!isShown) continue;
      if (process.env['UPDATE_GOLDEN']) page = page.replace(text, () => command[0] + dated(printed));
      else expect(dated(printed), command[1]).toBe(text.slice(command[0].length));
    }
    expect(ran).toBe(8);
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

describe.each(['sqlite', 'pgsql18', 'mariadb'] as const)('the other parameters of sortable on %s', (engine) => {
  test.for([
    ['unique and header_table', ['unique', 'header_table'], '', []],
    [
      'a rank that is required',
      ['index'],
      '<column name="position" type="INTEGER" required="true"/>',
      ['--fill', 'photo.position=0'],
    ],
  ] as const)('%s', async ([, flags, column, options], context) => {
    const database = await freshDatabase(engine, context);
    const [[, , , table = ''] = []] = blocks();
    const schema = blocks().find(([, , language]) => language === 'xml')?.[3] ?? '';
    for (const sql of table.split(/;$/m).filter((part) => part.trim() !== '')) await database.query(sql);
    const parameters = [
      ...flags.map((name) => [name, 'true']),
      ...(column === '' ? [] : [['rank_column', 'position']]),
    ];
    const cwd = project({
      'orm.json': configuration({ gallery: database.connection }),
      'schema.xml': schema
        .replace(
          '<parameter name="index" value="true"/>',
          parameters.map(([name, value]) => `<parameter name="${name}" value="${value}"/>`).join(''),
        )
        .replace('<behavior', `${column}<behavior`),
    });
    for (const line of [
      ['migration:diff', '--from-database', '--name', 'start'],
      ['migration:baseline'],
      ['migration:diff', '--name', 'lists', ...options],
      ['migration:migrate'],
      ['list:check', '--rank-unranked=taken_on'],
      ['migration:status', '--check'],
    ]) {
      const { code, stderr } = await orm(line, { cwd });
      expect(code, stderr).toBe(0);
    }
    const rank = column === '' ? 'sortable_rank' : 'position';
    expect(await database.query(`SELECT title, ${rank} FROM photo ORDER BY album_id, ${rank}`)).toEqual([
      ['harbour', '1'],
      ['beach', '2'],
      ['sunset', '3'],
      ['candles', '1'],
      ['cake', '2'],
    ]);
    if (column === '') expect(await database.query('SELECT count(*) FROM photo_list')).toHaveLength(1);
  });
});
