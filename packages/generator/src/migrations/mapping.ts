import type { Change } from '../changes/change.js';
import { compareShapes, type Rename, withRenames } from '../changes/compare.js';
import { keyOf } from '../changes/state.js';
import {
  type CheckShape,
  type ColumnShape,
  type DatabaseShape,
  type ForeignKeyShape,
  type ObjectName,
  said,
  type TableShape,
} from '../platforms/shape.js';
import {
  areAlike,
  areOptionsAlike,
  DESCRIPTION,
  type Declarations,
  type Declared,
  declaredColumn,
  isKnown,
  isSaidAlike,
  partKey,
  renamedDeclarations,
} from './declarations.js';
import { mentionsAny, touches } from './parts.js';

/** What the schema changes, apart from what this version of the generator says in another way of an unchanged schema. */
export interface SchemaChanges {
  /** The schema, with everything as the migrations have it that only the generator would change. */
  readonly after: DatabaseShape;
  /** What makes of it the schema as this version writes it. */
  readonly mapping: readonly Change[];
}

/** `before`: what the migrations make; `wanted`: what this version tells the vendor; `known` and `now`: what the schema said and says. */
export function schemaChanges(
  before: DatabaseShape,
  wanted: DatabaseShape,
  known: () => Declarations,
  now: (object: ObjectName) => Declared,
  renames: readonly Rename[] = [],
): SchemaChanges {
  const changes = compareShapes(before, wanted, renames);
  if (changes.length === 0) return { after: wanted, mapping: [] };
  const old = withRenames(before, renames);
  const said = renamedDeclarations(known(), renames);
  const touched = new Set(
    changes.map(({ schema, table, name }) =>
      keyOf({ name: table ?? name, ...(schema === undefined ? {} : { schema }) }),
    ),
  );
  const kept = <Shape extends ObjectName>(
    olds: readonly Shape[],
    shapes: readonly Shape[],
    keep: (one: Shape, other: Shape, was: Declared, is: Declared, names: NewNames) => Shape,
  ): Shape[] => {
    const found = new Map(olds.map((shape) => [keyOf(shape), shape]));
    return shapes.map((shape) => {
      const [one, was] = [found.get(keyOf(shape)), said.get(keyOf(shape))];
      if (one === undefined || was === undefined || !touched.has(keyOf(shape))) return shape;
      return keep(one, shape, was, now(shape), newNames(changes, shape));
    });
  };
  const whole =
    (kind: 'type' | 'view') =>
    <Shape extends ObjectName>(one: Shape, other: Shape, was: Declared, is: Declared): Shape =>
      was.has(partKey(kind, other.name)) && isSaidAlike(was, is, partKey(kind, other.name)) ? one : other;
  const after = withMatchingKeys(
    old,
    {
      ...wanted,
      types: kept(old.types, wanted.types, whole('type')),
      views: kept(old.views, wanted.views, whole('view')),
      tables: kept(old.tables, wanted.tables, keptTable),
    },
    wanted,
  );
  return { after, mapping: compareShapes(after, wanted) };
}

/** Names that others are derived from. */
interface NewNames {
  readonly isTableNew: boolean;
  /** Both names of each: texts of SQL have the old one. */
  readonly columns: ReadonlySet<string>;
}

function newNames(changes: readonly Change[], { schema, name }: ObjectName): NewNames {
  const renames = changes.filter((change) => change.from !== undefined && change.schema === schema);
  return {
    isTableNew: renames.some((change) => change.kind === 'table' && change.name === name),
    columns: new Set(
      renames.flatMap((change) =>
        change.kind === 'column' && change.table === name ? [change.name, change.from ?? ''] : [],
      ),
    ),
  };
}

/** What a part that the schema does not say is made of, besides columns. */
const SOURCES = {
  'primary key': [],
  index: ['primary key', 'index', 'foreign key'],
  check: ['foreign key'],
  'foreign key': [],
} as const;

