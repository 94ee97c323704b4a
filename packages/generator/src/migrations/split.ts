import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import { compareShapes } from '../changes/compare.js';
import { keyOf } from '../changes/state.js';
import type { ColumnShape, DatabaseShape, ForeignKeyShape, IndexShape } from '../platforms/shape.js';
import { isRequired } from './fill.js';
import { removed, typeLabels } from './labels.js';
import { ownerOf } from './table-plan.js';

/** Changes in two parts, between which old and new code can both work. */
export interface SplitChanges {
  /** What is new, before the new code. What will go asks for no value any more. */
  readonly expand: readonly Change[];
  /** What goes, and what becomes required or unique, when the old code is gone. */
  readonly contract: readonly Change[];
}

export function splitChanges(before: DatabaseShape, changes: readonly Change[]): SplitChanges {
  const after = applyChanges(before, changes);
  const early = changes.flatMap((change) => expanding(change, changes, after));
  const expand = withoutLateTargets(early, changes, applyChanges(before, early));
  return { expand, contract: compareShapes(applyChanges(before, expand), after) };
}

function expanding(change: Change, changes: readonly Change[], end: DatabaseShape): readonly Change[] {
  const isDropped = change.before !== undefined && change.after === undefined;
  if (isDropped && (change.kind === 'table' || change.kind === 'type' || change.kind === 'view')) return [];
  if (change.kind === 'check') return loosened(change);
  if (change.kind === 'index') return withoutUnique(change, changes, end);
  if (change.kind === 'type') return withOldLabels(change);
  if (change.kind === 'sequence') return change.after === undefined ? [] : [change];
  if (change.kind !== 'column') return [change];
  const { before, after } = change;
  if (before !== undefined && after === undefined) {
    const asksForNothing = before.notNull !== true || canBeLeftOut(before);
    return asksForNothing ? [] : [{ ...change, after: optional(before) }];
  }
  if (after === undefined) return [change];
  const labelled = before === undefined ? after : columnWithOldLabels(before, after);
  const isTightened = isRequired(change) && (before !== undefined || !canBeLeftOut(after));
  const relaxed = isTightened ? optional(labelled) : labelled;
  return change.from === undefined && isDeepStrictEqual(before, relaxed) ? [] : [{ ...change, after: relaxed }];
}

const isUnique = (index: IndexShape | undefined): index is IndexShape => index !== undefined && index.kind !== 'index';

const columnsOf = ({ parts }: Pick<IndexShape, 'parts'>): readonly string[] =>
  parts.flatMap(({ column }) => column ?? []).toSorted();

/** Old code may write twice what shall be there once. */
function withoutUnique(
  change: Extract<Change, { kind: 'index' }>,
  changes: readonly Change[],
  end: DatabaseShape,
): readonly Change[] {
  const { before, after } = change;
  if (!isUnique(after) || change.from !== undefined || isOfNewColumn(change, after, changes)) return [change];
  if (!isUnique(before)) return [];
  // What others point at stays as long as they do.
  const owner = keyOf(ownerOf(change));
  const isNeeded = end.tables.some(({ foreignKeys }) =>
    foreignKeys.some((key) => keyOf(key.foreignTable) === owner && isOver(key, columnsOf(before))),
  );
  const { after: _, ...gone } = change;
  return isNeeded ? [] : [gone];
}

const isOver = ({ foreignColumns }: ForeignKeyShape, columns: readonly string[]): boolean =>
  isDeepStrictEqual(foreignColumns.toSorted(), columns);

/** Old code leaves a new column empty. */
function isOfNewColumn(own: Change, { parts, nullsNotDistinct }: IndexShape, changes: readonly Change[]): boolean {
  if (nullsNotDistinct === true) return false;
  const isEmpty = (change: Change, name: string | undefined): boolean =>
    change.kind === 'column' &&
    change.name === name &&
    keyOf(ownerOf(change)) === keyOf(ownerOf(own)) &&
    change.before === undefined &&
    change.after?.default === undefined &&
    change.after?.generated === undefined;
  return parts.some(({ column }) => changes.some((change) => isEmpty(change, column)));
}

/** A foreign key waits for the unique that it points at. */
function withoutLateTargets(
  early: readonly Change[],
  changes: readonly Change[],
  between: DatabaseShape,
): readonly Change[] {
  const late = changes.filter((change) => change.kind === 'index' && isUnique(change.after) && !early.includes(change));
  if (late.length === 0) return early;
  const isLate = (key: ForeignKeyShape): boolean => {
    const target = between.tables.find((table) => keyOf(table) === keyOf(key.foreignTable));
    const keys = [target?.primaryKey, ...(target?.indexes.filter(isUnique) ?? [])];
    return target !== undefined && !keys.some((each) => each !== undefined && isOver(key, columnsOf(each)));
  };
  return early.flatMap((change): readonly Change[] => {
    if (change.kind === 'table' && change.before === undefined && change.after !== undefined) {
      const foreignKeys = change.after.foreignKeys.filter((key) => !isLate(key));
      return [{ ...change, after: { ...change.after, foreignKeys } }];
    }
    if (change.kind !== 'foreign key' || change.after === undefined || !isLate(change.after)) return [change];
    const { after: _, ...gone } = change;
    return change.before === undefined ? [] : [gone];
  });
}

/** Labels that come, and those that go, which old code may still write. */
function allLabels(was: readonly string[], is: readonly string[]): readonly string[] {
  return is.reduce<readonly string[]>((all, label, at) => {
    if (all.includes(label)) return all;
    const behind = at === 0 ? -1 : all.indexOf(is[at - 1] ?? '');
    return all.toSpliced(behind + 1, 0, label);
  }, was);
}

function withOldLabels(change: Extract<Change, { kind: 'type' }>): readonly Change[] {
  const { before, after } = change;
  if (before?.kind !== 'enum' || after?.kind !== 'enum') return [change];
  if (removed(before.labels, after.labels).length === 0) return [change];
  const all = { ...after, labels: allLabels(before.labels, after.labels) };
  return isDeepStrictEqual(before, all) ? [] : [{ ...change, after: all }];
}

function columnWithOldLabels(before: ColumnShape, after: ColumnShape): ColumnShape {
  const [was, is] = [typeLabels(before.type), typeLabels(after.type)];
  const isOneKind = wordOf(before.type) === wordOf(after.type);
  const type =
    was !== undefined && is !== undefined && isOneKind && removed(was, is).length > 0
      ? relabelled(after.type, allLabels(was, is))
      : after.type;
  const [old, labels] = [before.labels, after.labels];
  // Other numbers would change what is there: only labels at the end can wait.
  const isShorter =
    old !== undefined &&
    labels !== undefined &&
    old.as === labels.as &&
    old.list.length > labels.list.length &&
    labels.list.every((label, at) => label === old.list[at]);
  return { ...after, type, ...(isShorter ? { labels: old } : {}) };
}

const wordOf = (type: string): string => (/^\w+/.exec(type)?.[0] ?? '').toLowerCase();

/** A type with other labels. What stands around them stays. */
function relabelled(type: string, labels: readonly string[]): string {
  const [first, last] = [type.indexOf("'"), type.lastIndexOf("'")];
  return `${type.slice(0, first)}${labels.join(', ')}${type.slice(last + 1)}`;
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
