import { actionRanges } from './sql-alter.js';
import { statementPurpose } from './sql-drops.js';
import type { ScriptDialect } from './sql-tokens.js';
import { stringValue, type TableName, Words } from './sql-words.js';

/** What a statement does to rows that are there, or to code that knows their table. */
export type ActionKind =
  | 'drop table'
  | 'drop column'
  | 'empty table'
  | 'delete all rows'
  | 'update all rows'
  | 'rename'
  | 'convert'
  | 'set required'
  | 'add required'
  | 'add unique'
  | 'add foreign key'
  | 'add check';

export interface SqlAction {
  readonly kind: ActionKind;
  readonly table: TableName;
  /** A column, where it is about one. */
  readonly column?: string;
}

/** Statements that only describe code for later. */
const LATER = /^(FUNCTION|PROCEDURE|PROC|TRIGGER|RULE|VIEW|MATERIALIZED|EVENT|PACKAGE|TYPE)$/;
const RUNNERS = new Set(['BEGIN', 'DECLARE', 'EXEC', 'EXECUTE', 'IF', 'DO', 'PREPARE']);

/** The actions of a statement, also inside a block, an EXECUTE IMMEDIATE or a DO. Nothing here knows which tables there are. */
export function actionsOf(sql: string, dialect: ScriptDialect): readonly SqlAction[] {
  const drops = statementPurpose(sql, dialect).drops.flatMap(({ kind, name }): SqlAction[] =>
    /^(TABLE|SCHEMA|DATABASE)$/.test(kind) ? [{ kind: 'drop table', table: name }] : [],
  );
  return [...drops, ...actionsIn(new Words(sql, dialect))];
}

function actionsIn(words: Words): readonly SqlAction[] {
  const first = words.upper(0);
  if (/^(CREATE|ALTER)$/.test(first) && createsCode(words)) return [];
  const found: SqlAction[] = [];
  for (let i = 0; i < words.tokens.length; i++) {
    if (words.tokens[i]?.kind === 'string') {
      if (RUNNERS.has(first)) found.push(...actionsIn(new Words(stringValue(words.text(i)), words.dialect)));
    } else if (startsStatement(words, i)) found.push(...actionAt(words, i));
  }
  return found;
}

function createsCode(words: Words): boolean {
  for (let i = 1; i < Math.min(words.tokens.length, 12) && !words.is(i, '('); i++) {
    if (LATER.test(words.upper(i))) return true;
    if (/^(TABLE|INDEX|DATABASE|SCHEMA|SEQUENCE)$/.test(words.upper(i))) return false;
  }
  return false;
}

/** Behind what a statement can begin: also a part of WITH, and the statement behind its parts. */
function startsStatement(words: Words, i: number): boolean {
  if (i === 0 || /^(;|\(|\)|BEGIN|ELSE|LOOP|DO)$/.test(words.upper(i - 1))) return !isAction(words, i);
  // `WHEN MATCHED THEN UPDATE` of a MERGE has its own condition.
  return words.is(i - 1, 'THEN') && !words.tokens.some((_, n) => n < i && words.is(n, 'MERGE'));
}

/** `ON CONFLICT … DO UPDATE`, `ON CONFLICT (id) DO UPDATE`. */
const isAction = (words: Words, i: number): boolean =>
  words.is(i - 1, 'DO') && words.tokens.some((_, n) => n < i && words.is(n, 'CONFLICT'));

function actionAt(words: Words, i: number): readonly SqlAction[] {
  switch (words.upper(i)) {
    case 'TRUNCATE': {
      const { names } = words.names(words.is(i + 1, 'TABLE') ? i + 2 : i + 1);
      return names.map((table) => ({ kind: 'empty table', table }));
    }
    case 'DELETE':
      return isLimited(words, i) ? [] : [{ kind: 'delete all rows', table: deleted(words, i) }];
    case 'UPDATE':
      return isLimited(words, i) ? [] : [{ kind: 'update all rows', table: updated(words, i) }];
    case 'RENAME':
      return words.is(i + 1, 'TABLE') ? [{ kind: 'rename', table: words.name(i + 2).name }] : [];
    case 'EXEC':
      return /^\[?sp_rename\]?$/i.test(words.text(i + 1)) ? [{ kind: 'rename', table: [] }] : [];
    case 'CREATE':
      return createdUnique(words, i);
    case 'ALTER':
      return words.is(i + 1, 'TABLE') ? alterActions(words, i + 2) : [];
    default:
      return [];
  }
}

/** Whether a DELETE or UPDATE has a WHERE of its own. */
function isLimited(words: Words, from: number): boolean {
  let depth = 0;
  for (let i = from + 1; i < words.tokens.length && !words.is(i, ';'); i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')') && --depth < 0) return false;
    else if (depth === 0 && words.is(i, 'WHERE')) return true;
  }
  return false;
}

function deleted(words: Words, i: number): TableName {
  let at = i + 1;
  while (/^(LOW_PRIORITY|QUICK|IGNORE|FROM|ONLY)$/.test(words.upper(at))) at++;
  return words.name(at).name;
}

