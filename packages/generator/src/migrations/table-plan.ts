import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../changes/change.js';
import { type ColumnRename, keyOf, optionsOf, withColumnsRenamed, withTableRenamed } from '../changes/state.js';
import type { Abilities, Operation } from '../platforms/operation.js';
import type {
  ColumnShape,
  DatabaseShape,
  IndexShape,
  ObjectName,
  PrimaryKeyShape,
  TableShape,
  TypeShape,
} from '../platforms/shape.js';
import { columnPlan, type KeptColumn } from './column-plan.js';
import { indexTexts, mentionsAny, nameOf, planParts, renamedPart, touches } from './parts.js';

/** A table that stays. */
export interface TablePair {
  /** As it is, with its names. */
  readonly before: TableShape;
  /** The same with the names that it will have. */
  readonly renamed: TableShape;
  readonly after: TableShape;
}

export function tablePairs(
  before: DatabaseShape,
  after: DatabaseShape,
  changes: readonly Change[],
): readonly TablePair[] {
  const isMade = new Set(changes.flatMap((each) => (each.kind === 'table' && each.after ? [keyOf(each)] : [])));
  const isGone = new Set(changes.flatMap((each) => (each.kind === 'table' && each.before ? [keyOf(each)] : [])));
  const renamed = withNewNames(before, changes);
  const unchanged = new Set(after.tables);
  const wanted = new Map(after.tables.map((table) => [keyOf(table), table]));
  return renamed.tables.flatMap((table, at) => {
    const was = before.tables[at];
    if (was === table && unchanged.has(table)) return [{ before: table, renamed: table, after: table }];
    const is = wanted.get(keyOf(table));
    const stays = !isMade.has(keyOf(table)) && !isGone.has(keyOf(table));
    return was !== undefined && is !== undefined && stays ? [{ before: was, renamed: table, after: is }] : [];
  });
}

function withNewNames(before: DatabaseShape, changes: readonly Change[]): DatabaseShape {
  let shape = before;
  let columns: ColumnRename[] = [];
  for (const change of changes) {
    const { kind, from, name } = change;
    if (from === undefined) continue;
    if (kind === 'column') columns.push({ table: ownerOf(change), from, to: name });
    if (kind !== 'table') continue;
    shape = withTableRenamed(withColumnsRenamed(shape, columns), { ...nameOf(change), name: from }, name);
    columns = [];
  }
  return withColumnsRenamed(shape, columns);
}

export const ownerOf = ({ schema, table = '' }: Change): ObjectName =>
  nameOf({ ...(schema === undefined ? {} : { schema }), name: table });

/** What is done to one table, by the time at which it can be. */
export interface TablePlan {
  readonly pair: TablePair;
  /** Whether nothing of it changes, nor the type of a column, nor anything that its keys point at. */
  readonly isUntouched: boolean;
  /** Before renames: what would be in the way is dropped. */
  readonly dropChecks: readonly Operation[];
  readonly dropKeys: readonly Operation[];
  readonly makeWay: readonly Operation[];
  readonly alter: readonly Operation[];
  readonly tighten: readonly Operation[];
  readonly remove: readonly Operation[];
  /** The columns, by their new names, that foreign keys must leave alone meanwhile. */
  readonly disturbed: ReadonlySet<string>;
  /** The columns of the keys that go for a while or for good: those that a foreign key may point at. */
  readonly loosened: readonly (readonly string[])[];
  /** The columns of all keys and indexes that do, where a foreign key stands on them. */
  readonly unindexed: ReadonlySet<string>;
  /** Names of columns after, by those before. */
  readonly newNames: ReadonlyMap<string, string>;
  /** Whether views of it must make room. */
  readonly isMoved: boolean;
  /** Whether columns can only be renamed together with everything else: what is worked out from them is in the way. */
  readonly renamesTogether: boolean;
}

/** Whether nothing of a table changes, nor anything that its keys point at. */
export const isUntouched = ({ before, renamed, after }: TablePair): boolean => before === renamed && renamed === after;

const NOTHING: Omit<TablePlan, 'pair' | 'isUntouched'> = {
  dropChecks: [],
  dropKeys: [],
  makeWay: [],
  alter: [],
  tighten: [],
  remove: [],
  disturbed: new Set(),
  loosened: [],
  unindexed: new Set(),
  newNames: new Map(),
  renamesTogether: false,
  isMoved: false,
};

