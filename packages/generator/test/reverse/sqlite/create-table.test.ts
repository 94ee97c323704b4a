import { describe, expect, test } from 'vitest';
import { readCreateTable } from '../../../src/platforms/sqlite/create-table.js';
import { memory, readMemory } from './memory.js';

const columns = (sql: string): string[] => readCreateTable(sql).columns.map(({ name }) => name);
const comments = (sql: string): Record<string, string | undefined> => {
  const { comment, columns: read } = readCreateTable(sql);
  return { '': comment, ...Object.fromEntries(read.map((column) => [column.name, column.comment])) };
};
const constraints = (sql: string): Record<string, unknown>[] =>
  readCreateTable(sql).constraints.map((constraint) =>
    Object.fromEntries(Object.entries(constraint).filter(([, value]) => value !== undefined && value !== false)),
  );

describe('the names of columns', () => {
  test.each([
    ['CREATE TABLE t(a,b)', ['a', 'b']],
    ['CREATE TABLE t("a ""b""" INT, `c``d` TEXT, [e "f] INT, \'g\'\'h\' TEXT)', ['a "b"', 'c`d', 'e "f', "g'h"]],
    ['CREATE TABLE "we(ird" (a CHAR(10), b DECIMAL(10, 2), c "a type"(1))', ['a', 'b', 'c']],
    [
      'CREATE TABLE t(key INT, "check" INT, "primary" INT, action, replace, asc)',
      ['key', 'check', 'primary', 'action', 'replace', 'asc'],
    ],
    ["CREATE TABLE t(a TEXT DEFAULT ')', b TEXT DEFAULT '(' , c INT DEFAULT (1 + (2)), d INT)", ['a', 'b', 'c', 'd']],
    [
      "CREATE TABLE t(a INT DEFAULT -1, b INT DEFAULT + 2, c DEFAULT x'00', d DEFAULT word, e)",
      ['a', 'b', 'c', 'd', 'e'],
    ],
    ['CREATE TABLE t(a /* , b INT */ INT, -- c INT,\n d INT)', ['a', 'd']],
    [
      'CREATE TABLE t(größe INT, "a b" INT, x\u00a0y INT, 名前 TEXT, 😀 INT)',
      ['größe', 'a b', 'x\u00a0y', '名前', '😀'],
    ],
    ['CREATE TABLE t(a INT GENERATED ALWAYS AS (b + 1) STORED, b INT AS (1), c INT)', ['a', 'b', 'c']],
    ['CREATE TABLE t(a INT, CHECK (a > 0) CHECK (a < 9) CONSTRAINT x CONSTRAINT y UNIQUE (a))', ['a']],
    [
      'CREATE TABLE t(a INT PRIMARY KEY DESC ON CONFLICT FAIL, b INT NOT NULL ON CONFLICT IGNORE NULL, c)',
      ['a', 'b', 'c'],
    ],
    [
      'CREATE TABLE t(a REFERENCES p(x) ON DELETE SET NULL ON UPDATE NO ACTION MATCH full NOT DEFERRABLE, b)',
      ['a', 'b'],
    ],
  ])('%s', (sql, expected) => {
    expect(columns(sql)).toEqual(expected);
  });

  test('a text that ends too early, or is none, is read as far as it goes', () => {
    expect(columns('CREATE TABLE t(a INT, b "unclosed')).toEqual(['a', 'b']);
    expect(columns('CREATE TABLE t(a CHECK (((')).toEqual(['a']);
    expect(columns('')).toEqual([]);
    expect(columns('CREATE TABLE t')).toEqual([]);
    expect(columns('/* never closed')).toEqual([]);
  });
});

