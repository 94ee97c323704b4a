import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../cli/support/database.js';
import { change, migrationsIn } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';

/**
 * Everything that can go wrong when a table is made anew: rows that point at it (with actions), at itself and in a circle, views that
 * read it, a number that belonged to a row which is gone, tables without row ids and with strict types.
 */
const LIBRARY = `<database name="shop">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
    <column name="favorite_id" type="INTEGER"/>
    <foreign-key name="author_favorite" foreignTable="book" phpName="Favorite" refPhpName="Fan" onDelete="setnull"><reference local="favorite_id" foreign="id"/></foreign-key>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="author_id" type="INTEGER" required="true"/>
    <column name="sequel_of" type="INTEGER"/>
    <foreign-key name="book_author" foreignTable="author" phpName="Author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
    <foreign-key name="book_sequel" foreignTable="book" phpName="Prequel" refPhpName="Sequel" onDelete="cascade"><reference local="sequel_of" foreign="id"/></foreign-key>
    <index name="book_title"><index-column name="title"/></index>
  </table>
  <table name="page">
    <column name="book_id" type="INTEGER" primaryKey="true"/>
    <column name="number" type="INTEGER" primaryKey="true"/>
    <column name="body" type="LONGVARCHAR"/>
    <foreign-key name="page_book" foreignTable="book" onDelete="cascade"><reference local="book_id" foreign="id"/></foreign-key>
    <vendor type="sqlite"><parameter name="WithoutRowId" value="true"/></vendor>
  </table>
  <table name="note">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="count" type="INTEGER"/>
    <column name="body" type="LONGVARCHAR"/>
    <vendor type="sqlite"><parameter name="Strict" value="true"/></vendor>
  </table>
</database>`;

/** Each of these makes a table anew. */
const CHANGES: readonly (readonly [what: string, from: RegExp | string, to: string])[] = [
  [
    'a column that is required no longer',
    'name="name" type="VARCHAR" size="100" required="true"',
    'name="name" type="VARCHAR" size="100"',
  ],
  ['another type', 'name="title" type="VARCHAR" size="100"', 'name="title" type="LONGVARCHAR"'],
  ['another action', 'refPhpName="Sequel" onDelete="cascade"', 'refPhpName="Sequel" onDelete="setnull"'],
  ['a key that goes', /<foreign-key name="book_sequel".*?<\/foreign-key>/s, ''],
  [
    'a check',
    '<index name="book_title">',
    '<check name="book_titled" expression="title &lt;&gt; \'\'"/><index name="book_title">',
  ],
  [
    'a table without row ids',
    'name="body" type="LONGVARCHAR"/>\n    <foreign-key name="page_book"',
    'name="body" type="VARCHAR" size="9000"/>\n    <foreign-key name="page_book"',
  ],
  ['a strict table', '<column name="count" type="INTEGER"/>', '<column name="count" type="INTEGER" defaultValue="3"/>'],
  [
    'a strict table that is strict no longer',
    '<parameter name="Strict" value="true"/>',
    '<parameter name="Strict" value="false"/>',
  ],
];

const TABLES = ['author', 'book', 'page', 'note'] as const;

let database: TestDatabase;
let cwd: string;

/** Every value with its type: `'3'` is a text, `3` a number. */
async function rowsOf(): Promise<Readonly<Record<string, unknown>>> {
  const rows: Record<string, unknown> = {};
  for (const table of TABLES) {
    const columns = await database.query(`SELECT name FROM pragma_table_info('${table}')`);
    const values = columns.map(([name]) => `quote("${String(name)}")`).join();
    rows[table] = await database.query(`SELECT ${values} FROM ${table} ORDER BY 1, 2`);
  }
  return rows;
}