/** `replaced`: the types of the database's own whose place others of their names take. */
export function planTable(pair: TablePair, abilities: Abilities, replaced: readonly TypeShape[] = []): TablePlan {
  const typeNames = replaced.map(({ name }) => name);
  const isReplaced = (column: ColumnShape): boolean =>
    replaced.some((type) => abilities.hasType?.(column, type) === true);
  if (isUntouched(pair) && !pair.after.columns.some(isReplaced) && !speaksOf(pair.after, typeNames)) {
    return { pair, isUntouched: true, ...NOTHING };
  }
  if (abilities.needsRebuild?.(asInDatabase(pair.renamed), asInDatabase(pair.after)) === true) return rebuild(pair);
  const { before, renamed, after } = pair;
  const old = new Map(renamed.columns.map((column) => [column.name, column]));
  const kept = after.columns.flatMap((column) => {
    const was = old.get(column.name);
    return was === undefined
      ? []
      : [
          {
            was: abilities.seenColumn(renamed, withoutMeanings(was)),
            is: abilities.seenColumn(after, withoutMeanings(column)),
          },
        ];
  });
  const namesAfter = newNames(pair);
  const renamedColumns = [...namesAfter].filter(([from, to]) => from !== to);
  const newlyNamed = new Set(renamedColumns.map(([, to]) => to));
  const changed = kept.filter(
    ({ was, is }) =>
      !isDeepStrictEqual(was, is) || (newlyNamed.has(is.name) && abilities.restatesRenamed?.(is) === true),
  );
  const oldNames = renamedColumns.map(([from]) => from);
  const workedOut = [...before.columns.map(({ generated }) => generated?.sql ?? ''), ...before.indexes.map(indexTexts)];
  const renamesTogether = abilities.altersAtOnce && workedOut.some((sql) => mentionsAny(sql, oldNames));
  const retyped = new Set([
    ...changed.filter(({ was, is }) => abilities.needsFreeColumn(was, is)).map(({ is }) => is.name),
    ...kept.filter(({ was }) => isReplaced(was)).map(({ is }) => is.name),
  ]);
  const isRemade = ({ was, is }: KeptColumn): boolean =>
    !abilities.altersColumn(was, is) ||
    (is.generated !== undefined && (isReplaced(was) || mentionsAny(is.generated.sql, [...retyped, ...typeNames])));
  const again = kept.filter(isRemade);
  const remade = new Set(again.map(({ is }) => is.name));
  const disturbed = new Set([...retyped, ...remade, ...(renamesTogether ? newlyNamed : [])]);
  const columns = columnPlan(
    pair,
    changed.filter(({ is }) => !remade.has(is.name)),
    again,
    disturbed,
    abilities,
  );

  // What compares a column with a value of the old type.
  const typed = replaced.length === 0 ? [] : [...typeNames, ...retyped];
  const isInTheWay = (index: PrimaryKeyShape | IndexShape): boolean =>
    touches(index, remade) ||
    mentionsAny(indexTexts(index), typed) ||
    changed.some(({ was, is }) => abilities.needsFreeIndex(index, was, is) && touches(index, new Set([is.name])));
  const isKeyInTheWay = renamed.primaryKey !== undefined && isInTheWay(renamed.primaryKey);
  const keyStays = isDeepStrictEqual(renamed.primaryKey, after.primaryKey) && !isKeyInTheWay;
  const isKeyRenamed =
    !keyStays &&
    !isKeyInTheWay &&
    renamed.primaryKey?.name !== undefined &&
    after.primaryKey?.name !== undefined &&
    abilities.renames.has('primary key') &&
    isDeepStrictEqual({ ...renamed.primaryKey, name: after.primaryKey.name }, after.primaryKey);
  const indexes = planParts(renamed.indexes, after.indexes, isInTheWay, (index) =>
    abilities.renames.has(index.kind === 'unique' ? 'unique' : 'index'),
  );
  const checks = planParts(
    renamed.checks,
    after.checks,
    ({ expression }) => mentionsAny(expression, [...disturbed, ...typed]),
    () => abilities.renames.has('check'),
  );
  const dropsKey = !keyStays && !isKeyRenamed && before.primaryKey !== undefined;
  const addsKey = !keyStays && !isKeyRenamed && after.primaryKey !== undefined;
  const oldIndex = (index: IndexShape): IndexShape => before.indexes[renamed.indexes.indexOf(index)] ?? index;
  const columnsOf = ({ parts }: Pick<IndexShape, 'parts'>): string[] => parts.flatMap(({ column }) => column ?? []);
  const lostKey = dropsKey && renamed.primaryKey !== undefined ? [columnsOf(renamed.primaryKey)] : [];
  return {
    pair,
    isUntouched: false,
    dropChecks: checks.drop.map((check): Operation => ({ do: 'drop check', table: nameOf(before), check })),
    dropKeys: [
      ...indexes.drop.map((index): Operation => ({ do: 'drop index', table: nameOf(before), index: oldIndex(index) })),
      ...(dropsKey ? [{ do: 'drop primary key', table: nameOf(before), key: before.primaryKey } as const] : []),
      ...columns.first,
    ],
    makeWay: columns.makeWay,
    alter: [
      ...optionChanges(renamed, after),
      ...(isKeyRenamed ? [renamedPart(after, 'primary key', renamed.primaryKey.name, after.primaryKey.name)] : []),
      ...indexes.rename.map(({ was, is }) =>
        renamedPart(after, was.kind === 'unique' ? 'unique' : 'index', was.name, is.name),
      ),
      ...checks.rename.map(({ was, is }) => renamedPart(after, 'check', was.name, is.name)),
      ...columns.alter,
    ],
    tighten: [
      ...(addsKey ? [{ do: 'add primary key', table: nameOf(after), key: after.primaryKey } as const] : []),
      ...indexes.add.map((index): Operation => ({ do: 'add index', table: nameOf(after), index })),
      ...checks.add.map((check): Operation => ({ do: 'add check', table: nameOf(after), check })),
    ],
    remove: columns.remove,
    disturbed,
    loosened: [...lostKey, ...indexes.drop.filter(({ kind }) => kind !== 'index').map(columnsOf)],
    unindexed: new Set(abilities.keysStandOnIndexes ? [...lostKey, ...indexes.drop.map(columnsOf)].flat() : []),
    newNames: namesAfter,
    renamesTogether,
    isMoved:
      disturbed.size > 0 ||
      renamed.columns.some(({ name }) => !after.columns.some((column) => column.name === name)) ||
      newlyNamed.size > 0 ||
      before.name !== after.name,
  };
}

