import { callIn } from './sql-calls.js';
import { stringValue, type Words } from './sql-words.js';

/** What a setting may be set to: a pattern that the whole value, in lower case and without quotes, has to match. */
type Settings = Readonly<Record<string, RegExp>>;

const ANY = /^[\w\s."',$/:+@-]*$/;
const SWITCH = /^(on|off|0|1|true|false|default)$/;
/** Other encodings may see another end of a string than the one that is read here. */
const ENCODING =
  /^(utf-?8|utf8mb[34]|utf8_\w+|utf8mb[34]_\w+|unicode|ascii|us7ascii|latin1|latin1_\w+|binary|default)$/;

const settings = (names: string, value: RegExp): Settings =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

const PGSQL: Settings = {
  ...settings('search_path timezone datestyle intervalstyle application_name default_tablespace', ANY),
  ...settings('statement_timeout lock_timeout idle_in_transaction_session_timeout transaction_timeout', ANY),
  ...settings('client_min_messages maintenance_work_mem work_mem xmloption bytea_output extra_float_digits', ANY),
  ...settings('default_table_access_method default_toast_compression', ANY),
  ...settings('check_function_bodies default_with_oids escape_string_warning row_security', SWITCH),
  client_encoding: ENCODING,
  // With `off`, a backslash would hide a quote.
  standard_conforming_strings: /^(on|true|1)$/,
};

/** Modes that change how quotes are read are not among them. */
const SQL_MODE =
  /^(|default|((allow_invalid_dates|error_for_division_by_zero|no_auto_create_user|no_auto_value_on_zero|no_engine_substitution|no_unsigned_subtraction|no_zero_date|no_zero_in_date|only_full_group_by|strict_all_tables|strict_trans_tables|traditional),?)+)$/;

const MYSQL: Settings = {
  ...settings('foreign_key_checks unique_checks sql_notes sql_safe_updates autocommit sql_quote_show_create', SWITCH),
  ...settings('time_zone wait_timeout innodb_lock_wait_timeout lock_wait_timeout group_concat_max_len', ANY),
  ...settings('character_set_client character_set_connection character_set_results collation_connection', ENCODING),
  sql_mode: SQL_MODE,
};

const PRAGMAS = new Set(
  (
    'foreign_keys defer_foreign_keys foreign_key_check foreign_key_list table_info table_xinfo table_list index_list index_info index_xinfo ' +
    'database_list collation_list function_list compile_options integrity_check quick_check optimize encoding busy_timeout cache_size temp_store ' +
    'case_sensitive_like recursive_triggers'
  ).split(' '),
);

/** Statements that begin with SET: those of a list are harmless, every other one may be anything: a password, a role, code. */
export function setting(words: Words, first: number): string | undefined {
  const end = words.is(words.tokens.length - 1, ';') ? words.tokens.length - 1 : words.tokens.length;
  const parts = { words, end };
  const known = {
    pgsql: () => ofPgsql(parts, first + 1),
    mysql: () => ofMysql(parts, first + 1),
    mssql: () => ofMssql(parts, first + 1),
    oracle: () => isTransaction(parts, first + 1),
    sqlite: () => false,
  }[words.dialect.blocks]();
  return known ? undefined : `SET ${words.text(first + 1)}`;
}

interface Parts {
  readonly words: Words;
  readonly end: number;
}

/** What settles a value: the words behind `=` or TO. A text is without its quotes. */
function settledValue({ words }: Parts, from: number, to: number): string {
  return words.tokens
    .slice(from, to)
    .map(({ kind }, n) => (kind === 'string' ? stringValue(words.text(from + n)) : words.text(from + n)))
    .join(' ')
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
}

const allows = (known: Settings, name: string, value: string): boolean =>
  Object.hasOwn(known, name) && known[name]?.test(value) === true;

/** `SET TRANSACTION …` and `SET CONSTRAINTS …`, which hold names and words only. */
function isTransaction({ words, end }: Parts, at: number): boolean {
  const start = /^(SESSION|LOCAL)$/.test(words.upper(at)) && words.is(at + 1, 'TRANSACTION') ? at + 1 : at;
  if (!/^(TRANSACTION|CONSTRAINT|CONSTRAINTS)$/.test(words.upper(start))) return false;
  return words.tokens
    .slice(start, end)
    .every(({ kind }, n) => kind === 'word' || kind === 'name' || /^[,.]$/.test(words.upper(start + n)));
}

function ofPgsql(parts: Parts, at: number): boolean {
  const { words, end } = parts;
  if (isTransaction(parts, at)) return true;
  const i = /^(SESSION|LOCAL)$/.test(words.upper(at)) ? at + 1 : at;
  if (words.is(i, 'TIME', 'ZONE')) return ANY.test(settledValue(parts, i + 2, end));
  if (words.is(i, 'NAMES')) return ENCODING.test(settledValue(parts, i + 1, end));
  if (words.is(i, 'SCHEMA')) return words.tokens[i + 1]?.kind === 'string' && end === i + 2;
  const isAssigned = words.is(i + 1, '=') || words.is(i + 1, 'TO');
  return isAssigned && isPgsqlSetting(words.text(i), settledValue(parts, i + 2, end));
}

/** Also of `set_config('…', '…', …)`. */
export const isPgsqlSetting = (name: string, value: string): boolean =>
  allows(PGSQL, name.toLowerCase(), value.toLowerCase());

function ofMysql(parts: Parts, at: number): boolean {
  const { words, end } = parts;
  if (isTransaction(parts, at)) return true;
  for (let i = at; i < end; ) {
    const to = nextComma(parts, i);
    if (!isMysqlAssignment(parts, i, to)) return false;
    i = to + 1;
  }
  return end > at && callIn(words, at) === undefined;
}

function isMysqlAssignment(parts: Parts, at: number, to: number): boolean {
  const { words } = parts;
  if (words.is(at, 'NAMES') || words.is(at, 'CHARSET')) return isMysqlEncoding(parts, at + 1, to);
  if (words.is(at, 'CHARACTER', 'SET')) return isMysqlEncoding(parts, at + 2, to);
  let i = at;
  if (/^(SESSION|LOCAL)$/.test(words.upper(i))) i++;
  else if (/^@@(SESSION|LOCAL)$/.test(words.upper(i)) && words.is(i + 1, '.')) i += 2;
  const name = words.text(i).toLowerCase();
  const value = words.is(i + 1, ':', '=') ? i + 3 : i + 2;
  if (!words.is(value - 1, '=')) return false;
  // A variable of the session means nothing to the server; what it is made of is looked at with the calls.
  if (/^@[\w$.]+$/.test(name)) return !words.tokens.slice(value, to).some((_, n) => words.is(value + n, 'SELECT'));
  return allows(MYSQL, name.replace(/^@@/, ''), settledValue(parts, value, to));
}

function isMysqlEncoding(parts: Parts, from: number, to: number): boolean {
  const value = settledValue(parts, from, to).split(' collate ');
  return value.length <= 2 && value.every((part) => ENCODING.test(part.replace(/^"(.*)"$/, '$1')));
}

function nextComma({ words, end }: Parts, from: number): number {
  let depth = 0;
  for (let i = from; i < end; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')')) depth--;
    else if (words.is(i, ',') && depth === 0) return i;
  }
  return end;
}

