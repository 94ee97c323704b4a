import { altering, CODE, definitionCall } from './sql-alter.js';
import { callIn, closing, commonCalls, commonTables, READING } from './sql-calls.js';
import { isOwnBlock } from './sql-own-blocks.js';
import { isPgsqlSetting, pragma, setting } from './sql-settings.js';
import { stringValue, type TableName, type Words } from './sql-words.js';

/**
 * What of a statement could destroy something that is there, in words for people; nothing when it certainly cannot. DROP
 * is not judged here: what it takes is asked of the database. Every list here names what is harmless: what is on none of them
 * is a danger.
 */
export function dangerOf(words: Words): string | undefined {
  let first = 0;
  while (words.is(first, '(')) first++;
  const verb = words.upper(first);
  const judge = Object.hasOwn(JUDGES, verb) ? JUDGES[verb] : undefined;
  if (judge === undefined) return verb === '' ? 'a statement that orm does not know' : shown(verb, words);
  // Only code and blocks hold statements of their own.
  if (!isOneStatement(words) && !isCode(words) && !isOwn(words)) return 'several statements in one';
  // T-SQL needs nothing between two statements, so that every word may begin one.
  return judge(words, first) ?? (words.dialect.blocks === 'mssql' ? hiddenIn(words, first + 1) : undefined);
}

type Judge = (words: Words, first: number) => string | undefined;

const harmless: Judge = () => undefined;

const JUDGES: Readonly<Record<string, Judge>> = {
  SELECT: reading,
  VALUES: reading,
  TABLE: reading,
  WITH: withTables,
  SHOW: reading,
  DESCRIBE: reading,
  INSERT: inserting,
  CREATE: creating,
  ALTER: altering,
  DROP: harmless,
  COMMENT: harmless,
  GRANT: granting,
  REVOKE: granting,
  ANALYZE: analyzing,
  VACUUM: (words) => without(words, 'INTO'),
  REINDEX: harmless,
  LOCK: harmless,
  UNLOCK: harmless,
  USE: harmless,
  PRAGMA: pragma,
  PRINT: reading,
  SET: setting,
  START: transaction,
  BEGIN: transaction,
  COMMIT: transactionEnd,
  END: transactionEnd,
  SAVEPOINT: harmless,
  RELEASE: harmless,
  ROLLBACK: transactionEnd,
  ABORT: transactionEnd,
  IF: block,
  EXEC: executing,
};

function without(words: Words, word: string): string | undefined {
  return words.tokens.some((_, i) => words.is(i, word)) ? `${words.upper(0)} ${word}` : undefined;
}

/** Words that change or remove rows wherever they stand in a query. */
const WRITES = /^(DELETE|UPDATE|MERGE|TRUNCATE|INSERT)$/;

/** What a query does at once: a SELECT that stands alone in a file is there for what its functions do. */
function reading(words: Words, first: number): string | undefined {
  for (let i = first; i < words.tokens.length; i++) {
    const word = words.upper(i);
    if (words.is(i, 'ON', 'DUPLICATE', 'KEY')) return 'ON DUPLICATE KEY UPDATE';
    if (words.is(i, 'DO', 'UPDATE')) return 'ON CONFLICT DO UPDATE';
    // `FOR UPDATE` and `FOR NO KEY UPDATE` are locks.
    const isLock = word === 'UPDATE' && (words.is(i - 1, 'FOR') || words.is(i - 3, 'FOR', 'NO', 'KEY'));
    if (WRITES.test(word) && !isLock) return word;
    if (word === 'REPLACE' && !words.is(i + 1, '(')) return word;
    // MySQL: a file on the server.
    const isFile = word === 'INTO' && words.dialect.blocks === 'mysql' && !words.text(i + 1).startsWith('@');
    if (isFile) return `INTO ${words.text(i + 1)}`;
    const tables = word === 'WITH' ? commonTables(words, i)?.writing : undefined;
    if (tables !== undefined) return tables;
  }
  return callIn(words, first, (i) => isHarmlessConfig(words, i));
}

/** PostgreSQL: `pg_catalog.set_config('search_path', '', false)`. */
function isHarmlessConfig(words: Words, i: number): boolean {
  if (!words.is(i - 2, 'PG_CATALOG', '.', 'SET_CONFIG') || words.is(i - 3, '.')) return false;
  const value = (at: number): string => stringValue(words.text(at));
  const isPlain = words.tokens[i + 2]?.kind === 'string' && words.tokens[i + 4]?.kind === 'string';
  return (
    isPlain &&
    words.is(i + 1, '(') &&
    words.is(i + 3, ',') &&
    words.is(i + 5, ',') &&
    isPgsqlSetting(value(i + 2), value(i + 4))
  );
}

