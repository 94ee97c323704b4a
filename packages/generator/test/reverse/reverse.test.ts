import { expect, test } from 'vitest';
import type { Finding } from '../../src/reverse/finding.js';
import { printSchema } from '../../src/schema/format/print.js';
import { column, foreignKey, index, reverseTables, table } from './fake-catalog.js';

const id = column('id', 'integer', { nullable: false, autoIncrement: {} });
const key = { primaryKey: { name: undefined, columns: ['id'] } };

const lines = (findings: readonly Finding[]): string[] =>
  findings.map(({ kind, table: owner, name, detail, lost }) =>
    [lost ? 'lost' : 'note', kind, owner ?? '-', name, detail ?? ''].join(' | '),
  );

test('a schema says no more than it must', async () => {
  const { file, findings } = await reverseTables([
    table('author', [id, column('name', 'varchar(80)', { nullable: false, default: "'Anon'" })], key),
    table(
      'book',
      [
        id,
        column('title', 'varchar(200)', { nullable: false, comment: 'As on the cover' }),
        column('author_id', 'integer'),
        column('printed', 'date', { default: 'CURRENT_DATE' }),
      ],
      {
        ...key,
        comment: 'What we sell',
        uniques: [index('book_title', 'title')],
        indexes: [index('book_i_6ca017', 'author_id')],
        foreignKeys: [foreignKey(['author_id'], 'author', ['id'], { name: 'book_fk_ea464c', onDelete: 'CASCADE' })],
      },
    ),
    table(
      'book_friend',
      [column('book_id', 'integer', { nullable: false }), column('friend_id', 'integer', { nullable: false })],
      {
        primaryKey: { name: undefined, columns: ['book_id', 'friend_id'] },
        foreignKeys: [foreignKey(['book_id'], 'book', ['id']), foreignKey(['friend_id'], 'author', ['id'])],
      },
    ),
  ]);
  expect(printSchema(file)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <database name="app">
      <table name="author">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="name" type="VARCHAR" size="80" required="true" defaultValue="Anon"/>
      </table>

      <table name="book" description="What we sell">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="title" type="VARCHAR" size="200" required="true" description="As on the cover"/>
        <column name="author_id" type="INTEGER"/>
        <column name="printed" type="DATE" defaultExpr="CURRENT_DATE"/>
        <foreign-key foreignTable="author" onDelete="cascade">
          <reference local="author_id" foreign="id"/>
        </foreign-key>
        <unique name="book_title">
          <unique-column name="title"/>
        </unique>
        <index name="book_i_6ca017">
          <index-column name="author_id"/>
        </index>
      </table>

      <table name="book_friend" isCrossRef="true">
        <column name="book_id" type="INTEGER" primaryKey="true"/>
        <column name="friend_id" type="INTEGER" primaryKey="true"/>
        <foreign-key foreignTable="book">
          <reference local="book_id" foreign="id"/>
        </foreign-key>
        <foreign-key foreignTable="author" phpName="Friend">
          <reference local="friend_id" foreign="id"/>
        </foreign-key>
      </table>
    </database>
    "
  `);
  expect(findings).toEqual([]);
});

test('what cannot have its usual name in PHP gets another', async () => {
  const { file, findings, database } = await reverseTables([
    table(
      'class',
      [id, column('new', 'integer'), column('a_b', 'integer'), column('ab', 'integer'), column('2fa', 'integer')],
      key,
    ),
    table('a-b', [id, column('class', 'integer')], { ...key, foreignKeys: [foreignKey(['class'], 'class', ['id'])] }),
    table('a b', [id], key),
  ]);
  expect(printSchema(file)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <database name="app">
      <table name="class" phpName="ClassRow">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="new" type="INTEGER" phpName="NewFlag"/>
        <column name="a_b" type="INTEGER"/>
        <column name="ab" type="INTEGER" phpName="AbValue"/>
        <column name="2fa" type="INTEGER" phpName="Column2fa"/>
      </table>

      <table name="a-b" phpName="AB">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="class" type="INTEGER"/>
        <foreign-key foreignTable="class">
          <reference local="class" foreign="id"/>
        </foreign-key>
      </table>

      <table name="a b" phpName="ABRow">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      </table>
    </database>
    "
  `);
  expect(lines(findings)).toMatchInlineSnapshot(`
    [
      "note | PHP name | a b | a b | phpName="ABRow": "A b" cannot be the name of a PHP class",
      "note | PHP name | a-b | a-b | phpName="AB": "A-b" cannot be the name of a PHP class",
      "note | PHP name | class | class | phpName="ClassRow": "Class" is a PHP reserved word and cannot name a class",
      "note | PHP name | class | new | phpName="NewFlag": "New" (column "new") would replace a method that every model class has",
      "note | PHP name | class | ab | phpName="AbValue": "Ab" would name column "ab" and also column "a_b" in class ClassRow",
      "note | PHP name | class | 2fa | phpName="Column2fa": "2fa" cannot be a name in PHP (column "2fa")",
    ]
  `);
  expect(database.tables).toHaveLength(3);
});

test('a class without a namespace is not one that PHP has itself', async () => {
  const tables = [table('attributes', [id], key), table('locale', [id], key), table('sockets', [id], key)];
  const named = async (namespace?: string): Promise<string[]> => {
    const { database } = await reverseTables(tables, {}, namespace);
    return database.tables.map(({ className }) => className);
  };
  expect(await named()).toEqual(['Attributes', 'LocaleRow', 'Sockets']);
  expect(await named('App')).toEqual(['Attribute', 'Locale', 'Socket']);
});
