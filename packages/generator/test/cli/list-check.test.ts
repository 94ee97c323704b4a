import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { freshDatabase } from './support/database.js';
import { allRanks, breakLists, LISTS, listProject, ranksOf, TABLES_WITH_LISTS } from './support/lists.js';
import { orm } from './support/orm.js';
import { timeless } from './support/tables.js';

describe.each(ENGINES)('list:check on %s', (engine) => {
  test('shows what is broken and changes nothing; repairs; finds all right afterwards', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    const empty = await orm(['list:check'], { cwd });
    expect(empty).toMatchObject({ code: 0, stderr: '' });
    expect(timeless(empty.stdout)).toBe(
      `${TABLES_WITH_LISTS.map((name) => `${name} on lists: no list\n`).join('')}0 lists in 8 tables, 0 ms: all right\n`,
    );

    await breakLists(database);
    const before = await allRanks(database);
    const found = await orm(['list:check'], { cwd });
    expect(found.code).toBe(1);
    await expect(timeless(found.stdout)).toMatchFileSnapshot('golden/list-check/broken.txt');
    await expect(found.stderr).toMatchFileSnapshot('golden/list-check/broken-errors.txt');
    expect(await allRanks(database)).toEqual(before);

    const repaired = await orm(['list:check', '--repair'], { cwd });
    await expect(timeless(repaired.stdout)).toMatchFileSnapshot('golden/list-check/repaired.txt');
    expect(repaired.code).toBe(0);
    expect(await allRanks(database)).toEqual({
      plain: '1:2 2:1 3:3 4:4',
      task: '1:1 2:2 3:1 4:2 5:1 6:2 7:1 8:1 9:2 10:- 11:-',
      kind: '1:1 2:1 3:1 4:1',
      pair: '1:1 2:1 3:1 4:2 5:1',
      link: '1a:1 1b:2 2x:1 2y:2',
      slot: '1:2 2:1 3:3 4:1 5:2 6:- 7:1 8:2',
      seat: '1:1 2:3 3:2 4:1 5:1 6:2',
      headed: '1:1 2:2 3:1 4:2',
    });

    const again = await orm(['list:check'], { cwd });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    await expect(timeless(again.stdout)).toMatchFileSnapshot('golden/list-check/right.txt');
  });

  test('--json has it all, the same on every engine', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    await breakLists(database);
    const found = await orm(['list:check', '--json'], { cwd });
    expect({ code: found.code, stderr: found.stderr }).toEqual({ code: 1, stderr: '' });
    const neutral = (text: string): string => text.replace(`"adapter": "${database.adapter}"`, '"adapter": "…"');
    await expect(neutral(found.stdout)).toMatchFileSnapshot('golden/list-check/broken.json');
    const repaired = await orm(['list:check', '--json', '--repair', '--rank-unranked', '--table', 'seat'], { cwd });
    expect(repaired.code).toBe(0);
    await expect(neutral(repaired.stdout)).toMatchFileSnapshot('golden/list-check/repaired.json');
  });

  test('--rank-unranked appends rows to their lists, also where ranks are unique or cannot be NULL', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    await breakLists(database);
    const ranked = await orm(['list:check', '--rank-unranked', '--repair'], { cwd });
    expect(ranked.code).toBe(0);
    await expect(timeless(ranked.stdout)).toMatchFileSnapshot('golden/list-check/ranked.txt');
    expect(await allRanks(database)).toEqual({
      plain: '1:2 2:1 3:3 4:4',
      task: '1:1 2:2 3:1 4:2 5:1 6:2 7:1 8:1 9:2 10:3 11:3',
      kind: '1:1 2:1 3:1 4:1',
      pair: '1:1 2:1 3:1 4:2 5:1',
      link: '1a:1 1b:2 2x:1 2y:2',
      slot: '1:2 2:1 3:3 4:1 5:2 6:1 7:1 8:2',
      // Rank 0 is no rank where NULL cannot be: these rows are the last, not the first.
      seat: '1:3 2:2 3:1 4:1 5:1 6:2',
      headed: '1:1 2:2 3:1 4:2',
    });
  });

  test('ranks a table that has just become sortable, by a column or by its key', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    const rows = "(1, 'c', 1), (2, 'a', 1), (3, NULL, 1), (4, 'b', 1), (5, 'z', NULL), (6, 'y', NULL), (7, 'a', 2)";
    for (const table of ['task', 'slot'])
      await database.query(`INSERT INTO ${table} (id, title, user_id) VALUES ${rows}`);
    const found = await orm(['list:check', '--table', 'task'], { cwd });
    expect(timeless(found.stdout)).toBe(
      'task on lists: no list; 7 rows without a rank\n0 lists in 1 table, 0 ms: all right\n',
    );
    expect(found.stderr).toBe(
      'note: 7 rows of "task" on "lists" have no rank yet\n' +
        '  = "orm list:check --rank-unranked --table task" puts them into their lists, in the order of the primary key; --rank-unranked=column in that of a column\n\n',
    );
    expect(found.code).toBe(0);
    const ranked = await orm(['list:check', '--table', 'task', '--rank-unranked=TITLE'], { cwd });
    expect({ code: ranked.code, stderr: ranked.stderr }).toEqual({ code: 0, stderr: '' });
    expect(timeless(ranked.stdout)).toBe(
      'task on lists: 7 rows without a rank in 3 lists\n' +
        '  user_id = 1: 4 rows ranked 1 to 4\n  user_id = 2: 1 row ranked 1\n  user_id = NULL: 2 rows ranked 1 to 2\n' +
        'task on lists: 3 lists, 7 rows: right\n3 lists in 1 table, 0 ms: 7 rows ranked, all right\n',
    );
    expect(await ranksOf(database, 'task')).toBe('1:3 2:1 3:4 4:2 5:2 6:1 7:1');
    expect(await ranksOf(database, 'slot')).toBe('1:- 2:- 3:- 4:- 5:- 6:- 7:-');
    expect((await orm(['list:check', '--rank-unranked'], { cwd })).code).toBe(0);
    expect(await ranksOf(database, 'slot')).toBe('1:1 2:2 3:3 4:4 5:1 6:2 7:1');
  });

  test('what is missing in the table is told, with the statement that adds it', async (context) => {
    const database = await freshDatabase(engine, context);
    const columns = '<column name="user_id" type="INTEGER"/>';
    const before = LISTS.replaceAll(/<behavior.*?<\/behavior>/gs, '').replaceAll(columns, '');
    const cwd = await listProject(database.connection, before);
    await database.query("INSERT INTO task (id, title) VALUES (1, 'b'), (2, 'a')");
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${cwd}/schema.xml`, LISTS);
    const { code, stdout, stderr } = await orm(['list:check', '--table', 'task'], { cwd });
    expect({ code, stdout: timeless(stdout) }).toEqual({
      code: 1,
      stdout: '0 lists in 1 table, 0 ms: not all were checked\n',
    });
    expect(stderr).toContain('error: "task" on "lists" could not be read: ');
    const added = [...stderr.matchAll(/ALTER TABLE .*/g)].map(([statement]) => statement);
    expect(added).toHaveLength(2);
    for (const statement of added) await database.query(statement);
    const done = await orm(['list:check', '--table', 'task', '--rank-unranked=title'], { cwd });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(await ranksOf(database, 'task')).toBe('1:2 2:1');
  });
});