/** WITH before a query or an INSERT: SQLite has it also before DELETE, REPLACE and the like. */
function withTables(words: Words, first: number): string | undefined {
  const tables = commonTables(words, first);
  if (tables === undefined) return reading(words, first) ?? 'WITH';
  if (tables.writing !== undefined) return tables.writing;
  const { end } = tables;
  if (words.is(end, 'INSERT')) return reading(words.until(end), first) ?? inserting(words, end);
  return READING.test(words.upper(end)) ? reading(words, first) : words.upper(end) || 'WITH';
}

/** What may stand between INSERT and its table, and behind the table or its columns. */
const BEFORE_TARGET = /^(INTO|IGNORE|LOW_PRIORITY|HIGH_PRIORITY|DELAYED)$/;
const BEHIND_TARGET = /^(VALUES|VALUE|SELECT|WITH|TABLE|DEFAULT|OVERRIDING|SET|\()$/;

function inserting(words: Words, first: number): string | undefined {
  const { name, end, columns } = insertTarget(words, first);
  const table = name.at(-1)?.text.toLowerCase();
  const or = words.is(first + 1, 'OR') ? words.upper(first + 2) : 'ABORT';
  if (!/^(ABORT|FAIL|IGNORE|ROLLBACK)$/.test(or)) return `INSERT OR ${or}`;
  if (table === undefined) return 'INSERT without a table';
  // SQLite: a column named like its table takes commands of a full-text index, such as 'delete-all'.
  if (words.dialect.blocks === 'sqlite' && columns.includes(table)) return 'a command to a full-text index';
  const behind = words.is(end, '(') && !READING.test(words.upper(end + 1)) ? closing(words, end) + 1 : end;
  if (!BEHIND_TARGET.test(words.upper(behind))) return `INSERT … ${words.upper(behind)}`.trim();
  return reading(words, end);
}

interface InsertTarget {
  readonly name: TableName;
  readonly columns: readonly string[];
  /** Where its values begin, or where its columns do when they may hold an expression. */
  readonly end: number;
}

function insertTarget(words: Words, first: number): InsertTarget {
  let i = first + 1;
  if (words.is(i, 'OR')) i += 2;
  while (BEFORE_TARGET.test(words.upper(i))) i++;
  const { name, end } = words.name(i);
  const at = words.is(end, 'AS') ? end + 2 : end;
  const columns: string[] = [];
  if (words.is(at, '(')) {
    const last = closing(words, at);
    for (let n = at + 1; n < last; n++) columns.push(...words.name(n).name.map(({ text }) => text.toLowerCase()));
  }
  return { name, columns, end: at };
}

/** What is only a text for later: a view, or code. */
const DEFINITION =
  /^(VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER|RULE|AGGREGATE|PACKAGE|TYPE|SYNONYM|TRANSFORM|LANGUAGE|OPERATOR|CAST)$/;
/** What else adds something and takes nothing. */
const ADDED =
  /^(TABLE|INDEX|SEQUENCE|SCHEMA|DATABASE|DOMAIN|EXTENSION|COLLATION|STATISTICS|POLICY|USER|ROLE|PUBLICATION)$/;
/** Words between CREATE and what is created. */
const BETWEEN =
  /^(OR|REPLACE|ALTER|TEMP|TEMPORARY|GLOBAL|LOCAL|UNLOGGED|UNIQUE|FULLTEXT|SPATIAL|MATERIALIZED|RECURSIVE|CONSTRAINT|EDITIONABLE|NONEDITIONABLE|PUBLIC|FORCE|VIRTUAL|FOREIGN|CLUSTERED|NONCLUSTERED|BITMAP|PRIVATE|SQL|SECURITY|DEFINER|INVOKER)$/;

function creating(words: Words, first: number): string | undefined {
  const i = kindAt(words, first);
  const kind = words.upper(i);
  if (words.is(i - 1, 'MATERIALIZED')) {
    const as = words.tokens.findIndex((_, n) => n > i && words.is(n, 'AS'));
    return queryDanger(words, as + 1, 'CREATE MATERIALIZED VIEW');
  }
  if (DEFINITION.test(kind)) return undefined;
  if (!ADDED.test(kind)) return `CREATE ${kind || words.text(i)}`;
  if (words.is(first + 1, 'OR')) return `CREATE OR ${words.upper(first + 2)} ${kind}`;
  if (kind === 'INDEX') return definitionCall(words, i + 1);
  return kind === 'TABLE' ? creatingTable(words, i) : undefined;
}

/** Where the kind of what is created stands, behind `DEFINER = root@localhost` and `ALGORITHM = MERGE` of MySQL too. */
export function kindAt(words: Words, first: number): number {
  let i = first + 1;
  while (true) {
    if (/^(DEFINER|ALGORITHM)$/.test(words.upper(i)) && words.is(i + 1, '=')) {
      i += 3;
      const isOpen = words.text(i - 1).endsWith('@');
      if (isOpen) i++;
      else if (words.text(i) === '@') i += 2;
      else if (words.text(i).startsWith('@')) i++;
    } else if (BETWEEN.test(words.upper(i))) i++;
    else return i;
  }
}

function creatingTable(words: Words, kind: number): string | undefined {
  // SQLite: every INSERT into such a table may replace rows.
  const replaces = words.tokens.some((_, i) => words.is(i, 'ON', 'CONFLICT', 'REPLACE'));
  if (replaces) return 'ON CONFLICT REPLACE';
  const query = tableQuery(words, kind);
  return query === undefined ? undefined : queryDanger(words, query, 'CREATE TABLE');
}

/** Where the query of `CREATE TABLE … AS SELECT` begins: it runs at once. */
function tableQuery(words: Words, kind: number): number | undefined {
  let depth = 0;
  for (let i = kind + 1; i < words.tokens.length; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')')) depth--;
    // Expressions of columns are in parentheses. MySQL needs no AS, and puts a query into parentheses, too.
    const isAs = depth === 0 && words.is(i, 'AS');
    const isRow = depth === 0 && (words.is(i, 'VALUES', 'ROW') || words.is(i, 'VALUES', '('));
    const isWith = depth === 0 && words.dialect.blocks === 'mysql' && words.is(i, 'WITH') && !words.is(i + 1, 'SYSTEM');
    if (isAs) return i + 1;
    if (isWith || isRow || words.is(i, 'SELECT')) return i;
  }
  return undefined;
}

