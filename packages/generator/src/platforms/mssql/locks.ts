import type { Blocking, BlockingOf, Effect } from '../blocking.js';
import { isLonger } from './conversion.js';

// Written from the documentation of ALTER TABLE and CREATE INDEX, for editions without online operations.

const of = (lock: string, effect: Effect = 'writers go on'): Blocking => ({ lock, effect });

export const blocking: BlockingOf = (operation, isNew) => {
  if (!('table' in operation) || operation.do === 'create table' || isNew(operation.table)) return undefined;
  switch (operation.do) {
    case 'add index':
      return operation.index.kind === 'index' || operation.index.kind === 'unique index'
        ? of('S', 'blocks writes')
        : of('Sch-M', 'scans under lock');
    case 'add primary key':
    case 'drop primary key':
      return of('Sch-M', 'rewrites the table');
    case 'add check':
    case 'add foreign key':
      return of('Sch-M', 'scans under lock');
    case 'add column': {
      const { notNull, default: value, identity, generated } = operation.column;
      const writes = identity !== undefined || generated?.stored === true || (notNull === true && value !== undefined);
      return of('Sch-M', writes ? 'rewrites the table' : undefined);
    }
    case 'alter column': {
      const { before, after } = operation;
      if (before.type !== after.type && !isLonger(before.type, after.type)) return of('Sch-M', 'rewrites the table');
      return of('Sch-M', after.notNull === true && before.notNull !== true ? 'scans under lock' : undefined);
    }
    case 'fill column':
    case 'renumber column':
      return of('IX', 'blocks writes');
    default:
      return of('Sch-M');
  }
};
