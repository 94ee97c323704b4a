import { stringValue, Words } from './sql-words.js';

/**
 * What of a statement could destroy something that is there, in words for people; nothing when it certainly cannot. DROP
 * is not judged here: what it takes is asked of the database. Everything that is not known to be harmless is a danger.
 */
export function dangerOf(words: Words): string | undefined {
  let first = 0;
  while (words.is(first, '(')) first++;
  const verb = words.upper(first);
  const judge = Object.hasOwn(JUDGES, verb) ? JUDGES[verb] : undefined;
  if (judge === undefined) return verb === '' ? 'a statement that orm does not know' : shown(verb, words);
  // T-SQL needs nothing between two statements, so that every word may begin one.
  return judge(words, first) ?? (words.dialect.blocks === 'mssql' ? hiddenIn(words, first + 1) : undefined);
}

type Judge = (words: Words, first: number) => string | undefined;

const harmless: Judge = () => undefined;

const JUDGES: Readonly<Record<string, Judge>> = {
  SELECT: reading,
  VALUES: reading,
  TABLE: reading,
  WITH: reading,
  SHOW: reading,
  DESCRIBE: reading,
  INSERT: inserting,
  CREATE: creating,
  ALTER: altering,
  DROP: harmless,
  COMMENT: harmless,
  GRANT: harmless,
  REVOKE: harmless,
  ANALYZE: analyzing,
  VACUUM: harmless,
  REINDEX: harmless,
  LOCK: harmless,
  UNLOCK: harmless,
  USE: harmless,
  PRAGMA: pragma,
  PRINT: harmless,
  SET: setting,
  START: transaction,
  BEGIN: transaction,
  COMMIT: harmless,
  END: harmless,
  SAVEPOINT: harmless,
  RELEASE: harmless,
  ROLLBACK: harmless,
  ABORT: harmless,
  IF: block,
  EXEC: executing,
};

/** Words that change or remove rows wherever they stand, unless the word before makes something else of them. */
const WRITES = new Set(['DELETE', 'UPDATE', 'MERGE', 'TRUNCATE']);
const NOT_A_WRITE = /^(ON|FOR|OF|OR|BEFORE|AFTER|GRANT)$/;

function writesIn(words: Words, from: number): string | undefined {
  for (let i = from; i < words.tokens.length; i++) {
    const word = words.upper(i);
    if (!WRITES.has(word) || NOT_A_WRITE.test(words.upper(i - 1))) continue;
    // FOR NO KEY UPDATE is a lock; ON DUPLICATE KEY UPDATE is not.
    if (word === 'UPDATE' && words.is(i - 2, 'NO', 'KEY')) continue;
    return word;
  }
  return undefined;
}

