import type { Blocking, BlockingOf, Effect } from '../blocking.js';
import type { Operation } from '../operation.js';
import type { ColumnShape } from '../shape.js';
import { volatileDefault } from './column-default.js';

const of = (lock: string, effect: Effect = 'writers go on'): Blocking => ({ lock, effect });

/** Each held until the end of its transaction. */
const ACCESS_EXCLUSIVE = 'ACCESS EXCLUSIVE';
const CONCURRENT = 'SHARE UPDATE EXCLUSIVE';

/** The lock that each operation takes ("Explicit Locking", and the notes of each command), and what it does with it. */
export const blocking: BlockingOf = (operation, isNew) => {
  if ('table' in operation && operation.do !== 'add foreign key' && isNew(operation.table)) return undefined;
  switch (operation.do) {
    case 'create schema':
    case 'create extension':
    case 'create sequence':
    case 'drop sequence':
    case 'create type':
    case 'drop type':
    case 'create view':
    case 'drop view':
    case 'create table':
      return undefined;
    case 'alter type':
      return alterType(operation);
    case 'add column':
      return of(ACCESS_EXCLUSIVE, operation.online === true ? undefined : addedColumn(operation.column));
    case 'alter column':
      return alteredColumn(operation);
    // Others wait for the rows that it has changed until its transaction ends.
    case 'fill column':
    case 'renumber column':
      return of('ROW EXCLUSIVE', 'blocks writes');
    case 'build index':
    case 'remove index':
    case 'validate constraint':
      return of(CONCURRENT);
    case 'add index':
      return operation.index.kind === 'unique'
        ? of(ACCESS_EXCLUSIVE, 'scans under lock')
        : of('SHARE', 'blocks writes');
    case 'add primary key':
      return of(ACCESS_EXCLUSIVE, 'scans under lock');
    case 'add check':
      return operation.online === true || operation.check.notEnforced === true
        ? of(ACCESS_EXCLUSIVE)
        : of(ACCESS_EXCLUSIVE, 'scans under lock');
    // Of both tables; one that is new has no rows to read.
    case 'add foreign key':
      return operation.online === true || isNew(operation.table)
        ? of('SHARE ROW EXCLUSIVE')
        : of('SHARE ROW EXCLUSIVE', 'blocks writes');
    case 'rename part':
      return of(operation.part === 'index' ? CONCURRENT : ACCESS_EXCLUSIVE);
    case 'set option':
      return of(CONCURRENT);
    default:
      return of(ACCESS_EXCLUSIVE);
  }
};

/** Labels that come need no lock on a table; else the columns of the type get another one, or a domain reads their rows. */
function alterType({ before, after, columns }: Extract<Operation, { do: 'alter type' }>): Blocking {
  if (before.kind === 'enum' && after.kind === 'enum') {
    const kept = after.labels.filter((label) => before.labels.includes(label));
    return kept.length === before.labels.length && kept.every((label, at) => label === before.labels[at])
      ? of('none')
      : of(ACCESS_EXCLUSIVE, columns.length === 0 ? undefined : 'rewrites the table');
  }
  if (before.kind !== 'domain' || after.kind !== 'domain' || before.type !== after.type)
    return of(ACCESS_EXCLUSIVE, 'rewrites the table');
  const isTighter =
    (after.notNull === true && before.notNull !== true) ||
    after.checks.some(({ expression }) => !before.checks.some((check) => check.expression === expression));
  return isTighter ? of('SHARE', 'blocks writes') : of('none');
}

const addedColumn = (column: ColumnShape): Effect | undefined =>
  column.identity !== undefined || column.generated?.stored === true || volatileDefault(column) !== undefined
    ? 'rewrites the table'
    : undefined;

function alteredColumn({ before, after, online }: Extract<Operation, { do: 'alter column' }>): Blocking {
  const isComment = sameBut(before, after, 'comment');
  if (isComment) return of(CONCURRENT);
  const isRetyped = before.type !== after.type || before.collation !== after.collation;
  if (isRetyped && (before.collation !== after.collation || !keepsValues(before.type, after.type)))
    return of(ACCESS_EXCLUSIVE, 'rewrites the table');
  const numbers = (after.identity !== undefined && before.identity === undefined) || after.sequence !== undefined;
  const reads = after.notNull === true && before.notNull !== true && online !== true;
  return of(ACCESS_EXCLUSIVE, reads || (numbers && before.sequence === undefined) ? 'scans under lock' : undefined);
}

const sameBut = (one: ColumnShape, other: ColumnShape, key: keyof ColumnShape): boolean =>
  JSON.stringify({ ...one, [key]: '' }) === JSON.stringify({ ...other, [key]: '' });

const TYPE = /^([a-z ]+?)\s*(?:\((\d+)(?:,\s*(\d+))?\))?((?: with(?:out)? time zone)?)$/i;
const DIGITS = new Set(['timestamp', 'time', 'timestamptz', 'timetz']);

/** Whether values of a type are values of another one as they are stored: a longer text, a number or a time with more digits. */
export function keepsValues(was: string, is: string): boolean {
  const [old, next] = [TYPE.exec(was), TYPE.exec(is)];
  if (old === null || next === null) return false;
  const [from, to] = [(old[1] ?? '').toLowerCase(), (next[1] ?? '').toLowerCase()];
  const size = (found: RegExpExecArray, at: number): number => Number(found[at] ?? Infinity);
  if (from === 'varchar' || from === 'text') {
    return to === 'text' || (to === 'varchar' && size(next, 2) >= size(old, 2));
  }
  if (from !== to) return false;
  if (from === 'numeric' || from === 'decimal') {
    return old[2] !== undefined && (next[2] === undefined || (size(next, 2) >= size(old, 2) && old[3] === next[3]));
  }
  return DIGITS.has(from) && old[4] === next[4] && Number(next[2] ?? 6) >= Number(old[2] ?? 6);
}