const migrate = async (...args: string[]): Promise<void> => {
  const { code, stderr } = await orm(cwd, ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
};

const fileOf = (name: string): string => join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', name);

beforeEach(async (context) => {
  database = await freshDatabase('sqlite', context);
  cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': LIBRARY });
  await migrate('migration:diff', '--name', 'start');
  await migrate('migration:migrate');
  for (const sql of [
    "INSERT INTO author (id, name) VALUES (1, 'Ada'), (2, 'Böll')",
    "INSERT INTO book (id, title, author_id, sequel_of) VALUES (1, 'One', 1, NULL), (2, 'Two', 1, 1), (3, 'Three', 2, 3), (9, 'Gone', 2, NULL)",
    'UPDATE author SET favorite_id = id',
    "INSERT INTO page VALUES (1, 1, 'a;b'), (1, 2, x'00ff'), (3, 1, NULL)",
    "INSERT INTO note VALUES (1, 9007199254740993, 'it''s'), (2, NULL, '')",
    'DELETE FROM book WHERE id = 9',
    'CREATE VIEW titles AS SELECT a.name, b.title FROM author a JOIN book b ON b.author_id = a.id',
  ]) {
    await database.query(sql);
  }
});

describe.each(CHANGES)('%s', (_what, from, to) => {
  test('loses no row, gives no number twice, and keeps what points at the table', async () => {
    const before = await rowsOf();
    const schema = LIBRARY.replace(from, to);
    expect(schema).not.toBe(LIBRARY);
    change(cwd, schema);
    await migrate('migration:diff', '--name', 'change');
    expect(readFileSync(fileOf('up.sql'), 'utf8')).toContain('rebuild table');
    for (const way of ['migration:migrate', 'migration:down', 'migration:migrate']) {
      await migrate(way, ...(way === 'migration:down' ? ['--yes'] : []));
      expect(await rowsOf()).toEqual(before);
      expect(await database.query('PRAGMA foreign_key_check')).toEqual([]);
      expect(await database.query('SELECT COUNT(*) FROM titles')).toEqual([['3']]);
      // The number of the row that is gone is not given again.
      await database.query("INSERT INTO book (title, author_id) VALUES ('New', 1)");
      const [[id] = []] = await database.query("SELECT id FROM book WHERE title = 'New'");
      expect(Number(id)).toBeGreaterThan(9);
      await database.query("DELETE FROM book WHERE title = 'New'");
    }
    // Keys still have their actions.
    await database.query('PRAGMA foreign_keys = ON');
    await database.query('DELETE FROM author WHERE id = 2');
    expect(await database.query('SELECT book_id FROM page')).toEqual([['1'], ['1']]);
  });
});

describe('a trigger of a table that is made anew', () => {
  const TRIGGER = `CREATE TRIGGER "Shout" AFTER INSERT ON book
BEGIN
  UPDATE book SET title = upper(title) WHERE id = new.id; -- ";"
END`;
  const shouts = async (title: string): Promise<unknown> => {
    await database.query(`INSERT INTO book (title, author_id) VALUES ('${title}', 1)`);
    return database.query('SELECT title FROM book ORDER BY id DESC LIMIT 1');
  };

  beforeEach(async () => {
    await database.query(TRIGGER);
    change(cwd, LIBRARY.replace('name="title" type="VARCHAR" size="100"', 'name="title" type="LONGVARCHAR"'));
    await migrate('migration:diff', '--name', 'longer');
  });

  test('is not lost in silence: the migration is refused, with the SQL that keeps it', async () => {
    const before = await database.query('SELECT sql FROM sqlite_master ORDER BY name');
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `error: table "book" is made anew, and its trigger "Shout" would be lost
  = add it at the end of ${fileOf('up.sql').slice(cwd.length + 1)}, in words that fit the new table; or DROP TRIGGER, if it is not needed any more
  = CREATE TRIGGER "Shout" AFTER INSERT ON book
  = BEGIN`,
    );
    expect(refused.stderr).toContain('everything of this migration was rolled back: the database is as it was');
    expect((await database.query('SELECT sql FROM sqlite_master ORDER BY name')).slice(0, before.length)).toEqual(
      before,
    );
    expect(await shouts('still')).toEqual([['STILL']]);
  });

  test('stays when both files create it again', async () => {
    for (const file of ['up.sql', 'down.sql']) appendFileSync(fileOf(file), `\n${TRIGGER};\n`);
    await migrate('migration:migrate');
    expect(await shouts('up')).toEqual([['UP']]);
    await migrate('migration:down', '--yes');
    expect(await shouts('down')).toEqual([['DOWN']]);
  });

  test('goes when the migration says so', async () => {
    appendFileSync(fileOf('up.sql'), '\nDROP TRIGGER IF EXISTS shout;\n');
    await migrate('migration:migrate');
    expect(await shouts('quiet')).toEqual([['quiet']]);
  });

  test('is refused under a new name of the table too, and goes with the table', async () => {
    const renamed = LIBRARY.replaceAll('foreignTable="book"', 'foreignTable="tome"')
      .replace('<table name="book">', '<table name="tome" renamedFrom="book">')
      .replace('name="title" type="VARCHAR" size="100"', 'name="title" type="LONGVARCHAR"');
    change(cwd, renamed);
    await database.query('DROP VIEW titles');
    await migrate('migration:diff', '--amend', '--name', 'tome');
    const refused = await orm(cwd, 'migration:migrate');
    expect(refused.stderr).toContain('its trigger "Shout" would be lost');
    const without = LIBRARY.replace(/<table name="book">.*?<\/table>/s, '').replaceAll(
      /<foreign-key.*?<\/foreign-key>/gs,
      '',
    );
    change(cwd, without);
    await migrate('migration:diff', '--amend', '--drop', 'tome', '--name', 'bookless');
    await migrate('migration:migrate', '--yes');
    expect(await database.query("SELECT name FROM sqlite_master WHERE type = 'trigger'")).toEqual([]);
  });
});
