import { createHash } from 'node:crypto';
import type { Change } from '../changes/change.js';
import type { Rename } from '../changes/compare.js';
import { keyOf } from '../changes/state.js';
import type { Column, Database, ForeignKey, Index, NativeType, Table } from '../model/model.js';
import type { PlatformOptions } from '../platforms/platform.js';
import type { ObjectName } from '../platforms/shape.js';
import type { Migration } from './migration.js';
import { nameOf } from './parts.js';

/**
 * What the schema says of each object, as fingerprints. A migration holds those of the objects that it changes, beside what the
 * vendor is told of them. Where a schema says the same as it did and the vendor is told something else, the generator has changed
 * and not the schema. They are made from the model, so what a vendor makes of it does not count; whatever a person can write,
 * here or in the configuration, has to be in them, or a change of it would be taken for one of the generator.
 *
 * A fingerprint that is missing or that no longer holds makes a difference count as one of the schema: so it was before there
 * were any, and so it is after a migration that does not say what the schema said.
 */
export type Declarations = ReadonlyMap<string, Declared>;

/** Of one table, view or type: by the kind and the name of its part, as changes have them. */
export type Declared = ReadonlyMap<string, string>;

/** As `changes.json` has it. */
export interface DeclaredObject extends ObjectName {
  /** Null for what the schema no longer says. */
  readonly parts: Readonly<Record<string, string | null>>;
}

/** Of an object that a migration changed without saying what the schema said of it. */
const UNKNOWN = '?';

export const partKey = (kind: Change['kind'], name: string): string => `${kind} ${name}`;

/** Everything of a table that is no part with a name of its own. */
const OPTIONS = 'option';
export const DESCRIPTION = partKey('option', 'COMMENT');

/** What is said of a column, each by itself: a column is altered in one respect and stays what it is in the others. */
export interface DeclaredColumn {
  readonly type: string;
  readonly required: string;
  readonly default: string;
  readonly description: string;
}

export function declaredColumn(declared: Declared, name: string): DeclaredColumn | undefined {
  const [type, required, value, description] = declared.get(partKey('column', name))?.split(' ') ?? [];
  if (type === undefined || required === undefined || value === undefined || description === undefined)
    return undefined;
  return { type, required, default: value, description };
}

/** Whether the schema says the same of a part, or never said anything: then the vendor made it of something else. */
export function isSaidAlike(was: Declared, is: Declared, key: string): boolean {
  return was.get(key) !== UNKNOWN && was.get(key) === is.get(key);
}

/** Whether the migration that made a table said what the schema said of it. */
export const isKnown = (was: Declared): boolean => (was.get(OPTIONS) ?? UNKNOWN) !== UNKNOWN;

/** Whether the schema says the same of the options of a table and of its parts of some kinds. */
export function areAlike(was: Declared, is: Declared, kinds: readonly Change['kind'][]): boolean {
  const keys = [...was.keys(), ...is.keys()].filter((key) => kinds.some((kind) => key.startsWith(partKey(kind, ''))));
  return areOptionsAlike(was, is) && keys.every((key) => isSaidAlike(was, is, key));
}

export const areOptionsAlike = (was: Declared, is: Declared): boolean => isKnown(was) && isSaidAlike(was, is, OPTIONS);

/** What the schema says now; worked out for those objects that somebody asks for. */
export function declarationsOf(database: Database, options: PlatformOptions): (object: ObjectName) => Declared {
  const { project: _, ...platform } = options;
  const tables = new Map(database.tables.map((table) => [keyOf(placeOf(table)), table]));
  const types = new Map(database.types.map((type) => [keyOf(placeOf(type)), type]));
  const known = new Map<string, Declared>();
  return (object) => {
    const key = keyOf(object);
    const [table, type] = [tables.get(key), types.get(key)];
    const declared =
      known.get(key) ??
      (table !== undefined
        ? ofTable(table, platform)
        : new Map(type === undefined ? [] : [[partKey('type', type.name), fingerprint(type)]]));
    known.set(key, declared);
    return declared;
  };
}

const placeOf = ({ name, schema }: Table | NativeType): ObjectName =>
  schema === undefined ? { name } : { name, schema };

function ofTable(table: Table, platform: object): Declared {
  const { vendor, idMethod, sequence, partitionBy, viewSql, primaryKeyParts, primaryKeyName } = table;
  if (viewSql !== undefined) {
    const columns = table.columns.map(({ name, description }) => [name, description ?? null]);
    const view = { viewSql, vendor, description: table.description, columns };
    return new Map([[partKey('view', table.name), fingerprint(view)]]);
  }
  const around = { vendor, idMethod, sequence, platform };
  const key = primaryKeyParts.map(({ column, size }) => [column.name, size ?? null]);
  return new Map([
    [OPTIONS, fingerprint({ ...around, partitionBy })],
    ...given(DESCRIPTION, table.description),
    ...table.columns.map(
      (column) =>
        [
          partKey('column', column.name),
          ofColumn(column, { around, keySize: column.primaryKey ? key.length : undefined }),
        ] as const,
    ),
    ...given(partKey('primary key', 'PRIMARY KEY'), key.length === 0 ? undefined : { key, primaryKeyName }),
    ...[...table.uniques, ...table.indexes].map(
      (index) =>
        [partKey('index', index.name), ofIndex(index, { around, isUnique: table.uniques.includes(index) })] as const,
    ),
    ...table.checks.map(
      ({ name, expression, vendor: own }) => [partKey('check', name), fingerprint({ expression, own })] as const,
    ),
    ...table.foreignKeys
      .filter(({ constraint }) => constraint)
      .map((each) => [partKey('foreign key', each.name), ofForeignKey(each)] as const),
  ]);
}

