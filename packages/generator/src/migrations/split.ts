import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import { compareShapes } from '../changes/compare.js';
import type { ColumnShape, DatabaseShape } from '../platforms/shape.js';
import { isRequired } from './fill.js';

/** Changes in two parts, between which old and new code can both work. */
export interface SplitChanges {
  /** What is new, before the new code. What will go asks for no value any more. */
  readonly expand: readonly Change[];
  /** What goes, and what becomes required, when the old code is gone. */
  readonly contract: readonly Change[];
}

export function splitChanges(before: DatabaseShape, changes: readonly Change[]): SplitChanges {
  const expand = changes.flatMap(expanding);
  return { expand, contract: compareShapes(applyChanges(before, expand), applyChanges(before, changes)) };
}

function expanding(change: Change): readonly Change[] {
  const isDropped = change.before !== undefined && change.after === undefined;
  if (isDropped && (change.kind === 'table' || change.kind === 'type' || change.kind === 'view')) return [];
  if (change.kind === 'check') return loosened(change);
  if (change.kind === 'sequence') return change.after === undefined ? [] : [change];
  if (change.kind !== 'column') return [change];
  const { before, after } = change;
  if (before !== undefined && after === undefined) {
    const asksForNothing = before.notNull !== true || canBeLeftOut(before);
    return asksForNothing ? [] : [{ ...change, after: optional(before) }];
  }
  if (after === undefined || !isRequired(change) || (before === undefined && canBeLeftOut(after))) return [change];
  const relaxed = optional(after);
  return change.from === undefined && isDeepStrictEqual(before, relaxed) ? [] : [{ ...change, after: relaxed }];
}

/** Old code writes what the old check takes, new code what the new one does: between the two there is none. */
function loosened(change: Extract<Change, { kind: 'check' }>): readonly Change[] {
  const { after: _, ...gone } = change;
  return change.before === undefined ? [] : [gone];
}

/** Whether an INSERT need not name the column, though it is required. */
export const canBeLeftOut = ({ default: value, generated, identity, sequence }: ColumnShape): boolean =>
  [value, generated, identity, sequence].some((each) => each !== undefined);

const optional = ({ notNull: _, ...column }: ColumnShape): ColumnShape => column;
