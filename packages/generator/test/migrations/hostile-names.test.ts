import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../cli/support/database.js';
import { change } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { checked } from '../cli/support/rules.js';
import { orm } from '../support/orm-in-process.js';

const NAMES = [
  ['dq"n', 'z'],
  ['b`q', 'z'],
  ['z', 'a"`]b""'],
] as const;

/** With checks of the generator's own and an index. */
const schema = (column: string, labels: string): string => `<database name="shop">
  <table name="g">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column ${column} phpName="A" type="ENUM" enumStorage="label" valueSet="${labels}"/>
    <column ${column.replaceAll(/"([^"]*)"/g, '"$1 n"')} phpName="B" type="ENUM" enumStorage="index" valueSet="${labels}"/>
    <index name="g_b"><index-column name="${(/ name="([^"]*)"/.exec(` ${column}`) ?? [])[1] ?? ''}"/></index>
  </table>
</database>`;

const xml = (name: string): string => name.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

describe.each(['pgsql15', 'mariadb', 'sqlite'] as const)('a renamed column with other labels, on %s', (engine) => {
  const quoted = (name: string): string =>
    engine === 'mariadb' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;

  for (const [from, to] of NAMES) {
    test(`${from} becomes ${to}: the old check goes, and rows keep what they mean`, async (context) => {
      const database = await freshDatabase(engine, context);
      const cwd = project({
        'orm.json': configuration({ shop: database.connection }),
        'schema.xml': schema(`name="${xml(from)}"`, 'a, x y'),
      });
      const run = async (...args: string[]): Promise<void> => {
        const { code, stderr } = await orm(cwd, ...args);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      };
      const values = async (name: string): Promise<unknown> => {
        const rows = await database.query(`SELECT ${quoted(name)}, ${quoted(`${name} n`)} FROM g ORDER BY id`);
        return rows.map(([label, number]) => [label, Number(number)]);
      };
      await run('migration:diff', '--name', 'start');
      await run('migration:migrate');
      await database.query(`INSERT INTO g VALUES (1, 'x y', 1), (2, 'a', 0)`);
      change(cwd, schema(`name="${xml(to)}" renamedFrom="${xml(from)}"`, 'a, c, x y'));
      await run('migration:diff', '--name', 'names');
      await run('migration:migrate');
      expect(await values(to)).toEqual([
        ['x y', 2],
        ['a', 0],
      ]);
      await database.query(`INSERT INTO g VALUES (3, 'c', 1)`);
      if (engine !== 'mariadb') {
        await expect(database.query(`INSERT INTO g VALUES (4, 'd', 0)`)).rejects.toThrow();
      }
      await run('migration:diff', '--check');
      await run('migration:status', '--check', '--exact');
      await database.query('DELETE FROM g WHERE id = 3');
      await run('migration:down', '--yes');
      expect(await values(from)).toEqual([
        ['x y', 1],
        ['a', 0],
      ]);
      await expect(database.query(`INSERT INTO g VALUES (3, 'a', 2)`)).rejects.toThrow();
    });
  }
});

test('migration:check sees a check that only has the new name of its column', async () => {
  for (const [adapter, from, to] of [
    ['pgsql', 'dq"n', 'z'],
    ['sqlite', 'z', 'dq"n'],
    ['mssql', 'br]k', 'z]'],
  ] as const) {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter } }),
      'schema.xml': schema(`name="${xml(from)}"`, 'a, b'),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    change(cwd, schema(`name="${xml(to)}" renamedFrom="${xml(from)}"`, 'a, b'));
    await orm(cwd, 'migration:diff', '--name', 'names');
    expect((await checked(cwd)).found.filter((line) => /adds-check/.test(line))).toEqual([]);
  }
});
