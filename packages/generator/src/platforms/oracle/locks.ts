import type { Blocking, BlockingOf, Effect } from '../blocking.js';
import { canModify } from './conversion.js';

// Written from the documentation ("Automatic Locks in DDL Operations"), for editions without online operations.

const of = (lock: string, effect: Effect = 'writers go on'): Blocking => ({ lock, effect });

export const blocking: BlockingOf = (operation, isNew) => {
  if (!('table' in operation) || operation.do === 'create table' || isNew(operation.table)) return undefined;
  switch (operation.do) {
    case 'add index':
      return operation.index.kind === 'unique'
        ? of('exclusive DDL', 'scans under lock')
        : of('share DDL', 'blocks writes');
    case 'add primary key':
    case 'add check':
    case 'add foreign key':
      return of('exclusive DDL', 'scans under lock');
    case 'add column':
      return of('exclusive DDL', operation.column.sequence === undefined ? undefined : 'rewrites the table');
    case 'drop column':
      return of('exclusive DDL', 'rewrites the table');
    case 'alter column': {
      const { before, after } = operation;
      if (before.type !== after.type && !canModify(before.type, after.type))
        return of('exclusive DDL', 'rewrites the table');
      return of('exclusive DDL', after.notNull === true && before.notNull !== true ? 'scans under lock' : undefined);
    }
    case 'fill column':
    case 'renumber column':
      return of('rows', 'blocks writes');
    default:
      return of('exclusive DDL');
  }
};
