import type { Change } from '../changes/change.js';
import { keyOf } from '../changes/state.js';
import type { Alteration } from '../platforms/alteration.js';
import { type Blocking, worst } from '../platforms/blocking.js';
import type { Operation } from '../platforms/operation.js';
import type { ObjectName } from '../platforms/shape.js';
import { labelMoves } from './labels.js';
import { nameOf } from './parts.js';
import { canBeLeftOut } from './split.js';
import { ownerOf } from './table-plan.js';

/** An operation, and what others notice of it. */
export interface PlannedEffect {
  readonly operation: Operation;
  /** Undefined where it touches no table that others use. */
  readonly blocking: Blocking | undefined;
}

/** What each operation of a migration does to others who use its tables. */
export function blockingOf(operations: readonly Operation[], { blocking }: Alteration): readonly PlannedEffect[] {
  const made = new Set(operations.flatMap((each) => (each.do === 'create table' ? [keyOf(each.table)] : [])));
  const isNew = (table: ObjectName): boolean => made.has(keyOf(table));
  return operations.map((operation) => ({ operation, blocking: blocking(operation, isNew) }));
}

/** Whether a change takes values away. */
export function erases(change: Change): boolean {
  if (change.kind === 'table') return change.before !== undefined && change.after === undefined;
  if (change.kind !== 'column' || change.before === undefined || change.before.generated !== undefined) return false;
  return change.after === undefined || change.after.generated !== undefined;
}

/** Whether code that was written for what is there fails: by a name that is gone, a value that it does not give, or a number that stands for another label. */
export function breaksCode(change: Change): boolean {
  if (change.from !== undefined && (change.kind === 'table' || change.kind === 'column')) return true;
  if (change.kind !== 'column') return false;
  const { before, after } = change;
  const isRequired = after?.notNull === true && before?.notNull !== true && !canBeLeftOut(after);
  return isRequired || (labelMoves(before, after)?.isMoved ?? false);
}

/** What a change does to those who use the database meanwhile, and to what is in it. */
export interface ChangeEffect {
  readonly change: Change;
  /** The strongest lock; undefined where no table that was there is touched. */
  readonly blocking: Blocking | undefined;
  /** For people: `erases data`, `breaks running code`, `rewrites the table` … */
  readonly words: readonly string[];
}

export function changeEffects(
  changes: readonly Change[],
  operations: readonly Operation[],
  alteration: Alteration,
): readonly ChangeEffect[] {
  const effects = blockingOf(operations, alteration);
  return changes.map((change) => {
    const own = effects.filter(({ operation }) => concerns(operation, change, changes));
    const blocking = worst(own.map((each) => each.blocking));
    const known = [...(erases(change) ? ['erases data'] : []), ...(breaksCode(change) ? ['breaks running code'] : [])];
    const words =
      blocking === undefined || (known.length > 0 && blocking.effect === 'writers go on')
        ? known
        : [...known, blocking.effect];
    return { change, blocking, words };
  });
}

/** Whether an operation is done because of a change. */
function concerns(operation: Operation, change: Change, changes: readonly Change[]): boolean {
  if (operation.do === 'alter table') return operation.operations.some((each) => concerns(each, change, changes));
  if (operation.do === 'rebuild table') return isTable(operation.after, change, changes);
  if (operation.do === 'alter type') return change.kind === 'type' && keyOf(change) === keyOf(operation.after);
  if (!('table' in operation)) return false;
  if (operation.do === 'create table' || operation.do === 'drop table' || operation.do === 'rename table') {
    const name = operation.do === 'rename table' ? { ...operation.table, name: operation.to } : operation.table;
    return change.kind === 'table' && keyOf(change) === keyOf(name);
  }
  if (change.kind === 'table' || !isTable(operation.table, change, changes)) return false;
  return partOf(operation).some(
    ([kind, name]) => kind === change.kind && (name === change.name || name === change.from),
  );
}

const isTable = (table: ObjectName, change: Change, changes: readonly Change[]): boolean => {
  if (change.table === undefined) return false;
  const owner = ownerOf(change);
  const old = changes.find((each) => each.kind === 'table' && keyOf(nameOf(each)) === keyOf(owner))?.from;
  return keyOf(table) === keyOf(owner) || (old !== undefined && keyOf(table) === keyOf({ ...owner, name: old }));
};

/** The part of a table that an operation is about, by the kind of its change. */
function partOf(operation: Operation): readonly (readonly [Change['kind'], string])[] {
  switch (operation.do) {
    case 'add column':
    case 'drop column':
      return [['column', operation.column.name]];
    case 'rename column':
      return [['column', operation.to]];
    case 'alter column':
      return [['column', operation.after.name]];
    case 'fill column':
    case 'renumber column':
      return [['column', operation.column]];
    case 'add index':
    case 'drop index':
    case 'build index':
    case 'remove index':
    case 'attach unique':
      return [['index', operation.index.name]];
    case 'add primary key':
    case 'drop primary key':
    case 'attach primary key':
      return [['primary key', 'PRIMARY KEY']];
    case 'add check':
    case 'drop check':
      return [['check', operation.check.name]];
    case 'add foreign key':
    case 'drop foreign key':
      return [['foreign key', operation.key.name]];
    case 'set option':
      return [['option', operation.name]];
    case 'rename part':
      return [[operation.part === 'unique' ? 'index' : operation.part, operation.to]];
    case 'validate constraint':
      return [
        ['check', operation.name],
        ['foreign key', operation.name],
      ];
    default:
      return [];
  }
}
