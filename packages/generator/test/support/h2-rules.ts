import type { H2Rule } from './h2.js';

/** What H2 2.1 does not know in its MSSQLServer mode. */
export const MSSQL_RULES: readonly H2Rule[] = [
  { pattern: /^SET /, why: 'session settings of SQL Server' },
  { pattern: /^IF OBJECT_ID/, why: 'T-SQL control flow' },
  { pattern: /^BEGIN\b/, why: 'T-SQL blocks' },
  { pattern: /^EXEC sys\.sp_addextendedproperty/, why: 'system procedures' },
  {
    pattern: /^IF SCHEMA_ID\(.*EXEC\(N'CREATE SCHEMA (.*)'\);$/s,
    replacement: 'CREATE SCHEMA IF NOT EXISTS $1',
    why: 'T-SQL control flow',
  },
  { pattern: / CONSTRAINT (?:\[[^\]]+\]|"(?:[^"]|"")+")(?= DEFAULT)/g, replacement: '', why: 'names of defaults' },
  { pattern: / COLLATE Latin1_General_BIN2/g, replacement: '', why: 'COLLATE in an expression' },
  { pattern: /ISJSON\((\[[^\]]+\])\) = 1/g, replacement: '$1 IS JSON', why: 'ISJSON' },
  { pattern: /\n {2}WHERE .*$/, replacement: '', why: 'filtered indexes' },
  { pattern: /(?<=^CREATE .*\)) INCLUDE \([^)]*\)/, replacement: '', why: 'columns that an index only keeps' },
  {
    pattern: /(?<=\n {2}\[[^\n]+\]) AS \(CAST\((.*) AS ([\w(), ]+)\)\)(?: PERSISTED)?(?=,?\n)/g,
    replacement: ' $2 GENERATED ALWAYS AS ($1)',
    why: 'computed columns whose type is the type of the expression',
  },
];

/** A view has to be alone in its batch on SQL Server, which EXEC makes of it. H2 knows neither. */
export const withoutBatch = (sql: string): string =>
  sql.replace(/^EXEC\(N'(CREATE VIEW (?:[^']|'')*)'\);?$/, (_, view: string) => view.replaceAll("''", "'"));

/** H2 knows no doubled bracket, and reads semicolons, comments and quotes in brackets: such names get quotes, others stay. */
export function quoteOddNames(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|\[((?:[^\]]|\]\])*)\]/g, (token, name?: string) =>
    name !== undefined && /[\];'"]|--|\/\*/.test(name)
      ? `"${name.replaceAll(']]', ']').replaceAll('"', '""')}"`
      : token,
  );
}

/** What H2 2.1 does not know in its Oracle mode. */
export const ORACLE_RULES: readonly H2Rule[] = [
  { pattern: /^BEGIN\b/, why: 'PL/SQL blocks' },
  {
    pattern: /^(CREATE (?:UNIQUE )?INDEX) "([^"]+)" ON ("[^"]+") \((.*?)\((\w+\([^()]*\))\)(.*)\)$/,
    replacement: 'ALTER TABLE $3 ADD "$2 of" VARCHAR GENERATED ALWAYS AS ($5);\n$1 "$2" ON $3 ($4"$2 of"$6)',
    why: 'indexes of expressions',
  },
  { pattern: /^CREATE BITMAP INDEX/, replacement: 'CREATE INDEX', why: 'bitmap indexes' },
  { pattern: /\) VIRTUAL(?=,?\n)/g, replacement: ')', why: 'generated columns that say that they are not kept' },
  { pattern: /DAY\(0\)/g, replacement: 'DAY', why: 'intervals without digits for days' },
  { pattern: /EMPTY_CLOB\(\)/g, replacement: "''", why: 'EMPTY_CLOB' },
  { pattern: /EMPTY_BLOB\(\)/g, replacement: "X''", why: 'EMPTY_BLOB' },
  { pattern: /\n *USING INDEX [^\n,]*/g, replacement: '', why: 'indexes of keys with attributes' },
  { pattern: /\n *(PCTFREE|INITRANS|STORAGE|TABLESPACE) [^\n]*/g, replacement: '', why: 'physical attributes' },
];