function keptTable(
  before: TableShape,
  after: TableShape,
  was: Declared,
  is: Declared,
  { isTableNew, columns: newColumns }: NewNames,
): TableShape {
  const olds = new Map(before.columns.map((column) => [column.name, column]));
  const unstable = new Set([...[...before.columns, ...after.columns].map(({ name }) => name), ...newColumns]);
  const columns = after.columns.map((column) => {
    const old = olds.get(column.name);
    const kept = old && keptColumn(old, column, was, is);
    if (kept === undefined) return column;
    const isRenamed = newColumns.has(column.name);
    if (!isRenamed && declaredColumn(was, column.name)?.required === declaredColumn(is, column.name)?.required) {
      unstable.delete(column.name);
    }
    return isTableNew || isRenamed ? withDerivedNames(kept, column) : kept;
  });
  /** What the vendor makes by itself, such as a check for labels, comes from columns and from other parts. */
  const isAlike = (kind: keyof typeof SOURCES, name: string): boolean => {
    const key = partKey(kind, name);
    return isSaidAlike(was, is, key) && (is.has(key) || (!isTableNew && areAlike(was, is, SOURCES[kind])));
  };
  const keptParts = <Part extends { readonly name: string }>(
    kind: 'index' | 'check' | 'foreign key',
    [one, other]: readonly [readonly Part[], readonly Part[]],
    hasUnstable: (part: Part) => boolean,
  ): Part[] => {
    const own = new Map(one.map((part) => [part.name, part]));
    const names = new Set(other.map(({ name }) => name));
    const isKept = (...parts: readonly (Part | undefined)[]): boolean =>
      parts.every((part) => part === undefined || (isAlike(kind, part.name) && !hasUnstable(part)));
    return [
      ...other.flatMap((part) => {
        const old = own.get(part.name);
        return isKept(old, part) ? (old ?? []) : part;
      }),
      ...one.filter((part) => !names.has(part.name) && isKept(part)),
    ];
  };
  const keys = [before.primaryKey, after.primaryKey];
  const isKeyKept =
    !isTableNew &&
    isAlike('primary key', 'PRIMARY KEY') &&
    !keys.some((key) => key !== undefined && touches(key, unstable));
  const { primaryKey, partitionBy, comment, ...rest } = after;
  const options = areOptionsAlike(was, is) ? before : after;
  return {
    ...rest,
    columns,
    indexes: keptParts('index', [before.indexes, after.indexes], (index) => touches(index, unstable)),
    checks: keptParts('check', [before.checks, after.checks], ({ expression }: CheckShape) =>
      mentionsAny(expression, unstable),
    ),
    foreignKeys: keptParts('foreign key', [before.foreignKeys, after.foreignKeys], (key: ForeignKeyShape) =>
      key.columns.some((name) => unstable.has(name)),
    ),
    options: options.options,
    ...said({
      primaryKey: isKeyKept ? before.primaryKey : primaryKey,
      partitionBy: options.partitionBy,
      comment: isKnown(was) && isSaidAlike(was, is, DESCRIPTION) ? before.comment : comment,
    }),
  };
}

/** The column before, with what the schema changed of it; undefined where it is a new one by now. */
function keptColumn(before: ColumnShape, after: ColumnShape, was: Declared, is: Declared): ColumnShape | undefined {
  const [old, own] = [declaredColumn(was, after.name), declaredColumn(is, after.name)];
  if (old === undefined || own === undefined || old.type !== own.type) return undefined;
  const isDefaultAlike = old.default === own.default;
  // The new default is written for the new type: FALSE for a BOOLEAN, 0 for a SMALLINT.
  if (!isDefaultAlike && after.default !== undefined && before.type !== after.type) return undefined;
  const { default: value, defaultName } = isDefaultAlike ? before : after;
  const { notNull } = old.required === own.required ? before : after;
  const { comment } = old.description === own.description ? before : after;
  const { notNull: _notNull, default: _default, defaultName: _name, comment: _comment, ...rest } = before;
  return { ...rest, ...said({ notNull, default: value, defaultName, comment }) };
}

/** A column of a table, or under a name, that is new: what was derived from the old one follows it. */
const withDerivedNames = (kept: ColumnShape, { sequence, defaultName }: ColumnShape): ColumnShape => ({
  ...kept,
  ...(kept.sequence === undefined ? {} : said({ sequence })),
  ...(kept.defaultName === undefined ? {} : said({ defaultName })),
});

/** A foreign key has columns of one type: where one of them keeps its type, another that is new gets it. */
function withMatchingKeys(old: DatabaseShape, kept: DatabaseShape, wanted: DatabaseShape): DatabaseShape {
  // Most often nothing is kept that this version says in another way.
  const isSame = (table: TableShape, at: number): boolean => {
    const columns = wanted.tables[at]?.columns;
    return table.columns === columns || table.columns.every(({ type }, each) => type === columns?.[each]?.type);
  };
  if (kept.tables.every(isSame)) return kept;
  const place = (table: ObjectName, column: string): string => JSON.stringify([keyOf(table), column]);
  const columnsOf = ({ tables }: DatabaseShape): Map<string, ColumnShape> =>
    new Map(tables.flatMap((table) => table.columns.map((column) => [place(table, column.name), column])));
  const [olds, columns, wanteds] = [columnsOf(old), columnsOf(kept), columnsOf(wanted)];
  const isOld = (at: string): boolean => columns.get(at)?.type !== wanteds.get(at)?.type;
  if (![...columns.keys()].some(isOld)) return kept;
  const pairs = kept.tables.flatMap((table) =>
    table.foreignKeys.flatMap((key) =>
      key.columns.map(
        (column, at) => [place(table, column), place(key.foreignTable, key.foreignColumns[at] ?? '')] as const,
      ),
    ),
  );
  const follow = (from: string, to: string): boolean => {
    const [source, target] = [columns.get(from), columns.get(to)];
    if (source === undefined || target === undefined || target.default !== undefined) return false;
    const isAltered = olds.get(to)?.type !== target.type;
    if (!isAltered || !isOld(from) || isOld(to) || wanteds.get(from)?.type !== wanteds.get(to)?.type) return false;
    columns.set(to, { ...target, type: source.type, ...said({ collation: source.collation }) });
    return true;
  };
  while (pairs.map(([one, other]) => follow(one, other) || follow(other, one)).includes(true));
  return {
    ...kept,
    tables: kept.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => columns.get(place(table, column.name)) ?? column),
    })),
  };
}
