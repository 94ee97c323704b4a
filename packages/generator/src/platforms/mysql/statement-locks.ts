import {
  QUIET_TIME,
  SECOND_COLUMN,
  type StatementBlocking,
  type StatementBlockingOf,
  type StatementPlace,
} from '../blocking.js';
import { actionRanges } from '../sql-alter.js';
import type { TableName, Words } from '../sql-words.js';
import { isOnlineType } from './online.js';

/** What the words of a statement say of its lock. A server that is told LOCK=NONE or INSTANT refuses instead of blocking. */
export const statementBlocking: StatementBlockingOf = (words, place) => {
  if (words.is(0, 'LOCK', 'TABLES') || words.is(0, 'LOCK', 'TABLE')) return locked(words);
  const found = words.is(0, 'CREATE') ? createdIndex(words) : isAlter(words) ? altered(words, place) : [];
  const saidLock = option(words, 'LOCK');
  const algorithm = option(words, 'ALGORITHM');
  if (saidLock === 'NONE' || algorithm === 'INSTANT') return [];
  const table = words.is(0, 'CREATE') ? indexedTable(words) : isAlter(words) ? alteredTable(words).table : undefined;
  if (table === undefined || found.some(({ effect }) => effect === 'rewrites the table')) return found;
  const what = `${words.upper(0)} ${words.is(0, 'CREATE') ? 'INDEX' : 'TABLE'}`;
  const help = 'write LOCK=NONE: a server that cannot do it while others write refuses, and blocks nobody';
  if (algorithm === 'COPY') return [{ what: `${what} … ALGORITHM=COPY`, table, effect: 'rewrites the table', help }];
  if (saidLock === 'SHARED' || saidLock === 'EXCLUSIVE')
    return [{ what: `${what} … LOCK=${saidLock}`, table, effect: 'blocks writes', help }];
  return found;
};

const isAlter = (words: Words): boolean => words.is(0, 'ALTER', 'TABLE') || words.is(0, 'ALTER', 'ONLINE', 'TABLE');

/** `LOCK = NONE`, `LOCK NONE`. */
function option(words: Words, name: string): string {
  const at = words.tokens.findLastIndex((_, n) => n > 1 && words.is(n, name));
  return at < 0 ? '' : words.upper(words.is(at + 1, '=') ? at + 2 : at + 1);
}

const HOW = /^(READ|WRITE)$/;

function locked(words: Words): readonly StatementBlocking[] {
  const found: StatementBlocking[] = [];
  const help = 'leave it out: orm itself sees to it that one migration runs at a time';
  for (const [at, end] of actionRanges(words, 2)) {
    const { name: table } = words.name(at);
    const isLock = words.tokens.some((_, n) => n > at && n < end && HOW.test(words.upper(n)));
    if (isLock) found.push({ what: 'LOCK TABLES', table, effect: 'blocks writes', help });
  }
  return found;
}

function indexedTable(words: Words): TableName | undefined {
  const index = words.tokens.findIndex((_, at) => at > 0 && at < 5 && words.is(at, 'INDEX'));
  const on = index < 0 ? -1 : words.tokens.findIndex((_, at) => at > index && words.is(at, 'ON'));
  return on < 0 ? undefined : words.name(on + 1).name;
}

const SPECIAL = /^(FULLTEXT|SPATIAL)$/;

function createdIndex(words: Words): readonly StatementBlocking[] {
  const table = indexedTable(words);
  const kind = words.tokens.slice(0, 5).findIndex((_, at) => SPECIAL.test(words.upper(at)));
  if (table === undefined || kind < 0) return [];
  return [{ what: `CREATE ${words.upper(kind)} INDEX`, table, effect: 'blocks writes', help: QUIET_TIME }];
}

function alteredTable(words: Words): { readonly table: TableName; readonly from: number } {
  let at = words.is(1, 'TABLE') ? 2 : 3;
  if (words.is(at, 'IF', 'EXISTS')) at += 2;
  const { name: table, end } = words.name(at);
  return { table, from: end };
}

type Action = Pick<StatementBlocking, 'what' | 'effect' | 'help'>;

const COPIES = 'the server copies the table: run it when nobody writes, or few do';

function altered(words: Words, place: StatementPlace): readonly StatementBlocking[] {
  const { table, from } = alteredTable(words);
  return actionRanges(words, from).flatMap(([at, end]) => {
    const action = actionOf(words, at, end, table, place);
    return action === undefined ? [] : [{ ...action, table }];
  });
}