const MSSQL =
  /^((ANSI_NULLS|ANSI_PADDING|ANSI_WARNINGS|ARITHABORT|CONCAT_NULL_YIELDS_NULL|NOCOUNT|NUMERIC_ROUNDABORT|XACT_ABORT)( ?, ?\w+)* (ON|OFF)|QUOTED_IDENTIFIER ON|IDENTITY_INSERT \S+( \. \S+)* (ON|OFF)|(LOCK_TIMEOUT|DATEFIRST) \d+|DATEFORMAT \w+|TRANSACTION ISOLATION LEVEL (READ UNCOMMITTED|READ COMMITTED|REPEATABLE READ|SNAPSHOT|SERIALIZABLE))$/;

function ofMssql({ words, end }: Parts, at: number): boolean {
  const shape = words.tokens.slice(at, end).map(({ kind }, n) => (kind === 'name' ? '…' : words.upper(at + n)));
  return MSSQL.test(shape.join(' '));
}

/** SQLite: `PRAGMA [schema.]name [= value]`. Others can make the file unreadable, or change a value of the application. */
export function pragma(words: Words, first: number): string | undefined {
  const at = words.is(first + 2, '.') ? first + 3 : first + 1;
  const name = (words.tokens[at]?.kind === 'name' ? words.text(at).slice(1, -1) : words.text(at)).toLowerCase();
  return PRAGMAS.has(name) ? undefined : `PRAGMA ${name}`;
}