/** Functions that everybody has and that remove nothing. One that somebody wrote can do anything. */
const FUNCTIONS = new Set(
  (
    'ABS AGE ARRAY_AGG ASCII AVG BIN_TO_UUID CAST CEIL CEILING CHAR_LENGTH CHR COALESCE CONCAT CONCAT_WS CONVERT COUNT ' +
    'CURRENT_DATABASE CURRENT_DATE CURRENT_SETTING CURRENT_TIME CURRENT_TIMESTAMP CURRVAL DATABASE DATE DATEADD DATEDIFF ' +
    'DATETIME DATE_ADD DATE_FORMAT DATE_SUB DATE_TRUNC DECODE ENCODE EXTRACT FLOOR FORMAT FROM_BASE64 GENERATE_SERIES ' +
    'GEN_RANDOM_UUID GETDATE GREATEST GROUP_CONCAT HEX IF IFNULL IIF INSTR ISNULL JSON JSONB_BUILD_OBJECT JSON_ARRAY ' +
    'JSON_BUILD_OBJECT JSON_OBJECT JULIANDAY LASTVAL LAST_INSERT_ID LEAST LEFT LEN LENGTH LOWER LPAD LTRIM MAKE_DATE MAX MD5 ' +
    'MIN MOD NEWID NEXTVAL NOW NULLIF NVL PG_GET_SERIAL_SEQUENCE POSITION POWER RAND RANDOM RANK REPEAT REPLACE RIGHT ROUND ' +
    'ROW ROW_NUMBER RPAD RTRIM SETVAL SET_CONFIG SHA1 SHA2 SHA256 ST_GEOMFROMTEXT STRFTIME STRING_AGG SUBSTR SUBSTRING SUM ' +
    'SYSDATETIME SYS_GUID TO_CHAR TO_DATE TO_JSON TO_JSONB TO_NUMBER TO_TIMESTAMP TRIM TRUNC TYPEOF UNHEX UNIX_TIMESTAMP ' +
    'UNNEST UPPER UUID UUID_TO_BIN VERSION'
  ).split(' '),
);
/** Words that a parenthesis may follow without being a call. */
const BEFORE_PARENTHESIS = new Set(
  (
    'ALL AND ANY AS BETWEEN BIGINT BINARY BY CASE CHAR CHARACTER CONFLICT DECIMAL DISTINCT ELSE EXCEPT EXISTS FILTER FROM GROUPING HAVING IN ' +
    'INT INTEGER INTERSECT INTERVAL INTO IS JOIN LATERAL LIKE LIMIT MATERIALIZED NOT NUMERIC NVARCHAR OFFSET ON OR OVER PARTITION ' +
    'SELECT SET SOME THEN TIME TIMESTAMP UNION USING VALUES VARBINARY VARCHAR VARCHAR2 WHEN WHERE WITHIN'
  ).split(' '),
);

/** A SELECT that stands alone in a file is there for what its functions do. */
function reading(words: Words, first: number): string | undefined {
  return writesIn(words, first) ?? callIn(words, first);
}

/** A call of a function that is not known, which may do anything. */
function callIn(words: Words, from: number): string | undefined {
  for (let i = from; i < words.tokens.length; i++) {
    if (!words.is(i + 1, '(') || words.tokens[i]?.kind === 'symbol' || words.tokens[i]?.kind === 'string') continue;
    const name = words.upper(i);
    if (FUNCTIONS.has(name) || BEFORE_PARENTHESIS.has(name)) continue;
    // The columns of a table or of a WITH query: `t (a, b) AS`.
    if (words.is(closing(words, i + 1) + 1, 'AS')) continue;
    return `a call of ${words.text(i)}()`;
  }
  return undefined;
}

/** Where the parenthesis at a position is closed. */
function closing(words: Words, open: number): number {
  let depth = 0;
  for (let i = open; i < words.tokens.length; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')') && --depth === 0) return i;
  }
  return words.tokens.length;
}

function inserting(words: Words, first: number): string | undefined {
  if (words.is(first, 'INSERT', 'OR', 'REPLACE')) return 'INSERT OR REPLACE';
  for (let i = first; i < words.tokens.length; i++) {
    if (words.is(i, 'ON', 'DUPLICATE', 'KEY')) return 'ON DUPLICATE KEY UPDATE';
    if (words.is(i, 'DO', 'UPDATE')) return 'ON CONFLICT DO UPDATE';
    if (words.is(i, 'OVERWRITE')) return 'INSERT OVERWRITE';
  }
  return writesIn(words, first) ?? callIn(words, behindTarget(words, first));
}

/** Behind the table of an INSERT, whose list of columns looks like a call. */
function behindTarget(words: Words, first: number): number {
  let i = first + 1;
  while (/^(INTO|IGNORE|LOW_PRIORITY|HIGH_PRIORITY|DELAYED|OR|ABORT|FAIL|ROLLBACK)$/.test(words.upper(i))) i++;
  i = words.name(i).end;
  if (words.is(i, 'AS')) i += 2;
  return i;
}

/** What is only a text for later: a view, or code. */
const DEFINITION =
  /^(VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER|RULE|AGGREGATE|PACKAGE|TYPE|SYNONYM|TRANSFORM|LANGUAGE|OPERATOR|CAST)$/;
