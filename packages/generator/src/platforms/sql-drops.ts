import { dangerOf, insertedInto, kindAt, runningCalls } from './sql-danger.js';
import type { ScriptDialect } from './sql-tokens.js';
import { type NamePart, stringValue, type TableName, Words } from './sql-words.js';

/** Something that a statement drops by its name. */
export interface DroppedObject {
  /** In upper case: `TABLE`, `VIEW`, `MATERIALIZED VIEW`, `SEQUENCE`, `SCHEMA`, … */
  readonly kind: string;
  readonly name: TableName;
  /** What depends on it is dropped along. */
  readonly cascades: boolean;
}

/** Something that a statement creates. */
export interface CreatedObject {
  readonly kind: string;
  readonly name: TableName;
}

/** What a statement does, as far as `sql:insert` must know before it runs it. */
export interface StatementPurpose {
  /** What it drops, also inside a block, an EXECUTE IMMEDIATE or a DO. */
  readonly drops: readonly DroppedObject[];
  readonly creates: CreatedObject | undefined;
  /** It only drops something, so that it may fail because that is not there. */
  readonly isDrop: boolean;
  /** What in it could destroy something besides what it drops; nothing when it is known to be harmless. */
  readonly danger: string | undefined;
  /** Functions of the vendor that it calls without a schema, in lower case. */
  readonly calls: readonly string[];
  readonly insertsInto: TableName | undefined;
  /** Names without a schema mean something else behind it: `USE other`, `SET search_path = other`. */
  readonly redirects: boolean;
  readonly transaction: 'begin' | 'commit' | 'rollback' | undefined;
}

/** Statements that only describe code for later; a DROP in them does not happen now. */
const DEFINITIONS = new Set(['CREATE', 'ALTER', 'COMMENT']);
/** Statements that may run SQL that they hold in a string. */
const RUNNERS = new Set(['BEGIN', 'DECLARE', 'EXEC', 'EXECUTE', 'IF', 'DO']);

export function statementPurpose(sql: string, dialect: ScriptDialect): StatementPurpose {
  const words = new Words(sql, dialect);
  const first = words.upper(0);
  return {
    drops: DEFINITIONS.has(first) ? [] : droppedBy(words, RUNNERS.has(first)),
    creates: first === 'CREATE' ? createdBy(words) : undefined,
    isDrop: first === 'DROP' || isAlterDrop(words),
    danger: dangerOf(words),
    calls: runningCalls(words),
    insertsInto: insertedInto(words),
    redirects: isRedirect(words),
    transaction: transactionStep(words),
  };
}

/** A table that loses rows or columns by a statement. */
export interface Erased {
  readonly what: 'drop table' | 'drop columns of' | 'truncate';
  readonly table: TableName;
}

/** Parts of a table that hold no values. */
const WITHOUT_VALUES =
  /^(CONSTRAINT|INDEX|KEY|PRIMARY|FOREIGN|CHECK|DEFAULT|NOT|IDENTITY|EXPRESSION|UNIQUE|PERIOD|SYSTEM)$/;

/** What a statement erases with the name of its table, as far as its words say. */
export function erasedBy(sql: string, dialect: ScriptDialect): readonly Erased[] {
  if (!/\b(?:drop|truncate)\b/i.test(sql)) return [];
  const words = new Words(sql, dialect);
  if (words.is(0, 'TRUNCATE')) {
    const from = words.is(1, 'TABLE') ? 2 : 1;
    const { names } = words.names(words.is(from, 'ONLY') ? from + 1 : from);
    return names.map((table) => ({ what: 'truncate', table }));
  }
  if (words.is(0, 'ALTER', 'TABLE')) {
    const from = words.is(2, 'IF', 'EXISTS') ? 4 : 2;
    const { name, end } = words.name(words.is(from, 'ONLY') ? from + 1 : from);
    const isLoss = words.tokens.some(
      (_, i) => i >= end && words.is(i, 'DROP') && !WITHOUT_VALUES.test(words.upper(i + 1)),
    );
    return isLoss && name.length > 0 ? [{ what: 'drop columns of', table: name }] : [];
  }
  const { drops } = statementPurpose(sql, dialect);
  return namesOf(drops, 'TABLE').map((table) => ({ what: 'drop table', table }));
}

function isRedirect(words: Words): boolean {
  const first = words.upper(0);
  if (first === 'USE') return true;
  if (!/^(SET|SELECT|ALTER|RESET)$/.test(first)) return false;
  const isOther = /^(SCHEMA|ROLE|AUTHORIZATION)$/;
  return words.tokens.some(
    (_, i) => /search_path|current_schema/i.test(words.text(i)) || (first === 'SET' && isOther.test(words.upper(i))),
  );
}

