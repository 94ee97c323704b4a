import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { freshDatabase } from './support/database.js';
import { LISTS, listProject, ranksOf } from './support/lists.js';
import { orm } from './support/orm.js';
import { project } from './support/project.js';
import { timeless } from './support/tables.js';

/** Scopes that drivers read as something else than they bind. */
const SCOPES: Readonly<Record<string, { readonly type: string; readonly values: readonly [string, string] }>> = {
  moment: {
    type: 'type="TIMESTAMP" size="6"',
    values: ["'2024-02-29 23:59:59.123456'", "'2024-02-29 23:59:59.123457'"],
  },
  day: { type: 'type="DATE"', values: ["'2024-02-29'", "'1969-12-31'"] },
  hour: { type: 'type="TIME"', values: ["'23:59:59.5'", "'00:00:00'"] },
  flag: { type: 'type="BOOLEAN"', values: ['TRUE', 'FALSE'] },
  code: {
    type: 'type="UUID"',
    values: ["'7f3c1c52-9e0e-4d3e-8f5f-0123456789ab'", "'00000000-0000-0000-0000-0000000000ff'"],
  },
  label: { type: 'type="CHAR" size="5"', values: ["'a'", "'it''s'"] },
  amount: { type: 'type="DECIMAL" size="20" scale="5"', values: ["'123456789012345.12345'", "'0.10000'"] },
};

const tableOf = (name: string, type: string): string => `<table name="${name}">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="scope_${name}" ${type}/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="scope_${name}"/>
    </behavior>
  </table>`;

describe.each(ENGINES)('list:check on %s', (engine) => {
  test('scopes of every type come back to the database as they are', async (context) => {
    const database = await freshDatabase(engine, context);
    const tables = Object.entries(SCOPES).map(([name, { type }]) => tableOf(name, type));
    const cwd = await listProject(database.connection, `<database name="lists">${tables.join('\n')}</database>`);
    for (const [name, { values }] of Object.entries(SCOPES)) {
      const stored = values.map((value) => {
        if (name !== 'code' || database.adapter === 'pgsql') return value;
        return database.adapter === 'mysql' ? `UNHEX(REPLACE(${value}, '-', ''))` : value;
      });
      const [first = '', second = ''] = stored;
      await database.query(
        `INSERT INTO ${name} (id, scope_${name}, sortable_rank) VALUES (1, ${first}, 3), (2, ${second}, 2), (3, ${first}, 1), (4, NULL, 2), (5, ${first}, NULL)`,
      );
    }
    const { code, stdout, stderr } = await orm(['list:check', '--repair', '--rank-unranked'], { cwd });
    for (const name of Object.keys(SCOPES)) {
      if (engine === 'sqlite' && name === 'amount') continue;
      expect(await ranksOf(database, name), name).toBe('1:2 2:1 3:1 4:1 5:3');
    }
    if (engine !== 'sqlite') {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return;
    }
    // Decimals are texts there, which only the collation of the PHP runtime compares.
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: the lists of "amount" on "lists" cannot be told apart from here: "scope_amount" is compared by orm_decimal, which only generated classes have\n' +
        '  = use checkList() and repairList() of its query class\n\n1 error\n',
    );
    expect(stdout).toContain('not all were checked');
  });

  test('texts that the database takes for equal are one list', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    await database.query(
      "INSERT INTO kind (id, kind, sortable_rank) VALUES (1, 'abc', 1), (2, 'ABC', 2), (3, 'abd', 1)",
    );
    const [[isOne] = []] = await database.query("SELECT COUNT(*) FROM kind WHERE kind = 'abc'");
    const { code, stdout } = await orm(['list:check', '--repair', '--table', 'kind'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain(
      Number(isOne) === 2 ? 'kind on lists: 2 lists, 3 rows: right' : '3 lists, 3 rows: 1 broken',
    );
    expect(await ranksOf(database, 'kind')).toBe(Number(isOne) === 2 ? '1:1 2:2 3:1' : '1:1 2:1 3:1');
  });

  test('many lists are shown in part, and all repaired', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    const rows = Array.from({ length: 130 }, (_, i) => `(${String(i)}, ${String(i)}, 2)`);
    await database.query(`INSERT INTO task (id, user_id, sortable_rank) VALUES ${rows.join(', ')}`);
    const { code, stdout } = await orm(['list:check', '--repair', '--table', 'task'], { cwd });
    expect(code).toBe(0);
    expect(timeless(stdout)).toMatch(
      / {2}user_id = 99: 1 row, rank 2: the first is 2 → repaired, 1 row changed\n {2}… and 30 lists more\n130 lists in 1 table, 0 ms: 130 lists repaired, all right\n$/,
    );
    expect(await database.query('SELECT COUNT(*), MIN(sortable_rank), MAX(sortable_rank) FROM task')).toEqual([
      ['130', '1', '1'],
    ]);
  });

  test('a table that is readOnly is only checked', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection, LISTS.replace('name="task"', 'name="task" readOnly="true"'));
    await database.query('INSERT INTO task (id, user_id, sortable_rank) VALUES (1, 1, 2)');
    const { code, stderr } = await orm(['list:check', '--repair'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'warning: the table "task" on "lists" is readOnly in the schema, and was only checked\n\n' +
        'error: 1 list is broken on "lists": task (1)\n\n1 error, 1 warning\n',
    });
    expect(await ranksOf(database, 'task')).toBe('1:2');
  });
});

