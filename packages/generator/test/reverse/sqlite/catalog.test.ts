import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CatalogItem } from '../../../src/platforms/catalog.js';
import { introspection } from '../../../src/platforms/sqlite/introspect.js';
import { connectionTo, memory, readKept, readMemory, readTable } from './memory.js';

const items = (all: readonly CatalogItem[]): string[] =>
  all.map(({ kind, name, detail }) => `${kind} ${name}: ${detail ?? ''}`);

describe('what is no table of anybody', () => {
  test('counters, statistics and shadow tables are left out; views and virtual tables are reported', async (context) => {
    const catalog = await readMemory(
      [
        'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)',
        'CREATE INDEX i ON t (id)',
        'INSERT INTO t DEFAULT VALUES',
        'ANALYZE',
        'CREATE VIRTUAL TABLE search USING fts5(body)',
        'CREATE VIRTUAL TABLE place USING rtree(id, x0, x1)',
        'CREATE VIEW v AS SELECT id -- the id\n  FROM t',
        'CREATE TRIGGER tr INSTEAD OF DELETE ON v BEGIN DELETE FROM t WHERE id = old.id; END',
        'CREATE TEMP TABLE passing (a)',
      ],
      context,
    );
    expect(catalog.tables.map(({ name }) => name)).toEqual(['t']);
    expect(items(catalog.others)).toEqual([
      'virtual table search: CREATE VIRTUAL TABLE search USING fts5(body)',
      'virtual table place: CREATE VIRTUAL TABLE place USING rtree(id, x0, x1)',
      'view v: CREATE VIEW v AS SELECT id FROM t',
      'trigger tr: CREATE TRIGGER tr INSTEAD OF DELETE ON v BEGIN DELETE FROM t WHERE id = old.id; END',
    ]);
  });

  test('attached databases are not read, and named', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'orm-attached-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true }));
    const catalog = await readMemory(
      [`ATTACH '${join(folder, 'other.sqlite')}' AS archive`, 'CREATE TABLE archive.t (a)', 'CREATE TABLE t (b INT)'],
      context,
    );
    expect(catalog.tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['b']]);
    expect(items(catalog.others)).toEqual(['attached database archive: only the main database is read']);
  });

  test('a view that no longer works, and a table that a module of its own would read', async (context) => {
    const database = memory(
      ['CREATE TABLE t (a INT)', 'CREATE VIEW v AS SELECT a FROM t', 'CREATE TABLE kept (b)'],
      context,
    );
    database.unsafeMode(true);
    database.pragma('writable_schema = ON');
    database.exec(
      `INSERT INTO sqlite_master VALUES ('table', 'gone', 'gone', 0, 'CREATE VIRTUAL TABLE gone USING nobody(a)');
       DROP TABLE t`,
    );
    database.pragma('writable_schema = RESET');
    const catalog = await introspection.read(connectionTo(database), { schemas: [], exclude: () => false });
    expect(catalog.tables.map(({ name }) => name)).toEqual(['kept']);
    expect(items(catalog.others)).toEqual([
      'view v: CREATE VIEW v AS SELECT a FROM t',
      'virtual table gone: CREATE VIRTUAL TABLE gone USING nobody(a)',
    ]);
  });
});

describe('foreign keys', () => {
  const P = 'CREATE TABLE Parent (A INT, B INT, C INT UNIQUE, D INT, PRIMARY KEY (A, B))';
  const keyOf = async (clause: string): Promise<unknown> => {
    const table = await readTable(`CREATE TABLE Child (x INT, y INT, ${clause})`, P);
    return table.foreignKeys[0] ?? items(table.items);
  };

  test('point at the primary key where they name no column, in any case of letters', async () => {
    expect(await keyOf('FOREIGN KEY (Y, X) REFERENCES parent')).toMatchObject({
      columns: ['y', 'x'],
      foreignTable: 'Parent',
      foreignColumns: ['A', 'B'],
    });
    expect(await keyOf('FOREIGN KEY (x) REFERENCES "PARENT" (c) ON DELETE SET DEFAULT')).toMatchObject({
      foreignColumns: ['C'],
      onDelete: 'SET DEFAULT',
      onUpdate: undefined,
    });
  });

  test('that SQLite itself could not follow are reported', async () => {
    expect(await keyOf('CONSTRAINT k FOREIGN KEY (x) REFERENCES nobody')).toEqual([
      'foreign key k: (x) REFERENCES nobody: that table was not read',
    ]);
    expect(await keyOf('FOREIGN KEY (x) REFERENCES Parent')).toEqual([
      'foreign key (x): (x) REFERENCES Parent: it points at no key',
    ]);
    expect(await keyOf('FOREIGN KEY (x) REFERENCES Parent (D)')).toEqual([
      'foreign key (x): (x) REFERENCES Parent (D): it points at no key',
    ]);
    expect(await keyOf('FOREIGN KEY (x) REFERENCES Parent (missing)')).toEqual([
      'foreign key (x): (x) REFERENCES Parent (missing): it points at no key',
    ]);
  });
});