/** Words between CREATE and what is created. */
const BETWEEN =
  /^(OR|REPLACE|ALTER|TEMP|TEMPORARY|GLOBAL|LOCAL|UNLOGGED|UNIQUE|FULLTEXT|SPATIAL|MATERIALIZED|RECURSIVE|CONSTRAINT|EDITIONABLE|NONEDITIONABLE|PUBLIC|FORCE|VIRTUAL|FOREIGN|CLUSTERED|NONCLUSTERED|BITMAP|PRIVATE)$/;

function creating(words: Words, first: number): string | undefined {
  let i = first + 1;
  while (BETWEEN.test(words.upper(i)) || isPrefixed(words, i)) i++;
  const kind = words.upper(i);
  const isFilled = kind === 'TABLE' || words.is(i - 1, 'MATERIALIZED');
  const query = isFilled ? queryIn(words, i) : undefined;
  if (query !== undefined) {
    const danger = callIn(words, query);
    if (danger !== undefined) return danger;
  }
  if (DEFINITION.test(kind)) return undefined;
  if (kind === 'EVENT') return 'CREATE EVENT';
  if (words.is(first + 1, 'OR', 'REPLACE')) return `CREATE OR REPLACE ${kind}`;
  return writesIn(words, i);
}

/** Where the query of `CREATE TABLE … AS SELECT` begins: it runs at once. */
function queryIn(words: Words, from: number): number | undefined {
  for (let i = from; i < words.tokens.length; i++) {
    // Behind AS only: options of a table may begin with WITH, the bounds of a partition with VALUES.
    const isQuery = words.is(i, 'SELECT') || (words.is(i - 1, 'AS') && /^(WITH|VALUES|EXECUTE)$/.test(words.upper(i)));
    if (isQuery) return i;
  }
  return undefined;
}

/** `DEFINER = root@localhost SQL SECURITY DEFINER ALGORITHM = MERGE` of MySQL. */
function isPrefixed(words: Words, i: number): boolean {
  const isName = words.tokens[i]?.kind === 'name' || words.tokens[i]?.kind === 'string';
  const before = words.upper(i - 1);
  return (
    /^(DEFINER|SQL|SECURITY|INVOKER|ALGORITHM|=|@)$/.test(words.upper(i)) ||
    ((isName || /^\w/.test(words.upper(i))) && /^[=@]$/.test(before))
  );
}

/** What ALTER TABLE may do: add things, and change what is true of new rows only. */
const ADDITION =
  /^(ADD|OWNER|VALIDATE|ENABLE|DISABLE|COMMENT|AUTO_INCREMENT|REPLICA|ATTACH|CHECK|NOCHECK|WITH|NO|FORCE|CLUSTER)$/;
const LOSSY = /^(DROP|RENAME|MODIFY|CHANGE|TRUNCATE|EXCHANGE|SWITCH|DISCARD|DETACH|REORGANIZE|COALESCE|CONVERT)$/;

/** What holds no rows, and may be changed as long as nothing of it is dropped or renamed. */
const ALTERABLE = /^(SEQUENCE|TYPE|DOMAIN|VIEW|INDEX|SCHEMA|FUNCTION|PROCEDURE|TRIGGER|DEFAULT|SESSION)$/;

function altering(words: Words, first: number): string | undefined {
  const kind = words.upper(first + 1);
  const lossy = lossyWord(words, first + 2);
  if (lossy !== undefined) return `ALTER ${kind} … ${lossy}`;
  if (kind !== 'TABLE') return ALTERABLE.test(kind) ? undefined : `ALTER ${kind}`;
  let i = first + 2;
  if (words.is(i, 'IF', 'EXISTS')) i += 2;
  if (words.is(i, 'ONLY')) i++;
  for (i = words.name(i).end; i < words.tokens.length; i = nextAction(words, i)) {
    if (words.is(i, '*') || words.is(i, ';')) continue;
    if (!ADDITION.test(words.upper(i)) && !isDefault(words, i))
      return `ALTER TABLE … ${words.upper(i) || words.text(i)}`;
  }
  return undefined;
}

