import { applyChanges } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import { compareShapes } from '../changes/compare.js';
import { keyOf } from '../changes/state.js';
import { type Abilities, keptBeside, type Operation } from '../platforms/operation.js';
import type { DatabaseShape } from '../platforms/shape.js';
import { mentionsAny } from './parts.js';
import { planChanges } from './plan.js';
import { ownerOf } from './table-plan.js';

/** What rows that are there get, in SQL, by the column that becomes required: `book.isbn`. */
export type Fills = Readonly<Record<string, string>>;

/** How a column is named in `Fills`. */
export const fillName = ({ schema, table, name }: Pick<Change, 'schema' | 'table' | 'name'>): string =>
  [...(schema === undefined ? [] : [schema]), table ?? '', name].join('.');

/** Whether a change makes a column required of rows that are there. */
export const isRequired = (change: Change): change is Extract<Change, { kind: 'column' }> =>
  change.kind === 'column' &&
  change.after?.notNull === true &&
  change.before?.notNull !== true &&
  change.after.generated === undefined;

/** The same changes, with columns that are not required until they are filled. */
export function unfilled(changes: readonly Change[], fills: Fills | undefined): readonly Change[] {
  if (fills === undefined) return changes;
  return changes.map((change) => {
    if (!isRequired(change) || change.after === undefined || fills[fillName(change)] === undefined) return change;
    const { notNull: _, ...after } = change.after;
    return { ...change, after };
  });
}

const DROPPED_LAST = new Set<Change['kind']>(['table', 'column', 'type', 'sequence']);

/** What goes, and may be what the values are made of. A table of which no value is made goes first: others may get its names. */
const isDrop = ({ kind, name, before, after, from }: Change, fills: Fills): boolean =>
  DROPPED_LAST.has(kind) &&
  from === undefined &&
  after === undefined &&
  (before !== undefined || kind === 'sequence') &&
  (kind !== 'table' || mentionsAny(Object.values(fills).join(' '), [name]));

/** A key that has a column which is still to be filled. SQLite would number a primary key by itself, others refuse the rows. */
function isKeyOfFilled(change: Change, fills: Fills): boolean {
  const isFilled = (name = ''): boolean => fills[fillName({ ...change, name })] !== undefined;
  if (change.kind === 'foreign key') return change.after?.columns.some(isFilled) === true;
  if (change.kind !== 'primary key' && (change.kind !== 'index' || change.after?.kind === 'index')) return false;
  return change.after?.parts.some(({ column }) => isFilled(column)) === true;
}

/** What is done to make changes, in order: columns are filled before they are required. */
export function planFilled(
  before: DatabaseShape,
  changes: readonly Change[],
  abilities: Abilities,
  fills: Fills | undefined,
): readonly Operation[] {
  if (fills === undefined) return planChanges(before, changes, abilities);
  const first = unfilled(changes, fills).filter((change) => !isDrop(change, fills) && !isKeyOfFilled(change, fills));
  const between = applyChanges(before, first);
  const filling = changes.filter(isRequired).flatMap((change): Operation[] => {
    const sql = fills[fillName(change)];
    if (sql === undefined) return [];
    const table = ownerOf(change);
    const owner = between.tables.find((each) => keyOf(each) === keyOf(table));
    const kept = owner === undefined ? {} : keptBeside(owner, change.name);
    return [{ do: 'fill column', table, column: change.name, sql, ...kept }];
  });
  const rest = compareShapes(between, applyChanges(before, changes));
  return [...planChanges(before, first, abilities), ...filling, ...planChanges(between, rest, abilities)];
}

/** Those of some changes. */
export function fillsOf(changes: readonly Change[], fills: Fills | undefined): Fills | undefined {
  const names = new Set(changes.filter(isRequired).map(fillName));
  const own = Object.entries(fills ?? {}).filter(([name]) => names.has(name));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}
