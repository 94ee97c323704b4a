import type { BlockingOf } from '../blocking.js';
import type { Words } from '../sql-words.js';

/** Whoever writes keeps other writers out of the whole database, until its transaction ends. */
export const blocking: BlockingOf = (operation, isNew) => {
  switch (operation.do) {
    case 'rebuild table':
      return { lock: 'RESERVED', effect: 'rewrites the table' };
    case 'add index':
    case 'fill column':
    case 'renumber column':
      return isNew(operation.table) ? undefined : { lock: 'RESERVED', effect: 'blocks writes' };
    case 'rename table':
    case 'rename column':
    case 'add column':
    case 'drop index':
    case 'drop table':
      return { lock: 'RESERVED', effect: 'writers go on' };
    default:
      return undefined;
  }
};

export const hasOneWriter = true;

export function refusedInTransaction(words: Words): string | undefined {
  if (words.is(0, 'VACUUM')) return 'VACUUM is refused in a transaction';
  const isSet = words.is(2, '=') || words.is(2, '(');
  return words.is(0, 'PRAGMA', 'FOREIGN_KEYS') && isSet
    ? 'PRAGMA foreign_keys does nothing in a transaction'
    : undefined;
}
