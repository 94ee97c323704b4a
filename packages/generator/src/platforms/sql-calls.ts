import type { ScriptDialect } from './sql-tokens.js';
import type { Words } from './sql-words.js';

type Vendor = ScriptDialect['blocks'];

const set = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '));

/** Functions that a vendor brings along and that change nothing. One that somebody wrote can do anything. */
const COMMON = 'ABS AVG CAST COALESCE COUNT LOWER MAX MIN NULLIF RANK REPLACE ROUND ROW_NUMBER SUM TRIM UPPER';
const FUNCTIONS: Readonly<Record<Vendor, ReadonlySet<string>>> = {
  pgsql: set(
    COMMON,
    'AGE ARRAY_AGG ARRAY_LENGTH ARRAY_TO_STRING ASCII BOOL_AND BOOL_OR BTRIM CEIL CEILING CHAR_LENGTH CHR CLOCK_TIMESTAMP CONCAT',
    'CONCAT_WS CURRENT_DATABASE CURRENT_SCHEMA CURRENT_SETTING CURRENT_TIME CURRENT_TIMESTAMP CURRVAL DATE DATE_PART DATE_TRUNC',
    'DECODE DENSE_RANK ENCODE EXTRACT FIRST_VALUE FLOOR FORMAT GENERATE_SERIES GEN_RANDOM_UUID GREATEST INITCAP JSONB_AGG',
    'JSONB_BUILD_ARRAY JSONB_BUILD_OBJECT JSON_AGG JSON_BUILD_ARRAY JSON_BUILD_OBJECT LAG LASTVAL LAST_VALUE LEAD LEAST LEFT',
    'LENGTH LIKE LPAD LTRIM MAKE_DATE MAKE_TIMESTAMP MD5 MOD NEXTVAL NOW OCTET_LENGTH OVERLAY PG_GET_SERIAL_SEQUENCE POSITION',
    'POWER QUOTE_IDENT QUOTE_LITERAL RANDOM REGEXP_REPLACE REPEAT REVERSE RIGHT ROW RPAD RTRIM SHA256 SIGN SPLIT_PART',
    'SQRT STATEMENT_TIMESTAMP STRING_AGG STRING_TO_ARRAY STRPOS SUBSTR SUBSTRING TO_CHAR TO_DATE TO_JSON TO_JSONB TO_NUMBER',
    'TO_TIMESTAMP TRANSACTION_TIMESTAMP TRANSLATE TRUNC UNNEST VERSION',
  ),
  mysql: set(
    COMMON,
    'ASCII BIN_TO_UUID CEIL CEILING CHAR CHAR_LENGTH CONCAT CONCAT_WS CONVERT CURDATE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP',
    'CURTIME DATABASE DATE DATEDIFF DATE_ADD DATE_FORMAT DATE_SUB DAY DENSE_RANK EXTRACT FIELD FIND_IN_SET FLOOR FORMAT',
    'FROM_BASE64 FROM_UNIXTIME GREATEST GROUP_CONCAT HEX IF IFNULL INSTR ISNULL JSON_ARRAY JSON_EXTRACT JSON_OBJECT JSON_QUOTE',
    'JSON_UNQUOTE LAG LAST_INSERT_ID LCASE LEAD LEAST LEFT LENGTH LOCATE LPAD LTRIM MAKEDATE MD5 MID MOD MONTH NOW ORD POSITION POW',
    'POWER RAND REGEXP_REPLACE REPEAT REVERSE RIGHT ROW RPAD RTRIM SHA SHA1 SHA2 SIGN SQRT STR_TO_DATE ST_GEOMFROMTEXT SUBSTR',
    'SUBSTRING SUBSTRING_INDEX TIME TIMESTAMP TIMESTAMPADD TIMESTAMPDIFF TO_BASE64 TO_DAYS UCASE UNHEX UNIX_TIMESTAMP',
    'UTC_TIMESTAMP UUID UUID_TO_BIN VERSION YEAR',
  ),
  sqlite: set(
    COMMON,
    'CHAR CONCAT CONCAT_WS DATE DATETIME DENSE_RANK FORMAT GENERATE_SERIES GROUP_CONCAT HEX IFNULL IIF INSTR JSON JSON_ARRAY',
    'JSON_EACH JSON_EXTRACT JSON_GROUP_ARRAY JSON_OBJECT JULIANDAY LAG LAST_INSERT_ROWID LEAD LENGTH LIKE LTRIM PRINTF QUOTE',
    'RANDOM RANDOMBLOB RTRIM SIGN STRFTIME STRING_AGG SUBSTR SUBSTRING TIME TOTAL TYPEOF UNHEX UNICODE UNIXEPOCH ZEROBLOB',
  ),
  mssql: set(
    COMMON,
    'ASCII CEILING CHAR CHARINDEX CHOOSE CONCAT CONCAT_WS CONVERT DATEADD DATEDIFF DATEFROMPARTS DATENAME DATEPART DAY DB_NAME',
    'DENSE_RANK FLOOR FORMAT GETDATE GETUTCDATE IIF ISNULL LEFT LEN LTRIM MONTH NCHAR NEWID OBJECT_ID OBJECT_NAME POWER QUOTENAME',
    'RAND REPLICATE REVERSE RIGHT RTRIM SCHEMA_ID SCHEMA_NAME SCOPE_IDENTITY SIGN SQRT STRING_AGG STUFF SUBSTRING SYSDATETIME',
    'SYSUTCDATETIME TRY_CAST TRY_CONVERT YEAR',
  ),
  oracle: set(
    COMMON,
    'ADD_MONTHS ASCII CEIL CHR CONCAT DECODE DENSE_RANK EXTRACT FLOOR GREATEST HEXTORAW INSTR LEAST LENGTH LISTAGG LPAD LTRIM MOD',
    'NVL NVL2 POWER RAWTOHEX REGEXP_REPLACE RPAD RTRIM SIGN SQRT SUBSTR SYS_GUID TO_CHAR TO_CLOB TO_DATE TO_NUMBER TO_TIMESTAMP',
    'TRUNC',
  ),
};