function updated(words: Words, i: number): TableName {
  let at = i + 1;
  if (words.is(at, 'OR')) at += 2;
  while (/^(LOW_PRIORITY|IGNORE|ONLY)$/.test(words.upper(at))) at++;
  return words.name(at).name;
}

function createdUnique(words: Words, i: number): readonly SqlAction[] {
  let at = i + 1;
  if (!words.is(at, 'UNIQUE')) return [];
  while (at < words.tokens.length && !words.is(at, 'ON')) at++;
  if (words.is(at + 1, 'ONLY')) at++;
  return [{ kind: 'add unique', table: words.name(at + 1).name }];
}

/** What DROP takes that holds no values. */
const PARTS =
  /^(CONSTRAINT|INDEX|KEY|PRIMARY|FOREIGN|CHECK|DEFAULT|NOT|IDENTITY|SYSTEM|PERIOD|EXPRESSION|UNIQUE|UNUSED)$/;

function alterActions(words: Words, from: number): readonly SqlAction[] {
  let i = words.is(from, 'IF', 'EXISTS') ? from + 2 : from;
  if (words.is(i, 'ONLY')) i++;
  const { name: table, end: behind } = words.name(i);
  return actionRanges(words, behind).flatMap(([at, end]) => alterAction(words, at, end, table));
}

function alterAction(words: Words, i: number, end: number, table: TableName): readonly SqlAction[] {
  const behind = (at: number): number => {
    const column = words.is(at, 'COLUMN') ? at + 1 : at;
    if (words.is(column, 'IF', 'EXISTS')) return column + 2;
    return words.is(column, 'IF', 'NOT', 'EXISTS') ? column + 3 : column;
  };
  const action = (kind: ActionKind, at?: number): readonly SqlAction[] => {
    const column = at === undefined ? undefined : words.name(at).name.at(-1)?.text;
    return [{ kind, table, ...(column === undefined ? {} : { column }) }];
  };
  const has = (...wanted: readonly string[]): boolean =>
    words.tokens.some((_, n) => n > i && n < end && words.is(n, ...wanted));
  switch (words.upper(i)) {
    case 'DROP':
      if (words.is(i + 1, 'PARTITION')) return action('empty table');
      return PARTS.test(words.upper(i + 1)) ? [] : action('drop column', behind(i + 1));
    case 'TRUNCATE':
      return action('empty table');
    case 'RENAME':
      return /^(INDEX|KEY|CONSTRAINT)$/.test(words.upper(i + 1)) ? [] : action('rename');
    case 'CHANGE': {
      const at = behind(i + 1);
      const [was, is] = [words.name(at).name.at(-1)?.text, words.name(words.name(at).end).name.at(-1)?.text];
      return [...(was === is ? [] : action('rename', at)), ...action('convert', at)];
    }
    case 'MODIFY':
      return action('convert', behind(i + 1));
    case 'ALTER':
      return alteredColumn(words, i, behind, action);
    case 'ADD':
      return has('NOT', 'VALID') ? [] : added(words, i, end, behind, action, has);
    default:
      return [];
  }
}

type Act = (kind: ActionKind, at?: number) => readonly SqlAction[];

function alteredColumn(words: Words, i: number, behind: (at: number) => number, action: Act): readonly SqlAction[] {
  if (/^(INDEX|CONSTRAINT|CHECK)$/.test(words.upper(i + 1))) return [];
  const at = behind(i + 1);
  const { end } = words.name(at);
  if (words.is(end, 'SET', 'NOT', 'NULL')) return action('set required', at);
  if (words.is(end, 'TYPE') || words.is(end, 'SET', 'DATA', 'TYPE')) return action('convert', at);
  // SQL Server: the type stands behind the name.
  return /^(SET|DROP|ADD|RESTART|RESET)$/.test(words.upper(end)) ? [] : action('convert', at);
}

const GIVEN = ['DEFAULT', 'GENERATED', 'IDENTITY', 'AUTO_INCREMENT', 'AS'];

function added(
  words: Words,
  i: number,
  end: number,
  behind: (at: number) => number,
  action: Act,
  has: (...wanted: readonly string[]) => boolean,
): readonly SqlAction[] {
  const named = words.is(i + 1, 'CONSTRAINT') ? words.name(i + 2).end : i + 1;
  const word = words.upper(named);
  if (word === 'UNIQUE' || words.is(named, 'PRIMARY', 'KEY')) return action('add unique');
  if (words.is(named, 'FOREIGN', 'KEY')) return action('add foreign key');
  if (word === 'CHECK') return action('add check');
  if (/^(CONSTRAINT|INDEX|KEY|FULLTEXT|SPATIAL|PARTITION|PERIOD|SYSTEM)$/.test(words.upper(i + 1)) || end <= i)
    return [];
  const isRequired = has('NOT', 'NULL') && !GIVEN.some((given) => has(given));
  return isRequired ? action('add required', behind(i + 1)) : [];
}
