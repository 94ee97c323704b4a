import {
  QUIET_TIME,
  SECOND_COLUMN,
  type StatementBlocking,
  type StatementBlockingOf,
  type StatementPlace,
} from '../blocking.js';
import { actionRanges } from '../sql-alter.js';
import type { TableName, Words } from '../sql-words.js';
import { isSteady } from './column-default.js';
import { keepsValues } from './locks.js';

const VALIDATE = 'add it with NOT VALID, and write VALIDATE CONSTRAINT in a step of its own: -- orm: alone';
const BUILD =
  'build it by CREATE UNIQUE INDEX CONCURRENTLY, with -- orm: alone above it, then ADD CONSTRAINT … USING INDEX';

/** What the words of a statement say of its lock ("Explicit Locking", and the notes of each command). */
export const statementBlocking: StatementBlockingOf = (words, place) => {
  switch (words.upper(0)) {
    case 'CREATE':
      return createdIndex(words);
    case 'ALTER':
      return words.is(1, 'TABLE') ? altered(words, place) : [];
    case 'LOCK':
      return locked(words);
    case 'REINDEX':
      return reindexed(words);
    case 'CLUSTER':
      return rewritten(words, 'CLUSTER', words.is(1, 'VERBOSE') ? 2 : 1);
    case 'VACUUM':
      return vacuumed(words);
    default:
      return [];
  }
};

const CONCURRENTLY = 'is refused in a transaction';

export function refusedInTransaction(words: Words): string | undefined {
  const has = (word: string): boolean => words.tokens.some((_, at) => words.is(at, word));
  const [first, second] = [words.upper(0), words.upper(1)];
  const index = indexAt(words);
  if (index !== undefined && words.is(index + 1, 'CONCURRENTLY')) return `CREATE INDEX CONCURRENTLY ${CONCURRENTLY}`;
  if (words.is(0, 'DROP', 'INDEX', 'CONCURRENTLY')) return `DROP INDEX CONCURRENTLY ${CONCURRENTLY}`;
  if (first === 'REINDEX' && has('CONCURRENTLY')) return `REINDEX CONCURRENTLY ${CONCURRENTLY}`;
  if (words.is(0, 'ALTER', 'TABLE') && has('DETACH') && has('CONCURRENTLY'))
    return `DETACH PARTITION CONCURRENTLY ${CONCURRENTLY}`;
  if (first === 'VACUUM' || words.is(0, 'ALTER', 'SYSTEM'))
    return `${first === 'VACUUM' ? first : 'ALTER SYSTEM'} ${CONCURRENTLY}`;
  const isServer = /^(CREATE|DROP)$/.test(first) && /^(DATABASE|TABLESPACE)$/.test(second);
  return isServer ? `${first} ${second} ${CONCURRENTLY}` : undefined;
}

/** Where INDEX stands in a CREATE INDEX. */
const indexAt = (words: Words): number | undefined => {
  const at = words.is(0, 'CREATE', 'UNIQUE') ? 2 : 1;
  return words.is(0, 'CREATE') && words.is(at, 'INDEX') ? at : undefined;
};

function createdIndex(words: Words): readonly StatementBlocking[] {
  const index = indexAt(words);
  if (index === undefined || words.is(index + 1, 'CONCURRENTLY')) return [];
  const on = words.tokens.findIndex((_, at) => at > index && words.is(at, 'ON'));
  // With ONLY it is an index of a table with partitions, which has no rows itself.
  if (on < 0 || words.is(on + 1, 'ONLY')) return [];
  const help = 'write CREATE INDEX CONCURRENTLY, with -- orm: alone above it';
  return [{ what: 'CREATE INDEX', table: words.name(on + 1).name, effect: 'blocks writes', help }];
}

const BLOCKING_MODES = /^(|NOWAIT|;|SHARE MODE|SHARE ROW EXCLUSIVE MODE|EXCLUSIVE MODE|ACCESS EXCLUSIVE MODE)$/;

function locked(words: Words): readonly StatementBlocking[] {
  let from = words.is(1, 'TABLE') ? 2 : 1;
  if (words.is(from, 'ONLY')) from++;
  const { names, end } = words.names(from);
  const mode: string[] = [];
  for (let at = words.is(end, 'IN') ? end + 1 : end; at < words.tokens.length; at++) mode.push(words.upper(at));
  const said = mode
    .join(' ')
    .replace(/ ?;$/, '')
    .replace(/ NOWAIT$/, '');
  if (!BLOCKING_MODES.test(said)) return [];
  const help = 'leave it out, or take a mode that lets others write, such as SHARE UPDATE EXCLUSIVE';
  return names.map((table) => ({ what: 'LOCK TABLE', table, effect: 'blocks writes', help }));
}

