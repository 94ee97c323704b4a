import { applyChanges } from '../changes/apply.js';
import type { Change } from '../changes/change.js';
import { keyOf } from '../changes/state.js';
import {
  type Abilities,
  CannotAlter,
  type Operation,
  type PartKind,
  type TypedColumn,
} from '../platforms/operation.js';
import type { DatabaseShape, ObjectName, TableShape, TypeShape } from '../platforms/shape.js';
import { foreignKeyPlan } from './foreign-key-plan.js';
import { nameOf } from './parts.js';
import { renumbering } from './renumber.js';
import { ownerOf, planTable, type TablePlan, tablePairs } from './table-plan.js';
import { viewPlan } from './view-plan.js';

/** What is done, in order, to make changes in a database. */
export function planChanges(
  before: DatabaseShape,
  changes: readonly Change[],
  abilities: Abilities,
): readonly Operation[] {
  const after = applyChanges(before, changes);
  const pairs = tablePairs(before, after, changes);
  const types = changes.filter((change) => change.kind === 'type');
  const oldTypes = types.flatMap(({ before: was, after: is }) =>
    was !== undefined && is !== undefined && abilities.replacedType?.(was, is) !== undefined ? [was] : [],
  );
  refuseDomains(oldTypes, [...before.types, ...after.types], abilities);
  const plans = pairs.map((pair) => planTable(pair, abilities, oldTypes));
  const staying = new Set(pairs.flatMap((pair) => [pair.before, pair.after]));
  const made = after.tables.filter((table) => !staying.has(table));
  const gone = before.tables.filter((table) => !staying.has(table));
  const moved = [...plans.filter(({ isMoved }) => isMoved).map(({ pair }) => pair.before), ...gone];
  const views = viewPlan(
    before,
    after,
    [...moved, ...oldTypes].map(({ name }) => name),
  );
  const freed = freedNames(gone, after, abilities);
  const keys = foreignKeyPlan(plans, gone, made, new Set(freed.map(({ table }) => keyOf(table))), abilities);
  const renames = changes.flatMap(renameOf);
  const together = plans.filter(({ renamesTogether }) => renamesTogether);
  const isTogether = (table: ObjectName): boolean => together.some(({ pair }) => keyOf(pair.after) === keyOf(table));
  const sequences = changes.filter(({ kind }) => kind === 'sequence');
  const { first, last } = renumbering(pairs);
  return [
    ...first,
    ...views.drop.map((view): Operation => ({ do: 'drop view', view })),
    ...changes.flatMap(roomOf),
    ...types.flatMap(({ before: was, after: is }): Operation[] =>
      is && !was ? [{ do: 'create type', type: is }] : [],
    ),
    ...sequences.flatMap((each): Operation[] =>
      each.after ? [{ do: 'create sequence', sequence: nameOf(each) }] : [],
    ),
    ...keys.drop,
    ...freed,
    ...plans.flatMap(({ dropChecks, dropKeys }) =>
      abilities.altersAtOnce ? dropChecks : [...dropChecks, ...dropKeys],
    ),
    ...renames.filter(({ kind, table }) => kind === 'table' || !isTogether(table)).map(({ operation }) => operation),
    ...keys.rename,
    ...(abilities.altersAtOnce ? [] : plans.flatMap(({ makeWay }) => makeWay)),
    ...types.flatMap(({ before: was, after: is }): Operation[] =>
      was && is ? [{ do: 'alter type', before: was, after: is, columns: allColumns(plans) }] : [],
    ),
    ...(abilities.altersAtOnce ? [] : plans.flatMap(({ alter }) => alter)),
    ...made.map((table): Operation => ({ do: 'create table', table, foreignKeys: keys.early.get(table) ?? [] })),
    ...plans.flatMap((plan) => (abilities.altersAtOnce ? atOnce(plan, renames) : plan.tighten)),
    ...keys.add,
    ...(abilities.altersAtOnce ? [] : plans.flatMap(({ remove }) => remove)),
    ...gone.toReversed().map((table): Operation => ({ do: 'drop table', table })),
    ...sequences.flatMap((each): Operation[] => (each.after ? [] : [{ do: 'drop sequence', sequence: nameOf(each) }])),
    ...types.flatMap(({ before: was, after: is }): Operation[] => {
      const old = was && is && abilities.replacedType?.(was, is);
      return old === undefined ? [] : [{ do: 'drop type', type: old }];
    }),
    ...types
      .flatMap(({ before: was, after: is }): Operation[] => (was && !is ? [{ do: 'drop type', type: was }] : []))
      .toReversed(),
    ...views.create.map((view): Operation => ({ do: 'create view', view })),
    ...last,
  ];
}