describe('constraints', () => {
  test('of columns', () => {
    expect(
      constraints(
        `CREATE TABLE t(id INTEGER CONSTRAINT pk PRIMARY KEY AUTOINCREMENT,
          a TEXT CONSTRAINT u UNIQUE ON CONFLICT REPLACE CONSTRAINT n NOT NULL CHECK (a <> ')' /* why */ AND  length(a) > 2),
          b INT CONSTRAINT fk REFERENCES "p q" (x) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)`,
      ),
    ).toEqual([
      { kind: 'primary key', name: 'pk', columns: ['id'], autoIncrement: true },
      { kind: 'unique', name: 'u', columns: ['a'], conflict: 'REPLACE' },
      { kind: 'check', sql: "a <> ')' AND length(a) > 2" },
      {
        kind: 'foreign key',
        name: 'fk',
        columns: ['b'],
        foreignTable: 'p q',
        foreignColumns: ['x'],
        deferrable: true,
        deferred: true,
      },
    ]);
  });

  test('of the table, with and without commas between', () => {
    expect(
      constraints(
        `CREATE TABLE t(a INT, b INT, c INT,
          CONSTRAINT pk PRIMARY KEY (a COLLATE nocase DESC, [b]) ON CONFLICT ROLLBACK
          UNIQUE (b, "c")
          FOREIGN KEY (a, b) REFERENCES p ON UPDATE SET DEFAULT,
          CONSTRAINT odd FOREIGN KEY (c) REFERENCES p (d) DEFERRABLE INITIALLY IMMEDIATE CHECK (a IN (1, 2)))`,
      ),
    ).toEqual([
      { kind: 'primary key', name: 'pk', columns: ['a', 'b'], conflict: 'ROLLBACK', ofTable: true },
      { kind: 'unique', columns: ['b', 'c'] },
      { kind: 'foreign key', columns: ['a', 'b'], foreignTable: 'p', foreignColumns: [] },
      { kind: 'foreign key', name: 'odd', columns: ['c'], foreignTable: 'p', foreignColumns: ['d'], deferrable: true },
      { kind: 'check', sql: 'a IN (1, 2)' },
    ]);
  });

  test('AUTOINCREMENT may stand in the parentheses of the table’s key', () => {
    expect(constraints('CREATE TABLE t(id INTEGER, PRIMARY KEY (id AUTOINCREMENT))')).toEqual([
      { kind: 'primary key', columns: ['id'], autoIncrement: true, ofTable: true },
    ]);
  });

  test('collations, generated columns and conflicts of columns', () => {
    const [a, b, c] = readCreateTable(
      'CREATE TABLE t(a TEXT COLLATE "NOCASE" NOT NULL ON CONFLICT FAIL, b AS (a || \'(\') STORED, c INT AS (1) VIRTUAL)',
    ).columns;
    expect(a).toMatchObject({ collation: 'NOCASE', conflict: 'FAIL', generated: undefined });
    expect(b?.generated).toEqual({ sql: "a || '('", stored: true });
    expect(c?.generated).toEqual({ sql: '1', stored: false });
  });
});

describe('comments', () => {
  test('as the generator writes them', () => {
    expect(comments('CREATE TABLE "t" ( -- All of it\n  -- The key\n  "id" INTEGER,\n  "b" TEXT\n)')).toEqual({
      '': 'All of it',
      id: 'The key',
      b: undefined,
    });
  });

  test('as people write them', () => {
    expect(
      comments(`CREATE TABLE t (
        id INTEGER PRIMARY KEY, -- the key
        -----------------------------
        a TEXT -- a word, and (more)
          NOT NULL,
        /* Said
           before */
        b INT, /* and behind */
        -- About nothing in particular

        c INT, /* of d */ d INT, e INT /* of e */,
        UNIQUE (a), -- of the unique
        CHECK (b > 0 -- of the check
        ) -- at the end
      )`),
    ).toEqual({
      '': undefined,
      id: 'the key',
      a: 'a word, and (more)',
      b: 'Said before and behind',
      c: undefined,
      d: 'of d',
      e: 'of e',
    });
  });
});

describe('what ALTER TABLE leaves behind', () => {
  test('is read as SQLite reads it', async (context) => {
    const statements = [
      'CREATE TABLE p(id INTEGER PRIMARY KEY)',
      `CREATE TABLE t(a INT, -- first
        b TEXT CHECK (b IN ('x', 'y')), CONSTRAINT u UNIQUE (a, b), FOREIGN KEY (a) REFERENCES p)`,
      "ALTER TABLE t ADD COLUMN c VARCHAR(20) DEFAULT ('(') NOT NULL",
      'ALTER TABLE t ADD d REFERENCES p(id) ON DELETE CASCADE',
      'ALTER TABLE t RENAME COLUMN b TO "b b"',
      'ALTER TABLE p RENAME TO "order"',
      'ALTER TABLE t RENAME TO [the t]',
      'ALTER TABLE [the t] DROP COLUMN c',
    ];
    const database = memory(statements, context);
    const sql = database.prepare("SELECT sql FROM sqlite_master WHERE name = 'the t'").pluck().get() as string;
    expect(columns(sql)).toEqual(['a', 'b b', 'd']);
    const [, table] = (await readMemory(statements, context)).tables;
    expect(table).toMatchObject({
      name: 'the t',
      checks: [{ sql: `"b b" IN ('x', 'y')` }],
      uniques: [{ name: 'u', columns: [{ name: 'a' }, { name: 'b b' }] }],
      foreignKeys: [
        { columns: ['d'], foreignTable: 'order', foreignColumns: ['id'], onDelete: 'CASCADE' },
        { columns: ['a'], foreignTable: 'order', foreignColumns: ['id'], onDelete: undefined },
      ],
    });
    expect(table?.columns[0]?.comment).toBe('first');
  });
});
