import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { change } from './support/migrations.js';
import { configuration, project } from './support/project.js';

/** Diffs and migrates a project to another schema. */
async function migrated(cwd: string, schema: string, ...options: readonly string[]): Promise<void> {
  change(cwd, schema);
  expect(await orm(cwd, 'migration:diff', '--name', 'next', ...options)).toMatchObject({ code: 0, stderr: '' });
  expect(await orm(cwd, 'migration:migrate', '--yes')).toMatchObject({ code: 0, stderr: '' });
}

async function started(database: TestDatabase, schema: string): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ shop: database.connection }), 'schema.xml': schema });
  await migrated(cwd, schema);
  return cwd;
}

const undone = async (cwd: string): Promise<void> =>
  expect(await orm(cwd, 'migration:down', '--yes')).toMatchObject({ code: 0, stderr: '' });

const COLUMNS =
  '<column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="100" required="true"/>';
const table = (name: string): string => `<table name="${name}">${COLUMNS}</table>`;
const view = (name: string, from: string): string =>
  `<table name="${name}" phpName="${name}s" readOnly="true" viewSql="SELECT id, title FROM ${from}">${COLUMNS}</table>`;
const shop = (...tables: readonly string[]): string => `<database name="shop">${tables.join('')}</database>`;

describe.each(ENGINES)('views on %s', (engine) => {
  test('are made after views that are newer and that they read now', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database, shop(table('book'), view('a_view', 'book')));
    await database.query("INSERT INTO book (id, title) VALUES (1, 'Emma')");
    const rows = [['1', 'Emma']];

    await migrated(cwd, shop(table('book'), view('b_view', 'book'), view('a_view', 'b_view')));
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);

    const novels = shop(table('novel'), view('b_view', 'novel'), view('a_view', 'b_view'));
    await migrated(cwd, novels, '--rename', 'book=novel');
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);

    await undone(cwd);
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);
    await undone(cwd);
    expect(await database.query('SELECT id, title FROM a_view')).toEqual(rows);
    await expect(database.query('SELECT id FROM b_view')).rejects.toThrow();
  });

  test('keep the order of the schema where a name is part of another one', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await started(database, shop(table('book')));
    await migrated(cwd, shop(table('book'), view('boo', 'book'), view('bo', 'boo'), view('b', 'bo')));
    await migrated(cwd, shop(table('book')));
    await undone(cwd);
    expect(await database.query('SELECT id FROM b')).toEqual([]);
  });
});

describe.each(ENGINES)('a column with a new name on %s', (engine) => {
  test.for([
    ['an index of an expression, checks and keys', true],
    ['checks and keys', false],
  ] as const)('is free of %s that read it', async ([, hasExpression], context) => {
    // MariaDB has no indexes of expressions.
    if (hasExpression && engine === 'mariadb') return;
    const database = await freshDatabase(engine, context);
    const lower = (name: string): string =>
      hasExpression ? `<index name="by_lower"><index-column expression="lower(${name})"/></index>` : '';
    const books = (name: string): string =>
      shop(`<table name="book">
        <column name="id" type="INTEGER" primaryKey="true"/>
        <column name="${name}" type="VARCHAR" size="100" required="true"/>
        <column name="after_title" type="VARCHAR" size="100"/>
        ${lower(name)}
        <index name="by_title"><index-column name="${name}"/></index>
        <check name="is_named" expression="${name} &lt;> ''"/>
        <unique name="one_title"><unique-column name="${name}"/></unique>
        <foreign-key name="of_title" foreignTable="book"><reference local="after_title" foreign="${name}"/></foreign-key>
      </table>`);
    const cwd = await started(database, books('title'));
    await database.query("INSERT INTO book (id, title) VALUES (1, 'Emma')");
    await migrated(cwd, books('headline'), '--rename', 'book.title=headline');
    expect(await database.query('SELECT id, headline FROM book')).toEqual([['1', 'Emma']]);
    await expect(database.query("INSERT INTO book (id, headline) VALUES (2, '')")).rejects.toThrow(/is_named/);
    expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
    await undone(cwd);
    expect(await database.query('SELECT id, title FROM book')).toEqual([['1', 'Emma']]);
  });
});