/** Whether a check, an index or a generated column may speak of one of some types. */
const speaksOf = ({ checks, indexes, columns }: TableShape, names: readonly string[]): boolean =>
  names.length > 0 &&
  [
    ...checks.map(({ expression }) => expression),
    ...indexes.map(indexTexts),
    ...columns.map(({ generated }) => generated?.sql ?? ''),
  ].some((sql) => mentionsAny(sql, names));

/** The database knows nothing of what its numbers and bytes stand for. */
const withoutMeanings = ({ labels: _, uuidBytes: __, ...column }: ColumnShape): ColumnShape => column;

const asInDatabase = (table: TableShape): TableShape => ({ ...table, columns: table.columns.map(withoutMeanings) });

const newNames = ({ before, renamed }: TablePair): ReadonlyMap<string, string> =>
  new Map(before.columns.map(({ name }, at) => [name, renamed.columns[at]?.name ?? name]));

/** Names of indexes that another table may get are free before; those that stay come back with the table. A constraint goes with it. */
function rebuild(pair: TablePair): TablePlan {
  const { before, renamed, after } = pair;
  const goes = renamed.indexes.filter(
    (index) => index.kind !== 'unique' && !after.indexes.some((other) => isDeepStrictEqual(index, other)),
  );
  return {
    pair,
    isUntouched: false,
    ...NOTHING,
    dropKeys: goes.map((index): Operation => ({ do: 'drop index', table: nameOf(before), index })),
    alter: [{ do: 'rebuild table', before: renamed, after }],
    newNames: newNames(pair),
    isMoved: true,
  };
}

function optionChanges(renamed: TableShape, after: TableShape): Operation[] {
  const [old, wanted] = [optionsOf(renamed), optionsOf(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .filter((name) => old.get(name) !== wanted.get(name))
    .map((name) => ({ do: 'set option', table: after, name, was: old.get(name), value: wanted.get(name) }));
}