function queryDanger(words: Words, at: number, what: string): string | undefined {
  return READING.test(words.upper(at)) ? reading(words, at) : `${what} … ${words.upper(at)}`.trim();
}

/** The common functions that run with a statement; the database may know others by their names. */
export function runningCalls(words: Words): readonly string[] {
  if (!words.is(0, 'CREATE')) return commonCalls(words);
  const kind = kindAt(words, 0);
  const runs =
    words.is(kind, 'INDEX') ||
    words.is(kind - 1, 'MATERIALIZED') ||
    (words.is(kind, 'TABLE') && tableQuery(words, kind) !== undefined);
  return runs ? commonCalls(words) : [];
}

/** The table that a statement inserts into. */
export function insertedInto(words: Words): TableName | undefined {
  const at = words.is(0, 'WITH') ? (commonTables(words, 0)?.end ?? 0) : 0;
  return words.is(at, 'INSERT') ? insertTarget(words, at).name : undefined;
}

/** MySQL and MariaDB: `GRANT … IDENTIFIED BY '…'` is a new password. */
function granting(words: Words): string | undefined {
  return without(words, 'IDENTIFIED');
}

/** MariaDB: `ANALYZE DELETE …` runs it. */
function analyzing(words: Words, first: number): string | undefined {
  if (words.dialect.blocks !== 'mysql') return undefined;
  const at = /^(LOCAL|NO_WRITE_TO_BINLOG)$/.test(words.upper(first + 1)) ? first + 2 : first + 1;
  if (words.is(at, 'TABLE')) return undefined;
  return words.is(at, 'SELECT') ? reading(words, at) : `ANALYZE ${words.upper(at)}`.trim();
}

/** Every word of a statement that begins a transaction. `BEGIN` before anything else is a block of code. */
const TRANSACTION =
  /^(START|BEGIN|;|,|WORK|TRAN|TRANSACTION|DEFERRED|IMMEDIATE|EXCLUSIVE|ISOLATION|LEVEL|SERIALIZABLE|REPEATABLE|COMMITTED|UNCOMMITTED|READ|WRITE|ONLY|NOT|DEFERRABLE|WITH|CONSISTENT|SNAPSHOT)$/;

