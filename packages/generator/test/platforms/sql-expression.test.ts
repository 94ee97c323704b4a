import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/model/adapter.js';
import { expressionProblem } from '../../src/platforms/sql-expression.js';
import { DIALECTS } from '../support/sql-names.js';

const VENDORS = Object.keys(DIALECTS) as Adapter[];

/** What every vendor takes as one type or one expression. */
const EVERYWHERE = [
  'numeric(10, 2)',
  'double precision',
  'timestamp(3) with time zone',
  "enum('it''s', 'a;b', '--', '/*', '(', ', ')",
  "'C:\\\\'",
  '"my type"',
  "nextval('a''b')",
  'a - -1',
  '(a / b) * 2',
  '2-1',
  "'a' || 'b'",
  "DATE '2024-01-31'",
  "date'2024-01-31'",
  "N'größe'",
  'größe(1)',
  "X'00FF'",
  'CASE WHEN a < 1 THEN 1 ELSE 2 END',
  "'a\nb'",
];

/** What some vendor reads as more than one expression, or only under some setting. */
const NOWHERE = [
  'int;',
  'int -- x',
  'int /* x',
  'int /* x */',
  'int /*! x */',
  '1)',
  '(1',
  '(1]',
  '(1}',
  '{d 1}',
  'a\u{e0100}',
  "'a",
  '"a',
  "'a''",
  '1, b int',
  '0); DROP TABLE x; --',
  "f(1), g('2')",
  "$$ '",
  '1 \\! touch x',
  "1e'\\'' ; DROP TABLE x; SELECT '",
  "E'a'\n'\\'' ; DROP TABLE x; SELECT '",
  '\u20ac$$ ; DROP TABLE x; SELECT $$',
  '\u00a0$$ ; DROP TABLE x; SELECT $$',
  'a\u202eb',
  'a\nb',
];

describe.each(VENDORS)('an expression for %s', (vendor) => {
  it.each(EVERYWHERE)('takes %j', (sql) => {
    expect(expressionProblem(sql, DIALECTS[vendor])).toBeUndefined();
  });

  it.each(NOWHERE)('refuses %j', (sql) => {
    expect(expressionProblem(sql, DIALECTS[vendor])).toBeDefined();
  });
});

/** What is one expression to some vendors and not to others, by who takes it. */
it.each<[string, readonly Adapter[]]>([
  // A backslash ends nothing in standard SQL: this is the default of a folder on Windows.
  ["'C:\\temp\\'", ['pgsql', 'sqlite', 'mssql', 'oracle']],
  ["'a\\'); DELETE FROM canary; CREATE TABLE zz (\"id\" int, c int, -- '", []],
  ["E'it\\'s'", ['pgsql']],
  // Under NO_BACKSLASH_ESCAPES the string ends at the second quote.
  ["'it\\'s'", []],
  ["'a\\', b int, c text default '", []],
  // Under ANSI_QUOTES a backslash escapes nothing between double quotes.
  ['"a\\", b int, "c"', []],
  ['"a\\"', ['pgsql', 'sqlite', 'mssql', 'oracle']],
  ['$$;--$$', ['pgsql']],
  ['$x$ ( $$ $x$', ['pgsql']],
  ['$$)); DROP TABLE canary; SELECT (($$', ['pgsql']],
  ["q'[it's; -- ]'", ['oracle']],
  ['`a;``b`', ['mysql', 'sqlite']],
  ['"my type"[]', VENDORS],
  // A number before a string in PostgreSQL 14, a name in MySQL.
  ["1$$ ' $$ ; DROP TABLE x; SELECT '", ['mysql', 'sqlite', 'mssql', 'oracle']],
  ["a@$$ ' $$ ; DROP TABLE x; SELECT '", ['mysql', 'mssql', 'oracle']],
  ["$a\u0301$ ' $a\u0301$ ; DROP TABLE x; SELECT '", ['mssql']],
  // SQLite reads everything up to the bracket as the name of a parameter.
  ["$a(') ; DROP TABLE x; SELECT (' )", ['mssql']],
  ['$(PATH)', []],
  ['[my ;type](10)', ['sqlite', 'mssql']],
  ["'a'::character varying", ['pgsql', 'mysql', 'mssql']],
  ['1 # 2', ['pgsql', 'mssql', 'oracle']],
  ['@@SPID', ['pgsql', 'mysql', 'mssql', 'oracle']],
  ["_utf8mb4'a'", VENDORS],
  ['2--1', ['mysql']],
])('reads %j as the vendor does', (sql, takers) => {
  expect(VENDORS.filter((vendor) => expressionProblem(sql, DIALECTS[vendor]) === undefined).sort()).toEqual(
    [...takers].sort(),
  );
});