function lossyWord(words: Words, from: number): string | undefined {
  for (let i = from; i < words.tokens.length; i++) {
    const word = words.upper(i);
    const keepsRows = word === 'DROP' && /^(DEFAULT|NOT|IDENTITY)$/.test(words.upper(i + 1));
    if (LOSSY.test(word) && !keepsRows) return word;
    if (words.is(i, 'SET', 'SCHEMA')) return 'SET SCHEMA';
  }
  return undefined;
}

/** `ALTER [COLUMN] c SET DEFAULT …`, `DROP DEFAULT`, `SET NOT NULL`, `DROP NOT NULL`, `ADD GENERATED …`. */
function isDefault(words: Words, i: number): boolean {
  if (!words.is(i, 'ALTER')) return false;
  const { end } = words.name(words.is(i + 1, 'COLUMN') ? i + 2 : i + 1);
  return (
    words.is(end, 'ADD', 'GENERATED') ||
    (/^(SET|DROP)$/.test(words.upper(end)) &&
      /^(DEFAULT|NOT|STATISTICS|STORAGE|IDENTITY|GENERATED)$/.test(words.upper(end + 1)))
  );
}

/** Behind the next comma that is not in parentheses, or at the end. */
function nextAction(words: Words, from: number): number {
  let depth = 0;
  for (let i = from; i < words.tokens.length; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')')) depth--;
    else if (words.is(i, ',') && depth === 0) return i + 1;
  }
  return words.tokens.length;
}

/** MariaDB: `SET STATEMENT max_statement_time = 1 FOR DELETE …` is that other statement. */
function setting(words: Words, first: number): string | undefined {
  if (!words.is(first + 1, 'STATEMENT')) return callIn(words, first);
  for (let i = first; i < words.tokens.length; i++) if (words.is(i, 'FOR')) return dangerOf(words.from(i + 1));
  return 'SET STATEMENT';
}

/** MariaDB: `ANALYZE DELETE …` runs it. */
function analyzing(words: Words, first: number): string | undefined {
  return words.dialect.blocks === 'mysql' && !words.is(first + 1, 'TABLE') ? reading(words, first) : undefined;
}

/** SQLite: these two can make the file unreadable. */
function pragma(words: Words): string | undefined {
  const name = /writable_schema|schema_version/i.exec(words.tokens.map((_, i) => words.text(i)).join(' '))?.[0];
  return name === undefined ? undefined : `PRAGMA ${name.toLowerCase()}`;
}

function transaction(words: Words, first: number): string | undefined {
  const next = words.upper(first + 1);
  const isPlain = /^(|;|WORK|TRAN|TRANSACTION|DEFERRED|IMMEDIATE|EXCLUSIVE|ISOLATION|READ|NOT|CONSISTENT|,)$/.test(
    next,
  );
  return isPlain ? undefined : block(words);
}

function block(words: Words): string | undefined {
  return isOwnBlock(words) ? undefined : 'a block of code';
}

function executing(words: Words, first: number): string | undefined {
  return isDescription(words, first) ? undefined : `EXEC ${words.text(first + 1)}`;
}

const isDescription = (words: Words, exec: number): boolean => words.is(exec + 1, 'SYS', '.', 'SP_ADDEXTENDEDPROPERTY');

const TEXT = "'(?:[^']|'')*'";
/**
 * Blocks as `sql:build` writes them, word by word, for vendors that need one to drop a table which may not be there. A name is
 * `…`, and a text is as it is; one that is run is judged for itself.
 */