describe.each(['pgsql15', 'mariadb'] as const)('list:check that cannot, on %s', (engine) => {
  test('never shows a password', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    const { readFileSync, writeFileSync } = await import('node:fs');
    const config = JSON.parse(readFileSync(`${cwd}/orm.json`, 'utf8')) as {
      orm: { database: { connections: object } };
    };
    config.orm.database.connections = { lists: { ...database.connection, password: 'wr0ng-s3cret!' } };
    writeFileSync(`${cwd}/orm.json`, JSON.stringify(config));
    for (const args of [[], ['--repair'], ['--json']]) {
      const { code, stdout, stderr } = await orm(['list:check', ...args], { cwd });
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('cannot connect to');
      expect(stdout + stderr).not.toContain('wr0ng');
    }
  });

  test('what the database refuses is told, and the list stays as it is', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await listProject(database.connection);
    const trigger =
      database.adapter === 'pgsql'
        ? [
            "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not today''; END'",
            'CREATE TRIGGER no BEFORE UPDATE ON task FOR EACH ROW EXECUTE FUNCTION no()',
          ]
        : [
            "CREATE TRIGGER no BEFORE UPDATE ON task FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not today'",
          ];
    for (const sql of trigger) await database.query(sql);
    await database.query('INSERT INTO task (id, user_id, sortable_rank) VALUES (1, 1, 2), (2, 2, 2)');
    const { code, stdout, stderr } = await orm(['list:check', '--repair', '--table', 'task'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('  user_id = 1: 1 row, rank 2: the first is 2 → not repaired\n');
    expect(stderr).toMatch(/^error: task \(user_id = 1\) on "lists" was not repaired: not today \((P0001|1644)\)$/m);
    expect(stderr).toContain('nothing was changed in it');
    expect(stderr).toContain('the other lists of "task" on "lists" were not tried');
    expect(await ranksOf(database, 'task')).toBe('1:2 2:2');
  });
});

describe('the command line', () => {
  const cwd = (): string =>
    project({
      'orm.json': JSON.stringify({
        orm: { database: { connections: { lists: { adapter: 'sqlite', dsn: 'sqlite:nowhere.sq3' } } } },
      }),
      'schema.xml': LISTS,
    });

  test.each([
    ['unknown-table', ['--table', 'taks']],
    ['not-sortable', ['--table', 'unsorted']],
    ['unknown-column', ['--table', 'task', '--rank-unranked=titel']],
    ['empty-column', ['--rank-unranked=']],
    ['unknown-connection', ['--connection', 'list']],
    ['missing-database', []],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await orm(['list:check', ...args], { cwd: cwd() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    await expect(stderr).toMatchFileSnapshot(`golden/list-check/${name}.txt`);
  });

  test('a schema without lists is no mistake', async () => {
    const folder = project({
      'orm.json': JSON.stringify({
        orm: { database: { connections: { lists: { adapter: 'sqlite', dsn: 'sqlite:nowhere.sq3' } } } },
      }),
      'schema.xml': '<database name="lists"><table name="a"><column name="id" type="INTEGER"/></table></database>',
    });
    expect(await orm(['list:check'], { cwd: folder })).toEqual({
      code: 0,
      stdout: 'no table is sortable\n',
      stderr: '',
    });
  });
});