/** Everything that stands on columns of a type: views, foreign keys, checks, indexes, generated columns, defaults, lists. */
const moods = (labels: string, more = '', ownMood = MOOD): string =>
  `<database name="shop">
  <enum-type name="mood" valueSet="${labels}"/>
  <table name="feeling">
    <column name="mood" type="ENUM" enumStorage="native" nativeType="mood" primaryKey="true"/>
  </table>
  <table name="person">
    <column name="id" type="INTEGER" primaryKey="true"/>
    ${ownMood}
    <column name="moods" type="ARRAY" elementType="ENUM" nativeType="mood"/>
    <column name="is_ok" type="BOOLEAN" generatedExpr="m = 'ok'"/>
    <column name="said" type="VARCHAR" size="10"/>
    <foreign-key name="person_feeling" foreignTable="feeling"><reference local="m" foreign="mood"/></foreign-key>
    <check name="not_ok_without_words" expression="m &lt;> 'ok' OR said IS NOT NULL"/>
    <check name="said_mood" expression="said::mood IN ('sad', 'ok')"/>
    <index name="ok_people" where="m = 'ok'"><index-column name="said"/></index>
    <index name="ok_first"><index-column expression="(m = 'ok')"/></index>
    <index name="by_mood"><index-column name="m"/></index>
  </table>
  <table name="calm" phpName="Calm" readOnly="true" viewSql="SELECT id, m FROM person WHERE m = 'ok'">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="m" type="ENUM" enumStorage="native" nativeType="mood"/>
  </table>${more}
</database>`;
const MOOD = '<column name="m" type="ENUM" enumStorage="native" nativeType="mood" defaultValue="ok"/>';
const OLD_TABLE = `<table name="old">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="m" type="ENUM" enumStorage="native" nativeType="mood"/>
    <foreign-key name="old_feeling" foreignTable="feeling"><reference local="m" foreign="mood"/></foreign-key>
  </table>`;

describe.each(['pgsql15', 'pgsql18'] as const)('a type that is made anew on %s', (engine) => {
  const withRows = async (database: TestDatabase, schema: string): Promise<string> => {
    const cwd = await started(database, schema);
    await database.query("INSERT INTO feeling VALUES ('sad'), ('ok')");
    await database.query("INSERT INTO person (id, moods, said) VALUES (1, '{ok,sad}', 'ok')");
    await database.query("INSERT INTO person (id, m, moods) VALUES (2, 'sad', '{}')");
    return cwd;
  };
  const expectRows = async (database: TestDatabase): Promise<void> => {
    expect(await database.query('SELECT id, m, moods, is_ok FROM person ORDER BY id')).toEqual([
      ['1', 'ok', '{ok,sad}', 't'],
      ['2', 'sad', '{}', 'f'],
    ]);
    expect(await database.query('SELECT id FROM calm')).toEqual([['1']]);
    await expect(database.query("INSERT INTO person (id, m) VALUES (3, 'ok')")).rejects.toThrow(/not_ok_without_words/);
    await expect(database.query("DELETE FROM feeling WHERE mood = 'ok'")).rejects.toThrow(/person_feeling/);
  };

  test.for([
    ['a label goes', 'sad, ok', []],
    ['a label goes while nobody works', 'sad, ok', ['--offline']],
    ['labels move', 'happy, ok, sad', []],
  ] as const)('takes everything along that stands on it when %s', async ([, labels, options], context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRows(database, moods('sad, ok, happy'));
    await migrated(cwd, moods(labels), ...options);
    await expectRows(database);
    expect((await orm(cwd, 'doctor')).stdout).toContain('"shop" is as the schema says');
    await undone(cwd);
    await expectRows(database);
    await database.query("INSERT INTO feeling VALUES ('happy')");
  });

  test('is undone after a label was added', async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await withRows(database, moods('sad, ok'));
    await migrated(cwd, moods('sad, ok, happy'));
    await undone(cwd);
    await expectRows(database);
    await expect(database.query("INSERT INTO feeling VALUES ('happy')")).rejects.toThrow(/happy/);
  });

  test('leaves tables and columns alone that go along', async (context) => {
    const database = await freshDatabase(engine, context);
    const extra = '<column name="was" type="ENUM" enumStorage="native" nativeType="mood" defaultValue="happy"/>';
    const cwd = await withRows(database, moods('sad, ok, happy', OLD_TABLE, MOOD + extra));
    await database.query("INSERT INTO old VALUES (1, 'ok')");
    await database.query("UPDATE person SET was = 'happy'");
    await migrated(cwd, moods('sad, ok'), '--drop', 'old', '--drop', 'person.was');
    await expectRows(database);
    await undone(cwd);
    await expectRows(database);
    expect(await database.query('SELECT id, m FROM old')).toEqual([]);
  });
});
