import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { plsqlErrors } from '../../support/plsql-grammar.js';
import { type SentStatement, withShortLists, withValues } from '../../support/sent-sql.js';
import { tsqlErrors } from '../../support/tsql-grammar.js';
import { runQueries, runTables } from './support/vendor-project.js';

type Vendor = 'mssql' | 'oracle' | 'pgsql';

beforeAll(loadModule);

function errorsOf(vendor: Vendor, sql: string): readonly string[] {
  // NOWAIT is a hint that the server knows and the grammar does not.
  if (vendor === 'mssql') return tsqlErrors(`${sql.replaceAll(', NOWAIT)', ')')};`);
  if (vendor === 'oracle') return plsqlErrors(`${sql};`);
  try {
    parseSync(sql);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Each different statement once, with values in the place of placeholders. */
function* different(
  vendor: Vendor,
  sent: readonly SentStatement[],
  cut: (sql: string) => string,
): Generator<readonly [name: string, sql: string]> {
  const seen = new Set<string>();
  for (const statement of sent) {
    if (seen.has(statement.sql)) continue;
    seen.add(statement.sql);
    yield [statement.name, cut(withValues(statement, vendor))];
  }
}

function check(
  vendor: Vendor,
  sent: readonly SentStatement[],
  least: number,
  cut = (sql: string): string => sql,
): void {
  let checked = 0;
  for (const [name, sql] of different(vendor, sent, cut)) {
    checked += 1;
    expect({ name, sql, errors: errorsOf(vendor, sql) }).toEqual({ name, sql, errors: [] });
  }
  expect(checked).toBeGreaterThan(least);
}

describe.each(['mssql', 'oracle', 'pgsql'] as const)('the grammar of %s', (vendor) => {
  test('accepts every statement planned for a table', { timeout: 600_000 }, async () => {
    const { sent, database } = await runTables(vendor);
    const tables = new Set(sent.map(({ name }) => name.split(':')[0]));
    expect(tables).toEqual(new Set(database.tables.map(({ name }) => name)));
    check(vendor, sent, 500);
  });

  test('accepts what queries send', { timeout: 600_000 }, async () => {
    const { sent } = await runQueries(vendor);
    check(vendor, sent, 150, withShortLists);
  });
});

/** Statements as ours are, with one thing wrong in each. */
const BROKEN: Readonly<Record<'mssql' | 'oracle', readonly string[]>> = {
  mssql: [
    'SELECT [book].[id] FROM [book] WHERE [book].[title] = ',
    "SELECT [book].[id], FROM [book] WHERE [book].[title] = N'War'",
    "SELECT [book].[id] FROM [book] WHERE [book].[title] = 'it's'",
    'SELECT `book`.`id` FROM `book`',
    'SELECT [book].[id] FROM [book] WHERE [book].[id] IN (1, 2',
    'SELECT [book].[id] FROM [book] WHERE [book].[id] IN ()',
    'SELECT [book].[id] FROM [book] OFFSET 0 ROWS FETCH NEXT 2 ROWS ONLY',
    'SELECT [book].[id] FROM [book] ORDER BY [book].[id] FETCH NEXT 2 ROWS ONLY',
    'SELECT [book].[id] FROM [book] FOR UPDATE',
    'SELECT [book].[id] FROM [book] WHERE TRUE',
    'SELECT [book].[id] FROM [book] INNER JOIN [author] WHERE 1 = 0',
    "SELECT [book].[id] FROM [book] WHERE [book].[title] ILIKE N'w%'",
    "INSERT INTO [book] ([title]) VALUES (N'x') OUTPUT INSERTED.[id]",
    "UPDATE [book] SET [title] = N'x', WHERE [id] = 1",
    'DELETE [book] FROM WHERE [id] = 1',
  ],
  oracle: [
    'SELECT "BOOK"."ID" FROM "BOOK" WHERE "BOOK"."TITLE" = ',
    'SELECT "BOOK"."ID", FROM "BOOK" WHERE "BOOK"."TITLE" = \'War\'',
    'SELECT "BOOK"."ID" FROM "BOOK" WHERE "BOOK"."TITLE" = \'it\'s\'',
    'SELECT "BOOK"."ID FROM "BOOK"',
    'SELECT [book].[id] FROM [book]',
    'SELECT "BOOK"."ID" FROM "BOOK" WHERE "BOOK"."ID" IN (1, 2',
    'SELECT "BOOK"."ID" FROM "BOOK" LIMIT 2',
    'SELECT "BOOK"."ID" FROM "BOOK" OFFSET 2',
    'SELECT "BOOK"."ID" FROM "BOOK" FOR SHARE',
    'SELECT "BOOK"."ID" FROM "BOOK" WITH (UPDLOCK)',
    'SELECT COUNT(*) FROM (SELECT 1 AS c0 FROM "BOOK") AS orm_count',
    'SELECT "b"."ID" FROM "BOOK" AS "b"',
    'SELECT "BOOK"."ID" FROM "BOOK" WHERE ("BOOK"."TAGS" & 3) = 3',
    'INSERT INTO "BOOK" DEFAULT VALUES',
    'INSERT INTO "BOOK" ("TITLE") VALUES (\'x\') RETURNING "ID"',
    'UPDATE "BOOK" SET "TITLE" = \'x\', WHERE "ID" = 1',
    'DELETE "BOOK" FROM WHERE "ID" = 1',
    'SAVE TRANSACTION "ORM_1"',
  ],
};

describe.each(['mssql', 'oracle'] as const)('the grammar of %s', (vendor) => {
  test.each(BROKEN[vendor])('rejects %s', (sql) => {
    expect(errorsOf(vendor, sql)).not.toEqual([]);
  });
});

/** What the grammars let through and the servers would refuse. */
const REFUSED: Readonly<Record<'mssql' | 'oracle', readonly RegExp[]>> = {
  mssql: [
    /\bLIMIT\b/,
    /\bRETURNING\b/,
    /\bSAVEPOINT\b/,
    /\bFOR (?:UPDATE|SHARE)\b/,
    /^SELECT COUNT\(\*\) FROM \(.*\)$/,
    // An order in a subquery has to limit it.
    / ORDER BY (?:(?!OFFSET|\)).)*\) orm_/,
  ],
  oracle: [
    /\bLIMIT\b/,
    /ROWS ONLY ORDER BY/,
    /ROWS(?: ONLY)? FOR UPDATE/,
    /DISTINCT.* FOR UPDATE/,
    /\.NEXTVAL(?! FROM DUAL$)/,
    /^SELECT COUNT\(\*\) FROM \(.*\)$/,
    /\) AS orm_/,
  ],
};

