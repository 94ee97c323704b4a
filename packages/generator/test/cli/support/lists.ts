import type { TestDatabase } from './database.js';
import { orm } from './orm.js';
import { configuration, project, type TestConnection } from './project.js';

const sortable = (parameters: Readonly<Record<string, string>> = {}): string => `<behavior name="sortable">
      ${Object.entries(parameters)
        .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
        .join('\n      ')}
    </behavior>`;

const ID = '<column name="id" type="INTEGER" primaryKey="true"/>';
const TITLE = '<column name="title" type="VARCHAR" size="40"/>';

/** A table for every kind of list. */
export const LISTS = `<database name="lists">
  <table name="plain">
    ${ID}${TITLE}
    ${sortable({ index: 'true' })}
  </table>
  <table name="task">
    ${ID}${TITLE}
    <column name="user_id" type="INTEGER"/>
    ${sortable({ use_scope: 'true', scope_column: 'user_id', index: 'true' })}
  </table>
  <table name="kind">
    ${ID}${TITLE}
    <column name="kind" type="VARCHAR" size="40"/>
    ${sortable({ use_scope: 'true', scope_column: 'kind', index: 'true' })}
  </table>
  <table name="pair">
    ${ID}${TITLE}
    <column name="a" type="BIGINT" required="true"/>
    <column name="b" type="ENUM" valueSet="new, it's, old"/>
    ${sortable({ use_scope: 'true', scope_column: 'a, b', index: 'true' })}
  </table>
  <table name="link">
    <column name="left_id" type="INTEGER" primaryKey="true"/>
    <column name="right_id" type="VARCHAR" size="20" primaryKey="true"/>
    ${sortable({ use_scope: 'true', scope_column: 'left_id', rank_column: 'place', index: 'true' })}
  </table>
  <table name="slot">
    ${ID}${TITLE}
    <column name="user_id" type="INTEGER"/>
    ${sortable({ use_scope: 'true', scope_column: 'user_id', unique: 'true' })}
  </table>
  <table name="seat">
    ${ID}${TITLE}
    <column name="place" type="INTEGER" required="true"/>
    <column name="user_id" type="INTEGER"/>
    ${sortable({ use_scope: 'true', scope_column: 'user_id', rank_column: 'place', unique: 'true' })}
  </table>
  <table name="headed">
    ${ID}${TITLE}
    <column name="user_id" type="INTEGER"/>
    ${sortable({ use_scope: 'true', scope_column: 'user_id', index: 'true', header_table: 'true' })}
  </table>
  <table name="unsorted">
    ${ID}${TITLE}
  </table>
</database>
`;

/** A project with these tables, created in its database. */
export async function listProject(
  connection: TestConnection,
  schema = LISTS,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const cwd = project({ 'orm.json': configuration({ lists: connection }, more), 'schema.xml': schema });
  for (const command of ['sql:build', 'sql:insert']) {
    const { code, stderr } = await orm([command, '--quiet', '--yes'].slice(0, command === 'sql:insert' ? 3 : 2), {
      cwd,
    });
    if (code !== 0) throw new Error(`${command}: ${stderr}`);
  }
  return cwd;
}

/** The tables with lists, in the order of the schema. */
export const TABLES_WITH_LISTS = ['plain', 'task', 'kind', 'pair', 'link', 'slot', 'seat', 'headed'] as const;

/** Breaks lists in every way that a database allows. */
const BREAK: readonly string[] = [
  // A duplicate, gaps, and ranks below 1.
  "INSERT INTO plain (id, title, sortable_rank) VALUES (1, 'c', 4), (2, 'a', -2), (3, 'b', 4), (4, 'd', 9)",
  // A list that is right, one of each mistake, the list of NULL, and rows in no list.
  `INSERT INTO task (id, title, user_id, sortable_rank) VALUES
    (1, 'r', 1, 1), (2, 'r', 1, 2), (3, 'dup', 10, 1), (4, 'dup', 10, 1), (5, 'gap', 9, 1), (6, 'gap', 9, 3),
    (7, 'late', 8, 2), (8, 'null', NULL, 5), (9, 'null', NULL, 5), (10, 'out', 1, NULL), (11, 'out', NULL, NULL)`,
  "INSERT INTO kind (id, kind, sortable_rank) VALUES (1, 'it''s \"new\"?', 2), (2, NULL, 7), (3, '', 3), (4, 'fine', 1)",
  `INSERT INTO pair (id, a, b, sortable_rank) VALUES
    (1, 9007199254740993, 'it''s', 2), (2, 9007199254740993, NULL, 2), (3, 2, 'new', 1), (4, 2, 'new', 1), (5, 2, 'old', 1)`,
  "INSERT INTO link (left_id, right_id, place) VALUES (1, 'b', 1), (1, 'a', 1), (2, 'x', 1), (2, 'y', 3)",
  // With the unique only gaps, and duplicates in the list of NULL.
  `INSERT INTO slot (id, user_id, sortable_rank) VALUES
    (1, 1, 3), (2, 1, 2), (3, 1, 7), (4, NULL, 1), (5, NULL, 1), (6, 2, NULL), (7, 3, -1), (8, 3, 1)`,
  'INSERT INTO seat (id, user_id, place) VALUES (1, 1, 0), (2, 1, 5), (3, 1, 4), (4, 2, 1), (5, NULL, 0), (6, NULL, 0)',
  'INSERT INTO headed (id, user_id, sortable_rank) VALUES (1, 1, 2), (2, 1, 2), (3, NULL, 1), (4, NULL, 4)',
];

export async function breakLists(database: TestDatabase): Promise<void> {
  for (const sql of BREAK) await database.query(sql);
}

/** Key and rank of every row of a table. */
export async function ranksOf(database: TestDatabase, table: string): Promise<string> {
  const key = table === 'link' ? 'left_id, right_id' : 'id';
  const rank = table === 'link' || table === 'seat' ? 'place' : 'sortable_rank';
  const rows = await database.query(`SELECT ${key}, ${rank} FROM ${table} ORDER BY ${key}`);
  return rows.map((row) => `${row.slice(0, -1).join('')}:${row.at(-1) ?? '-'}`).join(' ');
}

/** The same of every table with lists. */
export async function allRanks(database: TestDatabase): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const table of TABLES_WITH_LISTS) found[table] = await ranksOf(database, table);
  return found;
}