function actionOf(words: Words, at: number, end: number, table: TableName, place: StatementPlace): Action | undefined {
  const copies = (what: string, help = COPIES): Action => ({ what, effect: 'rewrites the table', help });
  switch (words.upper(at)) {
    case 'ADD':
      return added(words, at, end, place);
    case 'MODIFY':
    case 'CHANGE':
      return modified(words, at, end, table, place) ? copies(words.upper(at), SECOND_COLUMN) : undefined;
    case 'CONVERT':
      return words.is(at + 1, 'TO') ? copies('CONVERT TO CHARACTER SET') : undefined;
    case 'PARTITION':
      return words.is(at + 1, 'BY') ? copies('PARTITION BY') : undefined;
    case 'ENGINE': {
      const engine = words.upper(words.is(at + 1, '=') ? at + 2 : at + 1);
      return engine === 'INNODB' ? undefined : copies('ENGINE');
    }
    case 'DROP': {
      const isAlone = !words.tokens.some((_, n) => words.is(n, 'ADD', 'PRIMARY') || words.is(n, 'ADD', 'CONSTRAINT'));
      return words.is(at + 1, 'PRIMARY', 'KEY') && isAlone ? copies('DROP PRIMARY KEY') : undefined;
    }
    default:
      return undefined;
  }
}

function added(words: Words, at: number, end: number, { earlier }: StatementPlace): Action | undefined {
  const has = (...wanted: readonly string[]): boolean =>
    words.tokens.some((_, n) => n > at && n < end && words.is(n, ...wanted));
  // A name of the constraint may be missing.
  const isNamed = words.is(at + 1, 'CONSTRAINT') && !/^(CHECK|FOREIGN|UNIQUE|PRIMARY)$/.test(words.upper(at + 2));
  const named = words.is(at + 1, 'CONSTRAINT') ? (isNamed ? words.name(at + 2).end : at + 2) : at + 1;
  if (words.is(named, 'FOREIGN', 'KEY')) {
    const isUnchecked = earlier.some((other) => other.is(0, 'SET') && /FOREIGN_KEY_CHECKS/.test(allWords(other)));
    return isUnchecked ? undefined : { what: 'ADD FOREIGN KEY', effect: 'rewrites the table', help: COPIES };
  }
  if (words.is(named, 'CHECK')) return { what: 'ADD CHECK', effect: 'rewrites the table', help: COPIES };
  if (SPECIAL.test(words.upper(at + 1)))
    return { what: `ADD ${words.upper(at + 1)} INDEX`, effect: 'blocks writes', help: QUIET_TIME };
  const isColumn =
    words.is(at + 1, 'COLUMN') || !/^(CONSTRAINT|INDEX|KEY|UNIQUE|PRIMARY|PARTITION)$/.test(words.upper(at + 1));
  const isWritten = has('AUTO_INCREMENT') || has('STORED') || has('PERSISTENT');
  return isColumn && isWritten ? { what: 'ADD COLUMN', effect: 'rewrites the table', help: COPIES } : undefined;
}

const allWords = (words: Words): string => words.tokens.map((_, at) => words.upper(at)).join(' ');

/** Whether a column is known to get a type that makes the server copy the table. */
function modified(words: Words, from: number, end: number, table: TableName, { typeOf }: StatementPlace): boolean {
  const behind = (at: number): number => {
    const column = words.is(at, 'COLUMN') ? at + 1 : at;
    return words.is(column, 'IF', 'EXISTS') ? column + 2 : column;
  };
  const column = words.name(behind(from + 1));
  const type = words.is(from, 'CHANGE') ? words.name(column.end).end : column.end;
  const was = typeOf(table, column.name.at(-1)?.text ?? '');
  if (was === undefined) return false;
  let last = type + 1;
  if (words.is(last, '(')) while (last < end && !words.is(last - 1, ')')) last++;
  while (last < end && /^(UNSIGNED|ZEROFILL|SIGNED|PRECISION|VARYING)$/.test(words.upper(last))) last++;
  const is = words.between(type, last);
  return !isOnlineType(plain(was), plain(is));
}

/** Types as servers show them: widths of integers and other names mean nothing. */
const plain = (type: string): string =>
  type
    .toLowerCase()
    .replace(/ (character set|charset|collate) .*$/, '')
    .replaceAll(/\s*([(),])\s*/g, '$1')
    .replace(/^(tinyint|smallint|mediumint|bigint|int|integer)\(\d+\)/, '$1')
    .replace(/^integer\b/, 'int')
    .replace(/^(bool|boolean)$/, 'tinyint')
    .replace(/^(numeric|dec|fixed)\b/, 'decimal')
    .trim();