function reindexed(words: Words): readonly StatementBlocking[] {
  if (words.tokens.some((_, at) => words.is(at, 'CONCURRENTLY'))) return [];
  const at = words.tokens.findIndex((_, n) => words.is(n, 'TABLE'));
  if (at < 0) return [];
  const help = 'write REINDEX TABLE CONCURRENTLY, with -- orm: alone above it';
  return [{ what: 'REINDEX', table: words.name(at + 1).name, effect: 'blocks writes', help }];
}

function vacuumed(words: Words): readonly StatementBlocking[] {
  const full = words.tokens.findIndex((_, at) => words.is(at, 'FULL'));
  if (full < 0 || words.is(full + 1, 'FALSE') || words.is(full + 1, 'OFF')) return [];
  let at = full + 1;
  while (/^(FREEZE|VERBOSE|ANALYZE|TRUE|ON|,|\))$/.test(words.upper(at))) at++;
  return rewritten(words, 'VACUUM FULL', at);
}

function rewritten(words: Words, what: string, at: number): readonly StatementBlocking[] {
  const { name: table } = words.name(at);
  return table.length === 0 ? [] : [{ what, table, effect: 'rewrites the table', help: QUIET_TIME }];
}

interface AlteredTable {
  readonly table: TableName;
  /** Where its actions begin. */
  readonly from: number;
}

function alteredTable(words: Words): AlteredTable {
  let at = words.is(2, 'IF', 'EXISTS') ? 4 : 2;
  if (words.is(at, 'ONLY')) at++;
  const { name: table, end } = words.name(at);
  return { table, from: words.is(end, '*') ? end + 1 : end };
}

const keyOf = (table: TableName): string => (table.at(-1)?.text ?? '').toLowerCase();

/** Whether a statement alters a table and does something that a condition finds. */
const alters = (words: Words, table: TableName, ...wanted: readonly string[]): boolean =>
  words.is(0, 'ALTER', 'TABLE') &&
  keyOf(alteredTable(words).table) === keyOf(table) &&
  words.tokens.some((_, at) => words.is(at, ...wanted));

function altered(words: Words, place: StatementPlace): readonly StatementBlocking[] {
  const { table, from } = alteredTable(words);
  return actionRanges(words, from).flatMap(([at, end]) => {
    const action = actionOf(words, at, end, table, place);
    return action === undefined ? [] : [{ ...action, table }];
  });
}

type Action = Omit<StatementBlocking, 'table'>;

function actionOf(words: Words, at: number, end: number, table: TableName, place: StatementPlace): Action | undefined {
  const has = (...wanted: readonly string[]): boolean =>
    words.tokens.some((_, n) => n >= at && n < end && words.is(n, ...wanted));
  switch (words.upper(at)) {
    case 'ADD':
      return added(words, at, end, has);
    case 'ALTER':
      return alteredColumn(words, at, end, table, place);
    case 'VALIDATE': {
      const isHeld = place.together.some((other) => alters(other, table, 'NOT', 'VALID'));
      const help = 'write -- orm: alone above it, so that it does not keep the locks of the statements before it';
      return isHeld ? { what: 'VALIDATE CONSTRAINT', effect: 'scans under lock', help } : undefined;
    }
    case 'SET': {
      const word = words.upper(at + 1);
      const isRewrite = /^(LOGGED|UNLOGGED|TABLESPACE)$/.test(word) || words.is(at + 1, 'ACCESS', 'METHOD');
      return isRewrite ? { what: `SET ${word}`, effect: 'rewrites the table', help: QUIET_TIME } : undefined;
    }
    default:
      return undefined;
  }
}