/** Words that the vendor reserves, and types: without quotes nobody can give a function such a name. */
const RESERVED_BY_ALL =
  'ALL AND AS BETWEEN CASE CHAR CHARACTER DECIMAL DISTINCT ELSE EXISTS FROM GROUP HAVING IN INT INTEGER INTO NOT NUMERIC ON OR SELECT ' +
  'THEN UNION USING VALUES VARCHAR WHEN WHERE';
const RESERVED: Readonly<Record<Vendor, ReadonlySet<string>>> = {
  pgsql: set(
    RESERVED_BY_ALL,
    'ANY ARRAY BIGINT BIT CHECK EXCEPT FLOAT FOREIGN GROUPING INTERSECT INTERVAL LATERAL LIMIT NULL OFFSET PRIMARY SMALLINT SOME TIME',
    'TIMESTAMP TO UNIQUE WITH',
  ),
  mysql: set(
    RESERVED_BY_ALL,
    'BIGINT BINARY BY CHECK DOUBLE EXCEPT FLOAT INDEX INTERSECT INTERVAL JOIN KEY LIKE LIMIT MEDIUMINT NULL OVER PARTITION PRIMARY',
    'SMALLINT TINYINT UNIQUE VARBINARY XOR',
  ),
  // Nobody can write a function in SQL.
  sqlite: set(
    RESERVED_BY_ALL,
    'BIGINT BY CHECK EXCEPT INTERSECT JOIN KEY LIMIT NULL OFFSET OVER PRIMARY REAL SMALLINT TEXT UNIQUE',
  ),
  mssql: set(
    RESERVED_BY_ALL,
    'ANY BIGINT BINARY BY CHECK EXCEPT FLOAT INTERSECT JOIN KEY LIKE NULL NVARCHAR OVER PRIMARY SOME TOP UNIQUE VARBINARY WITH',
  ),
  oracle: set(
    RESERVED_BY_ALL,
    'ANY BY CHECK INTERSECT JOIN LIKE MINUS NULL NUMBER NVARCHAR2 RAW TO UNIQUE VARCHAR2 WITH',
  ),
};

/** Whether a common function may be meant by a name; the database may know another one by it. */
const isCommon = (words: Words, name: string): boolean => FUNCTIONS[words.dialect.blocks].has(name);

/** Where the parenthesis at a position is closed. */
export function closing(words: Words, open: number): number {
  let depth = 0;
  for (let i = open; i < words.tokens.length; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')') && --depth === 0) return i;
  }
  return words.tokens.length;
}

/** Where the parenthesis that is closed at a position is opened. */
function opening(words: Words, close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    if (words.is(i, ')')) depth++;
    else if (words.is(i, '(') && --depth === 0) return i;
  }
  return -1;
}

/** The `name (…) AS [NOT MATERIALIZED] (…)` of a WITH: which words are no calls, where it ends, and what is wrong in it. */
interface CommonTables {
  readonly end: number;
  readonly structure: readonly number[];
  /** Queries that do not begin as one that reads. */
  readonly writing: string | undefined;
}