const given = (key: string, value: unknown): (readonly [string, string])[] =>
  value === undefined ? [] : [[key, fingerprint(value)]];

/** What only classes know of is left out; everything else is what its type is made of. */
function ofColumn(column: Column, table: object): string {
  const {
    name: _name,
    renamedFrom: _renamedFrom,
    memberName: _memberName,
    memberNameSingular: _memberNameSingular,
    primaryString: _primaryString,
    lazyLoad: _lazyLoad,
    php: _php,
    notNull,
    default: value,
    description,
    ...type
  } = column;
  const part = (each: unknown): string => (each === undefined || each === false ? '-' : fingerprint(each));
  return [fingerprint({ ...type, ...table }), part(notNull), part(value), part(description)].join(' ');
}

function ofIndex(index: Index, table: object): string {
  const { name: _, columns, include, exchanged, ...rest } = index;
  const parts = columns.map((part) => ({ ...part, column: part.column?.name }));
  return fingerprint({
    ...rest,
    ...table,
    parts,
    included: include.map((column) => column.name),
    exchanged: exchanged?.name,
  });
}

/** The order of its columns may follow the key that it points at. */
function ofForeignKey({ columns, foreignTable, onDelete, onUpdate, vendor }: ForeignKey): string {
  const keys = [
    foreignTable.primaryKeyParts.map(({ column }) => column.name),
    ...foreignTable.uniques.map((unique) => unique.columns.map(({ column }) => column?.name ?? null)),
  ];
  return fingerprint({
    columns: columns.map(({ local, foreign }) => [local.name, foreign.name]),
    table: placeOf(foreignTable),
    keys,
    onDelete,
    onUpdate,
    vendor,
  });
}

function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(written(value)))
    .digest('base64url')
    .slice(0, 10);
}

/** Without places and without what is not said, so that a field which a later version adds changes nothing. */
function written(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(written);
  if (value instanceof Map) return written(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => key !== 'origin' && !isNothing(each))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, written(each)]),
  );
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (value instanceof Map && value.size === 0);

type Known = Map<string, Map<string, string>>;

/** What the schema said of each object when its last migration was written. */
export function foldDeclarations(migrations: readonly Migration[]): Declarations {
  const known: Known = new Map();
  for (const { changes, declared } of migrations) {
    for (const change of changes) forget(known, change);
    for (const { parts, ...object } of declared ?? []) {
      const own = partsIn(known, keyOf(nameOf(object)));
      for (const [key, text] of Object.entries(parts)) {
        if (text === null) own.delete(key);
        else own.set(key, text);
      }
    }
  }
  return known;
}

function partsIn(known: Known, key: string): Map<string, string> {
  const parts = known.get(key) ?? new Map<string, string>();
  known.set(key, parts);
  return parts;
}

/** What a migration changes is no longer what it was said to be, unless the migration says so. */
function forget(known: Known, change: Change): void {
  const { kind, schema, table, name, from, before, after } = change;
  if (kind === 'schema' || kind === 'extension' || kind === 'sequence') return;
  const place = (own: string): string => keyOf(schema === undefined ? { name: own } : { schema, name: own });
  if (kind === 'table') {
    const moved = from === undefined ? undefined : known.get(place(from));
    known.delete(place(from ?? name));
    if (moved !== undefined) known.set(place(name), moved);
    else if (after !== undefined || before === undefined) known.set(place(name), new Map([[OPTIONS, UNKNOWN]]));
    return;
  }
  const parts = partsIn(known, place(table ?? name));
  if (from !== undefined) parts.delete(partKey(kind, from));
  const isOption = kind === 'option' && name !== 'COMMENT';
  parts.set(isOption ? OPTIONS : partKey(kind, name), UNKNOWN);
}

/** What a migration of some changes has to say of the objects that it is about. */
export function declaredBy(
  migrations: readonly Migration[],
  changes: readonly Change[],
  now: (object: ObjectName) => Declared,
): readonly DeclaredObject[] | undefined {
  const known = foldDeclarations([...migrations, { name: '', changes }]);
  const objects = new Map(
    changes
      .filter(({ kind }) => kind !== 'schema' && kind !== 'extension' && kind !== 'sequence')
      .map(({ schema, table, name }) =>
        nameOf(schema === undefined ? { name: table ?? name } : { schema, name: table ?? name }),
      )
      .map((object) => [keyOf(object), object]),
  );
  const declared = [...objects].flatMap(([key, object]): DeclaredObject[] => {
    const was = known.get(key);
    if (was === undefined) return [];
    const is = now(object);
    const gone = [...was.keys()].filter((each) => !is.has(each)).map((each) => [each, null] as const);
    const parts = [...[...is].filter(([each, text]) => was.get(each) !== text), ...gone];
    return parts.length === 0 ? [] : [{ ...object, parts: Object.fromEntries(parts) }];
  });
  return declared.length === 0 ? undefined : declared;
}

/** The same by the names that a person has given since. */
export function renamedDeclarations(known: Declarations, renames: readonly Rename[]): Declarations {
  const keys = new Set(renames.map(({ table }) => keyOf(nameOf(table))));
  return new Map(
    [...known].map(([key, parts]) => {
      if (!keys.has(key)) return [key, parts];
      const own = renames.filter(({ table }) => keyOf(nameOf(table)) === key);
      const table = own.find(({ column }) => column === undefined);
      const columns = new Map(
        own.flatMap(({ column, to }) =>
          column === undefined ? [] : [[partKey('column', column), partKey('column', to)]],
        ),
      );
      const renamed = new Map([...parts].map(([each, text]) => [columns.get(each) ?? each, text]));
      return [table === undefined ? key : keyOf({ ...nameOf(table.table), name: table.to }), renamed];
    }),
  );
}