describe.each(['mssql', 'oracle'] as const)('classes for %s', (vendor) => {
  test('send nothing that only the grammar would take', async () => {
    const { sent } = await runQueries(vendor);
    const refused = sent.filter(({ sql }) => REFUSED[vendor].some((pattern) => pattern.test(sql)));
    expect(refused.map(({ name, sql }) => `${name}: ${sql}`)).toEqual([]);
  });

  test('escape in patterns what the vendor takes for more than itself, and nothing else', async () => {
    const { sent } = await runQueries(vendor);
    const patterns = sent.find(({ name }) => name === 'words')?.params;
    const item = vendor === 'mssql' ? '![b]' : '[b]';
    expect(patterns).toEqual([['text', `%| it's \\| ${item} |%`]]);
  });
});

/** ORA-00918: a row that is limited cannot have two columns of one name. */
test('Oracle limits no rows with two columns of one name', async () => {
  const { sent } = await runQueries('oracle');
  const limited = sent.filter(({ sql }) => /^SELECT (?!COUNT).*(?:ROWS|ONLY)$/.test(sql));
  expect(limited.length).toBeGreaterThan(15);
  for (const { name, sql } of limited) {
    const list = /^SELECT (?:DISTINCT )?(.*?) FROM /.exec(sql)?.[1]?.split(', ') ?? [];
    const names = list.map((column) => /(\w+)"?$/.exec(column)?.[1] ?? column);
    expect({ name, names }).toEqual({ name, names: [...new Set(names)] });
  }
});
