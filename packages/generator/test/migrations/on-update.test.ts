import { expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { change, newest } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';

const KEPT = '<vendor type="mysql"><parameter name="OnUpdate" value="CURRENT_TIMESTAMP"/></vendor>';

const schema = (labels: string, note = '', more = ''): string => `<database name="shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="state" type="ENUM" enumStorage="index" valueSet="${labels}"/>
    <column name="note" type="VARCHAR" size="20" ${note}/>
    <column name="changed" type="TIMESTAMP" size="0" required="true" defaultExpr="CURRENT_TIMESTAMP">${KEPT}</column>
    <column name="seen" type="DATETIME" size="0">${KEPT}</column>
    ${more}
  </table>
</database>`;

const BEFORE = schema('a, b');
const required = 'required="true"';
const KEEPS = '`changed` = `changed`, `seen` = `seen`';

/** What changes, the options of `migration:diff`, an UPDATE of it, and whether `down` has one, too. */
const CASES: readonly (readonly [what: string, after: string, fill: readonly string[], sql: string, down: boolean])[] =
  [
    [
      'labels that get other numbers',
      schema('b, a'),
      [],
      `UPDATE \`book\` SET \`state\` = CASE \`state\` WHEN 0 THEN 1 WHEN 1 THEN 0 ELSE \`state\` END, ${KEEPS} WHERE`,
      true,
    ],
    ['labels before others', schema('c, b, a'), [], `ELSE \`state\` END, ${KEEPS} WHERE`, true],
    [
      'a column that is filled',
      schema('a, b', required),
      ["book.note='x'"],
      `UPDATE \`book\` SET \`note\` = 'x', ${KEEPS} WHERE \`note\` IS NULL`,
      false,
    ],
    [
      'a column that is filled, and the column beside it gets another name',
      schema('a, b', required).replace('name="seen"', 'name="read" renamedFrom="seen"'),
      ["book.note='x'"],
      `SET \`note\` = 'x', ${KEEPS.replaceAll('seen', 'read')} WHERE`,
      false,
    ],
    [
      'a new column with a value of its own in each row',
      schema('a, b', '', '<column name="code" type="VARCHAR" size="40" defaultExpr="(CONCAT(UUID(), 1))"/>'),
      [],
      `SET \`code\` = (CONCAT(UUID(), 1)), ${KEEPS} WHERE`,
      false,
    ],
    [
      'a filled column that has ON UPDATE itself',
      BEFORE.replace('name="seen"', 'name="seen" required="true" defaultExpr="CURRENT_TIMESTAMP"'),
      ["book.seen='2002-01-01'"],
      "SET `seen` = '2002-01-01', `changed` = `changed` WHERE",
      false,
    ],
  ];

for (const engine of ['mysql9', 'mariadb'] as const) {
  test.for(CASES)(`${engine}: columns with ON UPDATE keep their values: %s`, async (kind, context) => {
    const [, after, fills, sql, down] = kind;
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': BEFORE });
    const run = async (...args: string[]): Promise<void> => {
      expect(await orm(cwd, ...args)).toMatchObject({ code: 0, stderr: '' });
    };
    const options = fills.flatMap((fill) => ['--fill', fill]);
    const read = async (): Promise<unknown> => {
      const rows = await database.query('SELECT * FROM book ORDER BY id');
      return rows.map(([id, , , changed, seen]) => [id, changed, seen]);
    };
    await run('migration:diff', '--name', 'start');
    await run('migration:migrate');
    const day = "'2001-02-03 04:05:06'";
    await database.query(`INSERT INTO book VALUES (1, 0, NULL, ${day}, ${day}), (2, 1, NULL, ${day}, NULL)`);
    const rows = await read();
    const filled: unknown = fills.some((fill) => fill.startsWith('book.seen'))
      ? JSON.parse(JSON.stringify(rows).replace('null', '"2002-01-01 00:00:00"'))
      : rows;
    change(cwd, after);
    await run('migration:diff', '--name', 'second', ...options);
    expect(newest(cwd, 'up.sql')).toContain(sql);
    expect(newest(cwd, 'down.sql').includes(`, ${KEEPS} WHERE`)).toBe(down);
    for (const way of [['migrate'], ['down', '--yes'], ['migrate']] as const) {
      await run(`migration:${way[0]}`, ...way.slice(1));
      expect(await read()).toEqual(filled);
    }
  });

  test(`${engine}: columns with ON UPDATE keep their values in both parts of --split`, async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': BEFORE });
    await orm(cwd, 'migration:diff', '--name', 'start');
    await orm(cwd, 'migration:migrate');
    await database.query("INSERT INTO book (id, changed) VALUES (1, '2001-02-03 04:05:06')");
    change(cwd, schema('b, a', required, '<column name="code" type="INTEGER" required="true"/>'));
    const fill = ['--fill', "book.note='x'", '--fill', 'book.code=id'];
    expect(await orm(cwd, 'migration:diff', '--split', '--name', 'second', ...fill)).toMatchObject({ code: 0 });
    expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT note, code, changed, seen FROM book')).toEqual([
      ['x', '1', '2001-02-03 04:05:06', null],
    ]);
  });
}