const OWN_BLOCKS: readonly RegExp[] = [
  // Oracle: a DROP that may find nothing.
  `BEGIN EXECUTE IMMEDIATE (?<code>${TEXT}) ; EXCEPTION WHEN OTHERS THEN IF SQLCODE ! = - \\d+ THEN RAISE ; END IF ; END`,
  // SQL Server: a schema.
  `IF SCHEMA_ID \\( ${TEXT} \\) IS NULL EXEC \\( (?<code>${TEXT}) \\)`,
  // A table, and the foreign keys that point at it.
  `IF OBJECT_ID \\( ${TEXT} , 'U' \\) IS NOT NULL BEGIN DECLARE (?<keys>@KEYS_\\w+) NVARCHAR \\( MAX \\) = \\( SELECT ` +
    "STRING_AGG \\( CAST \\( 'ALTER TABLE ' \\+ QUOTENAME \\( OBJECT_SCHEMA_NAME \\( PARENT_OBJECT_ID \\) \\) \\+ '\\.' \\+ " +
    "QUOTENAME \\( OBJECT_NAME \\( PARENT_OBJECT_ID \\) \\) \\+ ' DROP CONSTRAINT ' \\+ QUOTENAME \\( NAME \\) AS NVARCHAR " +
    "\\( MAX \\) \\) , '; ' \\) FROM SYS \\. FOREIGN_KEYS WHERE REFERENCED_OBJECT_ID = OBJECT_ID " +
    `\\( ${TEXT} , 'U' \\) \\) IF \\k<keys> IS NOT NULL EXEC \\( \\k<keys> \\) DROP TABLE …(?: \\. …)? END`,
  // Descriptions.
  `BEGIN DECLARE (?<schema>@\\w+) SYSNAME = SCHEMA_NAME \\( \\)(?: EXEC SYS \\. SP_ADDEXTENDEDPROPERTY ` +
    `(?:(?:${TEXT}|\\k<schema>)(?: , )?)+)+ END`,
].map((pattern) => new RegExp(`^${pattern}(?: ;)?$`));

function isOwnBlock(words: Words): boolean {
  const { blocks } = words.dialect;
  if (blocks !== 'oracle' && blocks !== 'mssql') return false;
  const shape = words.tokens
    .map(({ kind }, i) => {
      if (kind === 'name') return '…';
      if (kind === 'string') return words.text(i);
      // SQL Server's mark of a text in Unicode is a word of its own.
      return words.upper(i) === 'N' && words.tokens[i + 1]?.kind === 'string' ? undefined : words.upper(i);
    })
    .filter((word) => word !== undefined)
    .join(' ');
  const found = OWN_BLOCKS.map((pattern) => pattern.exec(shape)).find((match) => match !== null);
  const code = found?.groups?.['code'];
  return (
    found !== undefined && (code === undefined || dangerOf(new Words(stringValue(code), words.dialect)) === undefined)
  );
}

/** Words that would begin another, dangerous statement. */
const BEGINNINGS =
  /^(DELETE|UPDATE|MERGE|TRUNCATE|DROP|EXEC|EXECUTE|RESTORE|BULK|SP_RENAME|RECONFIGURE|SHUTDOWN|KILL|WRITETEXT|UPDATETEXT)$/;

function hiddenIn(words: Words, from: number): string | undefined {
  const isCode = /^(CREATE|ALTER)$/.test(words.upper(0)) && DEFINITION.test(kindOf(words));
  if (isCode || isOwnBlock(words)) return undefined;
  for (let i = from; i < words.tokens.length; i++) {
    const word = words.upper(i);
    // A right that is granted: nothing that begins a statement is followed by these.
    const isRight = /^(,|ON|\()$/.test(words.upper(i + 1));
    if (BEGINNINGS.test(word) && !isRight && !NOT_A_WRITE.test(words.upper(i - 1)) && !isDescription(words, i)) {
      return word;
    }
  }
  return undefined;
}

function kindOf(words: Words): string {
  let i = 1;
  while (BETWEEN.test(words.upper(i))) i++;
  return words.upper(i);
}

function shown(verb: string, words: Words): string {
  if (/^(DO|CALL|EXECUTE|DECLARE|PREPARE)$/.test(verb))
    return verb === 'CALL' ? `CALL ${words.text(1)}` : `${verb} with code in it`;
  return /^[A-Z_]+$/.test(verb) ? verb : 'a statement that orm does not know';
}