/** What a domain is made of cannot become another type: it would stay on the one that goes. */
function refuseDomains(replaced: readonly TypeShape[], types: readonly TypeShape[], abilities: Abilities): void {
  for (const type of replaced) {
    const domain = types.find((each) => each.kind === 'domain' && abilities.isMadeOf?.(each, type));
    if (domain === undefined) continue;
    throw new CannotAlter(
      `type "${type.name}" has to be made anew, and domain "${domain.name}" is made of it`,
      type.kind === 'enum'
        ? `keep its labels and their order: new ones can be added; or take domain "${domain.name}" out of the schema in one migration, and change "${type.name}" in the next`
        : `take domain "${domain.name}" out of the schema in one migration, and change "${type.name}" in the next`,
    );
  }
}

/** Schemas and extensions: what others live in. One that is no longer needed stays, because others may use it. */
function roomOf(change: Change): Operation[] {
  if (change.before !== undefined || change.after === undefined) return [];
  if (change.kind === 'schema') return [{ do: 'create schema', name: change.name }];
  return change.kind === 'extension'
    ? [{ do: 'create extension', extension: { name: change.name, ...change.after } }]
    : [];
}

/** Every column that stays, by the name that it will have. */
const allColumns = (plans: readonly TablePlan[]): TypedColumn[] =>
  plans.flatMap(({ pair: { renamed, after }, makeWay }) =>
    renamed.columns.flatMap((column) => {
      const is = after.columns.find(({ name }) => name === column.name);
      const isRemade = makeWay.some((each) => each.do === 'drop column' && each.column.name === column.name);
      return is === undefined || isRemade ? [] : [{ table: nameOf(renamed), column, after: is }];
    }),
  );

interface PlannedRename {
  readonly kind: 'table' | 'column';
  /** With the name that it has in the end. */
  readonly table: ObjectName;
  readonly operation: Operation;
}

function renameOf(change: Change, at: number, changes: readonly Change[]): PlannedRename[] {
  const { kind, from, name } = change;
  if (from === undefined) return [];
  if (kind === 'table') {
    const table = nameOf(change);
    return [{ kind, table, operation: { do: 'rename table', table: { ...table, name: from }, to: name } }];
  }
  if (kind !== 'column') return [];
  const owner = ownerOf(change);
  const table = changes.slice(at).reduce((now, each) => (isRenameOf(each, now) ? nameOf(each) : now), owner);
  return [{ kind, table, operation: { do: 'rename column', table: owner, column: from, to: name } }];
}

const isRenameOf = (change: Change, { schema, name }: ObjectName): boolean =>
  change.kind === 'table' && change.from === name && change.schema === schema;

/** Everything that one statement does to a table. */
function atOnce(plan: TablePlan, renames: readonly PlannedRename[]): Operation[] {
  const { pair, dropKeys, makeWay, alter, tighten, remove, renamesTogether } = plan;
  const own = renamesTogether
    ? renames.filter(({ kind, table }) => kind === 'column' && keyOf(table) === keyOf(pair.after))
    : [];
  const operations = [
    ...own.map(({ operation }) => operation),
    ...dropKeys,
    ...makeWay,
    ...alter,
    ...tighten,
    ...remove,
  ];
  return operations.length === 0 ? [] : [{ do: 'alter table', table: pair.after, operations }];
}

/** Tables go last; the names of their parts that something else gets are free before. */
function freedNames(
  gone: readonly TableShape[],
  after: DatabaseShape,
  { sharedNames }: Abilities,
): (Operation & { readonly table: ObjectName })[] {
  if (gone.length === 0) return [];
  const relation = ({ schema }: ObjectName, name: string): string => keyOf(nameOf({ ...(schema && { schema }), name }));
  const taken = new Set(
    after.tables.flatMap((table) => [
      relation(table, table.primaryKey?.name ?? ''),
      ...[...table.indexes, ...table.checks].map(({ name }) => relation(table, name)),
    ]),
  );
  return gone.flatMap((table) => {
    const { primaryKey, indexes, checks } = table;
    const isTaken = (kind: PartKind, name: string | undefined): boolean =>
      name !== undefined && sharedNames.has(kind) && taken.has(relation(table, name));
    return [
      ...checks
        .filter(({ name }) => isTaken('check', name))
        .map((check) => ({ do: 'drop check', table: nameOf(table), check }) as const),
      ...indexes
        .filter(({ kind, name }) => isTaken(kind === 'unique' ? 'unique' : 'index', name))
        .map((index) => ({ do: 'drop index', table: nameOf(table), index }) as const),
      ...(primaryKey !== undefined && isTaken('primary key', primaryKey.name)
        ? [{ do: 'drop primary key', table: nameOf(table), key: primaryKey } as const]
        : []),
    ];
  });
}