/** What H2 does not know of statements that classes for SQL Server send. */
export const MSSQL_STATEMENT_RULES: readonly H2Rule[] = [
  { pattern: /^BEGIN TRANSACTION$/, replacement: 'SET AUTOCOMMIT FALSE', why: 'BEGIN TRANSACTION' },
  { pattern: /^SAVE TRANSACTION \[(\w+)\]$/, replacement: 'SAVEPOINT $1', why: 'SAVE TRANSACTION' },
  {
    pattern: /^ROLLBACK TRANSACTION \[(\w+)\]$/,
    replacement: 'ROLLBACK TO SAVEPOINT $1',
    why: 'ROLLBACK TRANSACTION to a savepoint',
  },
  { pattern: / OUTPUT INSERTED\.(?:\[[^\]]+\]|"[^"]+")/, replacement: '', why: 'OUTPUT' },
  { pattern: / WITH \([A-Z, ]+\)/g, replacement: '', why: 'hints of tables' },
  { pattern: /\(([\w.[\]]+) & (\d+)\)/g, replacement: 'BITAND($1, $2)', why: 'operators of bits' },
];

/** What H2 does not know of statements that classes for Oracle send. */
export const ORACLE_STATEMENT_RULES: readonly H2Rule[] = [
  { pattern: /HEXTORAW\(('[0-9a-f]*')\)/g, replacement: 'X$1', why: 'HEXTORAW for a BLOB' },
  { pattern: /(?<![X\w])('(?:[0-9a-f]{2})+')/g, replacement: 'X$1', why: 'hexadecimal digits as a RAW' },
  { pattern: /BITAND\(([\w."]+), (\d+)\)/g, replacement: 'BITAND(CAST($1 AS BIGINT), $2)', why: 'BITAND of a NUMBER' },
  {
    pattern: /DBMS_LOB\.COMPARE\((LOWER\([\w."]+\)|[\w."]+), (LOWER\('[^']*'\)|'(?:[^']|'')*')\) (=|<>) 0/g,
    replacement: '$1 $3 $2',
    why: 'packages of Oracle',
  },
  { pattern: /JSON_EQUAL\(([\w."]+), ('[^']*')\)/g, replacement: '$1 = $2', why: 'JSON_EQUAL' },
];

/** What H2 does not know of statements that change a SQL Server database. */
export const MSSQL_ALTER_RULES: readonly H2Rule[] = [
  { pattern: /^EXEC sys\.sp_(?:update|drop)extendedproperty/, why: 'system procedures' },
  {
    pattern: /^DROP INDEX (\[[^\]]+\]) ON (\[[^\]]+\]\.)\[[^\]]+\];$/s,
    replacement: 'DROP INDEX $2$1',
    why: 'the schema of an index, which is that of its table',
  },
  { pattern: /^(DROP INDEX (?:\[[^\]]+\]|"(?:[^"]|"")+")) ON .*;$/s, replacement: '$1', why: 'the table of an index' },
  {
    pattern: /^(ALTER TABLE .+) ADD CONSTRAINT .+ (DEFAULT .+) FOR (\[[^\]]+\]|"(?:[^"]|"")+");$/s,
    replacement: '$1 ALTER COLUMN $3 SET $2',
    why: 'defaults that are constraints',
  },
  // It would forget the default and how the column is numbered.
  {
    pattern: /^(ALTER TABLE .+ ALTER COLUMN (?:\[[^\]]+\]|"(?:[^"]|"")+")) (\w[^"]*) NOT NULL;$/s,
    replacement: '$1 SET DATA TYPE $2;\n$1 SET NOT NULL',
    why: 'a type that leaves the rest of a column as it is',
  },
  {
    pattern: /^(ALTER TABLE .+ ALTER COLUMN (?:\[[^\]]+\]|"(?:[^"]|"")+")) (\w[^"]*) NULL;$/s,
    replacement: '$1 SET DATA TYPE $2;\n$1 DROP NOT NULL',
    why: 'a type that leaves the rest of a column as it is',
  },
  {
    pattern: /(?<=^ALTER TABLE .+ ADD .+) AS \(CAST\((.*) AS ([\w(), ]+)\)\)(?: PERSISTED)?(?: NOT NULL)?;$/s,
    replacement: ' $2 GENERATED ALWAYS AS ($1)',
    why: 'computed columns whose type is the type of the expression',
  },
];

/** What H2 does not know of statements that change an Oracle database. */
export const ORACLE_ALTER_RULES: readonly H2Rule[] = [
  { pattern: /^ALTER TABLE .+ (?:PCTFREE|INITRANS) \d+$/, why: 'physical attributes' },
  { pattern: /(?<=\)) VIRTUAL(?=(?: NOT NULL)?\)$)/, replacement: '', why: 'generated columns that say it' },
];