function transaction(words: Words): string | undefined {
  return words.tokens.every((_, i) => TRANSACTION.test(words.upper(i))) ? undefined : block(words);
}

/** `COMMIT`, `ROLLBACK WORK TO SAVEPOINT a`; not `ROLLBACK PREPARED`, which ends another transaction. */
function transactionEnd(words: Words, first: number): string | undefined {
  const isPlain =
    /^(|;|WORK|TRAN|TRANSACTION|AND|TO)$/.test(words.upper(first + 1)) && words.tokens[first + 1]?.kind !== 'string';
  return isPlain ? undefined : `${words.upper(first)} ${words.upper(first + 1)}`.trim();
}

const isOneStatement = (words: Words): boolean =>
  words.tokens.every((_, i) => !words.is(i, ';') || i === words.tokens.length - 1);

function block(words: Words): string | undefined {
  return isOwn(words) ? undefined : 'a block of code';
}

const isOwn = (words: Words): boolean => isOwnBlock(words, (code) => dangerOf(code) === undefined);

function executing(words: Words, first: number): string | undefined {
  return isDescription(words, first) || isOwn(words) ? undefined : `EXEC ${words.text(first + 1)}`;
}

const isDescription = (words: Words, exec: number): boolean => words.is(exec + 1, 'SYS', '.', 'SP_ADDEXTENDEDPROPERTY');

/** Words that begin statements of T-SQL, wherever they stand: nothing else may be named so without brackets. */
const BEGINNINGS =
  /^(ALTER|BACKUP|BULK|CHECKPOINT|DBCC|DEALLOCATE|DECLARE|DELETE|DENY|DROP|EXEC|EXECUTE|FETCH|INSERT|KILL|MERGE|RAISERROR|RECONFIGURE|RESTORE|REVERT|REVOKE|SHUTDOWN|TRUNCATE|UPDATE|UPDATETEXT|WAITFOR|WHILE|WRITETEXT)$/;
const RIGHTS = /^(ALTER|DELETE|EXECUTE|INSERT|UPDATE)$/;

function hiddenIn(words: Words, from: number): string | undefined {
  const verb = words.upper(0);
  if (isCode(words) || isOwn(words)) return undefined;
  for (let i = from; i < words.tokens.length; i++) {
    const word = words.upper(i);
    if (!BEGINNINGS.test(word) || isDescription(words, i)) continue;
    // The rights of a GRANT, which stand before its ON; the actions of a foreign key; ALTER TABLE … ALTER.
    const isRight = /^(GRANT|REVOKE)$/.test(verb) && RIGHTS.test(word) && isBefore(words, i, 'ON');
    const isAction =
      /^(CREATE|ALTER)$/.test(verb) &&
      /^(DELETE|UPDATE)$/.test(word) &&
      words.is(i - 1, 'ON') &&
      isForeignAction(words, i + 1);
    const isAlter = verb === 'ALTER' && word === 'ALTER' && words.is(i + 1, 'COLUMN');
    const isWith = verb === 'WITH' && word === 'INSERT' && commonTables(words, 0)?.end === i;
    const isLock = word === 'UPDATE' && words.is(i - 1, 'FOR');
    const isOrAlter = word === 'ALTER' && words.is(i - 2, 'CREATE', 'OR');
    if (!isRight && !isAction && !isAlter && !isWith && !isLock && !isOrAlter) return word;
  }
  return undefined;
}

/** In T-SQL only this goes on to the end of a batch. */
function isCode(words: Words): boolean {
  const kinds = words.dialect.blocks === 'mssql' ? CODE : DEFINITION;
  return /^(CREATE|ALTER)$/.test(words.upper(0)) && kinds.test(words.upper(kindAt(words, 0)));
}

const isForeignAction = (words: Words, i: number): boolean =>
  words.is(i, 'CASCADE') || words.is(i, 'NO', 'ACTION') || words.is(i, 'SET', 'NULL') || words.is(i, 'SET', 'DEFAULT');

function isBefore(words: Words, i: number, word: string): boolean {
  const at = words.tokens.findIndex((_, n) => words.is(n, word));
  return at > i;
}

function shown(verb: string, words: Words): string {
  if (/^(DO|CALL|EXECUTE|DECLARE|PREPARE)$/.test(verb))
    return verb === 'CALL' ? `CALL ${words.text(1)}` : `${verb} with code in it`;
  return /^[A-Z_]+$/.test(verb) ? verb : 'a statement that orm does not know';
}
