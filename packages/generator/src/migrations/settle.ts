import type { Change } from '../changes/change.js';
import type { Alteration } from '../platforms/alteration.js';
import { CannotAlter, type Operation } from '../platforms/operation.js';
import type { Presence } from '../platforms/presence.js';
import type { DatabaseShape } from '../platforms/shape.js';
import type { Fills } from './fill.js';
import { plannedOperations } from './forms.js';

/** By what the database shows that a statement has run. */
export interface Sign {
  readonly what: Presence;
  /** Whether it is there once the statement has run. */
  readonly after: boolean;
}

/**
 * The statements that orm itself prints for a migration, in either form, each with its signs; none where running it once more is
 * harmless.
 */
export function knownStatements(
  before: DatabaseShape,
  changes: readonly Change[],
  alteration: Alteration,
  direction: 'up' | 'down',
  fills?: Fills,
): ReadonlyMap<string, readonly Sign[]> {
  const known = new Map<string, readonly Sign[]>();
  for (const online of [false, true]) {
    for (const operation of ownOperations(before, changes, alteration, direction, { fills, online })) {
      // Once more would be once too often; a transaction holds it, with its line in the history.
      if (operation.do === 'renumber column') continue;
      const printed = alteration.alter(operation);
      const signs = lasting(signsOf(operation));
      // What follows the first statement of an operation has no sign of its own.
      if (printed.length === 1 || isRepeatable(operation)) for (const statement of printed) known.set(statement, signs);
    }
  }
  return known;
}

/** All statements that orm itself prints for a migration, in either form. */
export function printedStatements(
  before: DatabaseShape,
  changes: readonly Change[],
  alteration: Alteration,
  direction: 'up' | 'down',
  fills?: Fills,
): ReadonlySet<string> {
  const operations = [false, true].flatMap((online) =>
    ownOperations(before, changes, alteration, direction, { fills, online }),
  );
  return new Set(operations.flatMap((operation) => alteration.alter(operation)));
}

/** None where the vendor has no way: then a person has written all of it. */
function ownOperations(...planned: Parameters<typeof plannedOperations>): readonly Operation[] {
  const [, , { alter }] = planned;
  try {
    const operations = plannedOperations(...planned);
    for (const operation of operations) alter(operation);
    return operations;
  } catch (error) {
    if (error instanceof CannotAlter) return [];
    throw error;
  }
}

/** Whether each of its statements can be run once more: labels are added unless they are there. */
const isRepeatable = (operation: Operation): boolean => operation.do === 'alter type' && operation.online === true;

/** Names that differ in capital letters only may be one name. */
const folded = (what: Presence): string => key(what).toLowerCase();

const key = ({ kind, name, of }: Presence): string => JSON.stringify([kind, name, of.schema ?? null, of.name]);

/**
 * What goes and comes again under one name says nothing. Where the two differ in capital letters, these are what tells which of
 * them is there.
 */
const lasting = (signs: readonly Sign[]): readonly Sign[] =>
  signs.flatMap((sign) => {
    const others = signs.filter(({ what, after }) => folded(what) === folded(sign.what) && after !== sign.after);
    if (others.length === 0) return [sign];
    if (others.some(({ what }) => key(what) === key(sign.what))) return [];
    return [{ ...sign, what: { ...sign.what, exact: true } }];
  });

function signsOf(operation: Operation): readonly Sign[] {
  const sign = (kind: Presence['kind'], of: Presence['of'], name: string, after: boolean): Sign => ({
    what: { kind, of, name },
    after,
  });
  const isAdded = operation.do.startsWith('add ') || operation.do.startsWith('create ');
  switch (operation.do) {
    case 'alter table':
      return operation.operations.flatMap(signsOf);
    case 'create table':
    case 'drop table':
      return [sign('table', operation.table, '', isAdded)];
    case 'create view':
    case 'drop view':
      return [sign('view', operation.view, '', isAdded)];
    case 'rename table':
      return [
        sign('table', operation.table, '', false),
        sign('table', { ...operation.table, name: operation.to }, '', true),
      ];
    case 'rename column':
      return [
        sign('column', operation.table, operation.column, false),
        sign('column', operation.table, operation.to, true),
      ];
    case 'add column':
    case 'drop column':
      return [sign('column', operation.table, operation.column.name, isAdded)];
    case 'add primary key':
    case 'drop primary key':
      return [sign('primary key', operation.table, '', isAdded)];
    case 'add index':
    case 'drop index':
      return [sign('index', operation.table, operation.index.name, isAdded)];
    case 'build index':
      return [sign('valid index', operation.table, operation.index.name, true)];
    case 'remove index':
      return [sign('index', operation.table, operation.index.name, false)];
    case 'attach primary key':
      return [sign('primary key', operation.table, '', true)];
    case 'add check':
    case 'drop check':
      return [sign('check', operation.table, operation.check.name, isAdded)];
    case 'add foreign key':
    case 'drop foreign key':
      return [sign('foreign key', operation.table, operation.key.name, isAdded)];
    case 'rename part':
      return [
        sign('index', operation.table, operation.from, false),
        sign('index', operation.table, operation.to, true),
      ];
    // Said once more, it changes nothing.
    default:
      return [];
  }
}