describe('indexes', () => {
  test('are in the order in which they were made, those of constraints first', async () => {
    const table = await readTable(
      'CREATE TABLE t (a INT UNIQUE, b INT, c INT, CONSTRAINT named UNIQUE (b, c), UNIQUE (a), UNIQUE (c))',
      'CREATE UNIQUE INDEX z ON t (b)',
      'CREATE INDEX y ON t (c)',
      'CREATE INDEX x ON t (b, a)',
    );
    expect(table.uniques.map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join()}`)).toEqual(
      ['t_u_357503: a', 'named: b,c', 't_u_8d6095: c', 'z: b'],
    );
    expect(table.indexes.map(({ name }) => name)).toEqual(['y', 'x']);
  });

  test('constraints of two tables may have one name, indexes may not', async () => {
    const { tables } = await readMemory([
      'CREATE TABLE a (x INT CONSTRAINT u UNIQUE)',
      'CREATE TABLE b (x INT CONSTRAINT U UNIQUE)',
      'CREATE TABLE c (x INT CONSTRAINT a UNIQUE)',
    ]);
    const names = tables.map(({ uniques }) => uniques[0]?.name);
    expect(names[0]).toBe('u');
    expect(names[1]).toMatch(/^b_u_[0-9a-f]{6}$/);
    expect(names[2]).toMatch(/^c_u_[0-9a-f]{6}$/);
  });

  test('that are more than columns are read as they are', async () => {
    const table = await readTable(
      'CREATE TABLE t (a TEXT COLLATE NOCASE, b INT, UNIQUE (b DESC))',
      'CREATE INDEX plain ON t (a COLLATE nocase ASC)',
      'CREATE INDEX binary ON t (a COLLATE BINARY)',
      'CREATE INDEX falling ON t (a,\n  b DESC)',
      'CREATE UNIQUE INDEX some ON t (a) WHERE b > 0 -- some of them',
      "CREATE INDEX made ON t ((lower(a)), ((a || ',') || b) COLLATE NOCASE DESC, a = b COLLATE RTRIM)",
      "CREATE INDEX \"on (b)\" ON t (b) WHERE (a IN (')', 'x y')) /* and\n more */ AND b IS NOT NULL",
    );
    const words = ({ vendor: _, ...index }: (typeof table.indexes)[number]): unknown => index;
    expect(table.items).toEqual([]);
    expect(table.uniques.map(words)).toEqual([
      { name: expect.stringMatching(/^t_u_/) as string, isConstraint: true, columns: [{ name: 'b', order: 'desc' }] },
      { name: 'some', columns: [{ name: 'a' }], where: 'b > 0' },
    ]);
    expect(table.indexes.map(words)).toEqual([
      { name: 'plain', columns: [{ name: 'a' }] },
      { name: 'binary', columns: [{ name: 'a', collation: 'BINARY' }] },
      { name: 'falling', columns: [{ name: 'a' }, { name: 'b', order: 'desc' }] },
      {
        name: 'made',
        columns: [
          { expression: 'lower(a)' },
          { expression: "(a || ',') || b", order: 'desc', collation: 'NOCASE' },
          { expression: 'a = b COLLATE RTRIM' },
        ],
      },
      { name: 'on (b)', columns: [{ name: 'b' }], where: "(a IN (')', 'x y')) AND b IS NOT NULL" },
    ]);
  });
});

test('tables with auto-increment but without AUTOINCREMENT say so once for all', async () => {
  const numbered = ['CREATE TABLE a (id INTEGER PRIMARY KEY)', 'CREATE TABLE b (id INTEGER PRIMARY KEY)'];
  const all = await readMemory(numbered);
  expect(all.vendor).toEqual(new Map([['autoIncrement', 'false']]));
  expect(all.tables.map(({ vendor }) => vendor.size)).toEqual([0, 0]);
  const some = await readMemory([...numbered, 'CREATE TABLE c (id INTEGER PRIMARY KEY AUTOINCREMENT)']);
  expect(some.vendor).toBeUndefined();
  expect(some.tables.map(({ vendor }) => vendor.get('autoIncrement'))).toEqual(['false', 'false', undefined]);
});

test('what stands in double quotes and names no column is a string', async () => {
  const made = [
    'CREATE TABLE t (a TEXT, b TEXT, "x y" INT, g TEXT AS (a))',
    'CREATE INDEX i ON t (lower(a)) WHERE a = b',
    'CREATE TABLE w (a TEXT PRIMARY KEY, CHECK (a)) WITHOUT ROWID',
  ];
  const [t, w] = await readKept(made, {
    t: `CREATE TABLE t (a TEXT CHECK ("A" <> "abc" /* "a" */ AND a <> "it's ""so""" AND [a] <> \`b\`), b TEXT, "x y" INT,
      g TEXT AS (CAST(a AS "text") || "rowid"),
      CHECK ("t"."X Y" > "lower"("b" COLLATE "nocase") AND "rowid" > 0 AND b IN ("p", "q")))`,
    i: 'CREATE INDEX i ON t ((lower(a) || "z")) WHERE a <> "yes" AND "rowid" > 3',
    w: 'CREATE TABLE w (a TEXT PRIMARY KEY, CHECK (a <> "rowid")) WITHOUT ROWID',
  });
  expect(t?.checks.map(({ sql }) => sql)).toEqual([
    `"A" <> 'abc' AND a <> 'it''s "so"' AND [a] <> \`b\``,
    `"t"."X Y" > "lower"("b" COLLATE "nocase") AND "rowid" > 0 AND b IN ('p', 'q')`,
  ]);
  expect(t?.columns.at(-1)?.generated?.sql).toBe(`CAST(a AS "text") || 'rowid'`);
  expect(t?.indexes[0]).toMatchObject({
    columns: [{ expression: "lower(a) || 'z'" }],
    where: `a <> 'yes' AND "rowid" > 3`,
  });
  expect(w?.checks[0]?.sql).toBe("a <> 'rowid'");
});