export function commonTables(words: Words, start: number): CommonTables | undefined {
  const structure: number[] = [];
  let writing: string | undefined;
  for (let i = words.is(start + 1, 'RECURSIVE') ? start + 2 : start + 1; ; i++) {
    if (!/^(word|name)$/.test(words.tokens[i]?.kind ?? '')) return undefined;
    const listed = words.is(i + 1, '(');
    let at = listed ? closing(words, i + 1) + 1 : i + 1;
    if (!words.is(at, 'AS')) return undefined;
    if (listed) structure.push(i);
    at++;
    if (words.is(at, 'NOT', 'MATERIALIZED')) at++;
    if (words.is(at, 'MATERIALIZED')) structure.push(at++);
    if (!words.is(at, '(')) return undefined;
    if (!READING.test(words.upper(at + 1))) writing ??= words.upper(at + 1) || words.text(at + 1);
    i = closing(words, at) + 1;
    if (!words.is(i, ',')) return { end: i, structure, writing };
  }
}

/** How a query begins that only reads. */
export const READING = /^(SELECT|VALUES|TABLE|WITH|\()$/;

/** What stands before a parenthesis without being called, by where it stands. What follows never makes it harmless. */
function isStructure(words: Words, i: number): boolean {
  const [before, word] = [words.upper(i - 1), words.upper(i)];
  // An alias with columns, or a type: no expression ever follows AS.
  if (before === 'AS') return true;
  if (words.tokens[i]?.kind !== 'word') return false;
  if (word === 'BY') return /^(ORDER|GROUP)$/.test(before) || words.is(i - 2, '(', 'PARTITION');
  if (word === 'JOIN') return /^(INNER|LEFT|RIGHT|FULL|OUTER|CROSS)$/.test(before) || words.is(i + 1, '(', 'SELECT');
  if (word === 'CONFLICT') return before === 'ON' && words.is(closing(words, i + 1) + 1, 'DO', 'NOTHING');
  if (/^(ANY|SOME)$/.test(word)) return /^[=<>]$/.test(before) && words.is(i + 1, '(', 'SELECT');
  if (!/^(FILTER|OVER)$/.test(word) || before !== ')') return false;
  // Not `DISTINCT ON (…) filter(…)`, where an expression begins behind a parenthesis.
  const called = words.upper(opening(words, i - 1) - 1);
  return called === 'FILTER' || called === 'GROUP' || isCommon(words, called);
}

/** A call of a function that is not known, which may do anything. The caller may know other words that are harmless there. */
export function callIn(
  words: Words,
  from: number,
  isHarmless: (i: number) => boolean = () => false,
): string | undefined {
  const structure = new Set<number>();
  for (let i = 0; i < words.tokens.length; i++) {
    if (words.is(i, 'WITH')) for (const at of commonTables(words, i)?.structure ?? []) structure.add(at);
  }
  for (let i = from; i < words.tokens.length; i++) {
    if (!words.is(i + 1, '(') || words.tokens[i]?.kind === 'symbol') continue;
    if (structure.has(i) || isHarmless(i) || isStructure(words, i) || isKnown(words, i)) continue;
    return `a call of ${qualified(words, i)}()`;
  }
  return undefined;
}

function isKnown(words: Words, i: number): boolean {
  const vendor = words.dialect.blocks;
  const token = words.tokens[i];
  const name = plainName(words, i);
  if (name === undefined || token === undefined) return false;
  if (words.is(i - 1, '.')) {
    const schema = plainName(words, i - 2);
    return vendor === 'pgsql' && schema === 'PG_CATALOG' && !words.is(i - 3, '.') && isCommon(words, name);
  }
  return (token.kind === 'word' && RESERVED[vendor].has(name)) || isCommon(words, name);
}

/**
 * The name that is meant, in upper case; nothing where quotes may make it another one. PostgreSQL folds to lower case, MySQL
 * looks for another function behind quotes, and a function of SQL Server or Oracle needs none.
 */
function plainName(words: Words, i: number): string | undefined {
  const { blocks } = words.dialect;
  const kind = words.tokens[i]?.kind;
  if (kind === 'word') return words.upper(i);
  if (kind !== 'name' || (blocks !== 'pgsql' && blocks !== 'sqlite')) return undefined;
  const text = words.text(i).slice(1, -1);
  return (blocks === 'sqlite' ? /^\w+$/ : /^[a-z0-9_]+$/).test(text) ? text.toUpperCase() : undefined;
}

function qualified(words: Words, i: number): string {
  let first = i;
  while (words.is(first - 1, '.')) first -= 2;
  return Array.from({ length: i - first + 1 }, (_, n) => words.text(first + n)).join('');
}

/** The common functions that are called without a schema, in lower case: the database may have others by their names. */
export function commonCalls(words: Words): readonly string[] {
  const names = words.tokens.flatMap((_, i) => {
    const name = words.is(i + 1, '(') && !words.is(i - 1, '.') ? plainName(words, i) : undefined;
    return name !== undefined && isCommon(words, name) ? [name.toLowerCase()] : [];
  });
  return [...new Set(names)];
}