function added(
  words: Words,
  at: number,
  end: number,
  has: (...wanted: readonly string[]) => boolean,
): Action | undefined {
  if (has('NOT', 'VALID') || has('NOT', 'ENFORCED')) return undefined;
  const named = words.is(at + 1, 'CONSTRAINT') ? words.name(at + 2).end : at + 1;
  if (words.is(named, 'FOREIGN', 'KEY')) return { what: 'ADD FOREIGN KEY', effect: 'blocks writes', help: VALIDATE };
  if (words.is(named, 'CHECK') || (named > at + 1 && words.is(named, 'NOT', 'NULL')))
    return { what: `ADD ${words.upper(named)}`.replace('NOT', 'NOT NULL'), effect: 'scans under lock', help: VALIDATE };
  if (words.is(named, 'UNIQUE') || words.is(named, 'PRIMARY', 'KEY')) {
    const what = words.is(named, 'UNIQUE') ? 'ADD UNIQUE' : 'ADD PRIMARY KEY';
    return has('USING', 'INDEX') ? undefined : { what, effect: 'scans under lock', help: BUILD };
  }
  if (words.is(named, 'EXCLUDE')) return { what: 'ADD EXCLUDE', effect: 'scans under lock', help: QUIET_TIME };
  return named === at + 1 ? addedColumn(words, at + 1, end, has) : undefined;
}

function addedColumn(
  words: Words,
  from: number,
  end: number,
  has: (...wanted: readonly string[]) => boolean,
): Action | undefined {
  let at = words.is(from, 'COLUMN') ? from + 1 : from;
  if (words.is(at, 'IF', 'NOT', 'EXISTS')) at += 3;
  const type = words.name(at).end;
  const what = 'ADD COLUMN';
  const isNumbered = /^(SMALL|BIG)?SERIAL\d?$/.test(words.upper(type)) || has('AS', 'IDENTITY');
  if (isNumbered || (has('GENERATED') && has('STORED')))
    return { what, effect: 'rewrites the table', help: SECOND_COLUMN };
  const value = words.tokens.findIndex((_, n) => n > type && n < end && words.is(n, 'DEFAULT'));
  if (value >= 0 && !isSteady(words.between(value + 1, defaultEnd(words, value + 1, end)))) {
    const help = 'add the column without the default, SET DEFAULT, and fill rows that are there by an UPDATE';
    return { what, effect: 'rewrites the table', help };
  }
  if (has('UNIQUE') || has('PRIMARY', 'KEY')) return { what, effect: 'scans under lock', help: BUILD };
  return has('CHECK') ? { what, effect: 'scans under lock', help: VALIDATE } : undefined;
}

const BEHIND_DEFAULT = /^(NOT|NULL|CHECK|UNIQUE|PRIMARY|REFERENCES|CONSTRAINT|COLLATE|GENERATED|,|;)$/;

function defaultEnd(words: Words, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    if (words.is(at, '(')) depth++;
    else if (words.is(at, ')')) depth--;
    else if (depth === 0 && at > from && BEHIND_DEFAULT.test(words.upper(at))) return at;
  }
  return end;
}

function alteredColumn(
  words: Words,
  from: number,
  end: number,
  table: TableName,
  { earlier, typeOf }: StatementPlace,
): Action | undefined {
  const { name, end: at } = words.name(words.is(from + 1, 'COLUMN') ? from + 2 : from + 1);
  if (words.is(at, 'SET', 'NOT', 'NULL')) {
    // A check that all rows have passed spares it from reading them.
    if (earlier.some((other) => alters(other, table, 'VALIDATE', 'CONSTRAINT'))) return undefined;
    const help =
      'add CHECK (… IS NOT NULL) NOT VALID and VALIDATE it with -- orm: alone above it: then SET NOT NULL reads no rows';
    return { what: 'SET NOT NULL', effect: 'scans under lock', help };
  }
  const type = words.is(at, 'TYPE') ? at + 1 : words.is(at, 'SET', 'DATA', 'TYPE') ? at + 3 : undefined;
  if (type === undefined) return undefined;
  const using = words.tokens.findIndex((_, n) => n >= type && n < end && words.is(n, 'USING'));
  const last = using < 0 ? end : using;
  const ends = words.is(last - 1, ',') || words.is(last - 1, ';') ? last - 1 : last;
  const is = shortType(words.between(type, ends));
  const was = typeOf(table, name.at(-1)?.text ?? '');
  const isKept =
    was === undefined ? /^(text|varchar)\b/i.test(is) : was.toLowerCase() === is.toLowerCase() || keepsValues(was, is);
  return isKept ? undefined : { what: 'ALTER COLUMN … TYPE', effect: 'rewrites the table', help: SECOND_COLUMN };
}

const shortType = (type: string): string =>
  type.replace(/^character varying/i, 'varchar').replace(/^decimal/i, 'numeric');