/** The names of those of a kind. */
export function namesOf(drops: readonly DroppedObject[], ...kinds: readonly string[]): readonly TableName[] {
  const names = drops.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
}

/** The schemas, in MySQL's words databases, that go with all that is in them. */
export function schemasOf(drops: readonly DroppedObject[]): readonly NamePart[] {
  return namesOf(drops, 'SCHEMA', 'DATABASE').flatMap((name) => name.slice(-1));
}

/** Kinds of two words; all others have one. */
const LONG_KINDS =
  /^(MATERIALIZED VIEW|FOREIGN TABLE|TEMPORARY TABLE|TEMP TABLE|FOREIGN DATA|EVENT TRIGGER|ACCESS METHOD|TEXT SEARCH|OPERATOR CLASS|OPERATOR FAMILY|USER MAPPING)$/;

function droppedBy(words: Words, looksIntoStrings: boolean): DroppedObject[] {
  const found: DroppedObject[] = [];
  for (let i = 0; i < words.tokens.length; i++) {
    if (words.is(i, 'DROP')) found.push(...dropAt(words, i));
    else if (looksIntoStrings && words.tokens[i]?.kind === 'string') {
      const inner = stringValue(words.text(i));
      if (/\bdrop\b/i.test(inner)) found.push(...droppedBy(new Words(inner, words.dialect), true));
    }
  }
  return found;
}

function dropAt(words: Words, i: number): readonly DroppedObject[] {
  const two = `${words.upper(i + 1)} ${words.upper(i + 2)}`;
  const isLong = LONG_KINDS.test(two);
  const { names, end } = words.names(i + (isLong ? 3 : 2));
  const kind = isLong ? two.replace('FOREIGN TABLE', 'TABLE') : words.upper(i + 1).replace(/^TABLES$/, 'TABLE');
  // `DROP TABLE U&"\0062ook"`: a name that is written in a way that is not understood is no name.
  const follows = words.tokens[end];
  if (kind === 'TABLE' && follows !== undefined && follows.kind !== 'word' && !words.is(end, ';')) return [];
  // Oracle's PURGE and the like may stand between.
  const cascades = words.is(end, 'CASCADE') || words.is(end + 1, 'CASCADE') || words.dialect.blocks === 'mssql';
  return names.map((name) => ({ kind, name, cascades }));
}

function createdBy(words: Words): CreatedObject | undefined {
  let i = kindAt(words, 0);
  if (/^(MATERIALIZED|FOREIGN)$/.test(words.upper(i - 1))) i--;
  const isLong = LONG_KINDS.test(`${words.upper(i)} ${words.upper(i + 1)}`);
  const kind = isLong ? `${words.upper(i)} ${words.upper(i + 1)}` : words.upper(i);
  i += isLong ? 2 : 1;
  if (words.is(i, 'IF', 'NOT', 'EXISTS')) i += 3;
  const { name } = words.name(i);
  return name.length === 0 ? undefined : { kind: kind.replace('FOREIGN TABLE', 'TABLE'), name };
}

/** `ALTER TABLE t DROP …` with that one action. */
function isAlterDrop(words: Words): boolean {
  if (!words.is(0, 'ALTER', 'TABLE')) return false;
  let i = words.is(2, 'IF', 'EXISTS') ? 4 : 2;
  if (words.is(i, 'ONLY')) i++;
  return words.is(words.name(i).end, 'DROP') && !words.tokens.some((_, n) => words.is(n, ','));
}

/** Whether a statement begins or ends a transaction. */
export function transactionStep(words: Words): StatementPurpose['transaction'] {
  const first = words.upper(0);
  const second = words.upper(1);
  const isPlain =
    second === '' || /^(WORK|TRAN|TRANSACTION|;|DEFERRED|IMMEDIATE|EXCLUSIVE|ISOLATION|READ)$/.test(second);
  if (first === 'START' && second === 'TRANSACTION') return 'begin';
  // `BEGIN` followed by anything else is a block of T-SQL or PL/SQL.
  if (first === 'BEGIN' && isPlain) return 'begin';
  if ((first === 'COMMIT' || first === 'END') && isPlain) return 'commit';
  if ((first === 'ROLLBACK' || first === 'ABORT') && isPlain) return words.is(2, 'TO') ? undefined : 'rollback';
  return undefined;
}
