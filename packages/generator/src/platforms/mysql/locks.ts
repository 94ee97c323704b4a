import { type Blocking, type BlockingOf, worst } from '../blocking.js';
import type { Operation } from '../operation.js';
import { isOnlineClause } from './online.js';

const GOES_ON: Blocking = { lock: 'NONE', effect: 'writers go on' };
/** For a moment, without a clause to say so. */
const NAME: Blocking = { lock: 'EXCLUSIVE', effect: 'writers go on' };

/**
 * What servers do that are not told `LOCK=NONE`: they copy the table while others can only read it, unless all that is
 * done is online. Where servers differ it is what the worst of them does.
 */
export const blocking: BlockingOf = (operation, isNew) => {
  if (!('table' in operation) || operation.do === 'create table') return undefined;
  if (isNew(operation.table)) return operation.do === 'add foreign key' ? NAME : undefined;
  switch (operation.do) {
    case 'drop table':
    case 'rename table':
      return NAME;
    // Others wait for the rows that it has changed until it ends.
    case 'fill column':
    case 'renumber column':
      return { lock: 'rows', effect: 'blocks writes' };
    case 'alter table':
      return operation.online === true
        ? GOES_ON
        : worst(operation.operations.map((each) => clause(each, operation.operations)));
    default:
      return operation.online === true ? GOES_ON : clause(operation, [operation]);
  }
};

function clause(operation: Operation, all: readonly Operation[]): Blocking {
  if (isOnlineClause(operation, all)) return GOES_ON;
  const isSpecial = operation.do === 'add index' && (operation.index.using ?? '') !== '';
  return isSpecial ? { lock: 'SHARED', effect: 'blocks writes' } : { lock: 'SHARED', effect: 'rewrites the table' };
}
