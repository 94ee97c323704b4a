import { isDeepStrictEqual } from 'node:util';
import { type DatabaseShape, type ObjectName, said, type TableShape } from '../platforms/shape.js';
import type { Change } from './change.js';
import {
  isNamed,
  keyOf,
  normalizedColumn,
  normalizedTable,
  optionsOf,
  withColumnsRenamed,
  withTableRenamed,
} from './state.js';

/** A change that does not fit: what it would change is not as it says. */
export class ChangeConflict extends Error {
  constructor(
    readonly change: Change,
    readonly reason: 'missing' | 'there already' | 'different',
  ) {
    super(
      `${change.kind} ${change.table === undefined ? '' : `${change.table}.`}${change.from ?? change.name}: ${reason}`,
    );
  }
}

/** A database after changes, one after the other. Each must find what it says was before it. */
export function applyChanges(shape: DatabaseShape, changes: readonly Change[]): DatabaseShape {
  let state = shape;
  for (let at = 0; at < changes.length; ) {
    const made = creationsFrom(changes, at);
    state = made.length > 0 ? withNewTables(state, made) : changes.slice(at, at + 1).reduce(applied, state);
    at += Math.max(1, made.length);
  }
  return state;
}

type Creation = Extract<Change, { kind: 'table' }> & { readonly after: TableShape };

const isCreation = (change: Change): change is Creation =>
  change.kind === 'table' && change.from === undefined && change.before === undefined && change.after !== undefined;

/** Those that follow one another. */
function creationsFrom(changes: readonly Change[], from: number): readonly Creation[] {
  const made: Creation[] = [];
  for (let at = from; at < changes.length; at++) {
    const change = changes[at];
    if (change === undefined || !isCreation(change)) break;
    made.push(change);
  }
  return made;
}

/** All at once: a first migration may have thousands of them. */
function withNewTables(shape: DatabaseShape, made: readonly Creation[]): DatabaseShape {
  const known = new Set(shape.tables.map(keyOf));
  for (const change of made) {
    if (known.has(keyOf(change.after))) throw new ChangeConflict(change, 'there already');
    known.add(keyOf(change.after));
  }
  return { ...shape, tables: [...shape.tables, ...made.map(({ after }) => after)] };
}

function applied(shape: DatabaseShape, change: Change): DatabaseShape {
  const own = objectName(change);
  switch (change.kind) {
    case 'schema': {
      const schemas = replaced(
        shape.schemas.map((name) => ({ name })),
        change,
        change.before && own,
        change.after && own,
      );
      return { ...shape, schemas: schemas.map(({ name }) => name) };
    }
    case 'extension': {
      const { name, after, before } = change;
      const is = after && { name, ...after };
      return { ...shape, extensions: replaced(shape.extensions, change, before && { name, ...before }, is, 'name') };
    }
    // Columns say which sequences there are.
    case 'sequence':
      return shape;
    case 'type':
      return { ...shape, types: replaced(shape.types, change, change.before, change.after) };
    case 'view':
      return { ...shape, views: replaced(shape.views, change, change.before, change.after) };
    case 'table':
      return withTable(shape, change);
    default:
      return withPart(shape, change);
  }
}

function withTable(shape: DatabaseShape, change: Extract<Change, { kind: 'table' }>): DatabaseShape {
  const { from, name, before, after } = change;
  if (from === undefined) return { ...shape, tables: replaced(shape.tables, change, before, after) };
  if (!shape.tables.some(isNamed({ ...objectName(change), name: from }))) throw new ChangeConflict(change, 'missing');
  if (shape.tables.some(isNamed(objectName(change)))) throw new ChangeConflict(change, 'there already');
  return withTableRenamed(shape, { ...objectName(change), name: from }, name);
}

type Part = Exclude<Change, { kind: 'schema' | 'extension' | 'sequence' | 'type' | 'view' | 'table' }>;

function withPart(shape: DatabaseShape, change: Part): DatabaseShape {
  const owner = { ...said({ schema: change.schema }), name: change.table ?? '' };
  const { from, name } = change;
  const isRename = change.kind === 'column' && from !== undefined;
  if (isRename) {
    // As it is found: by its old name.
    const table = shape.tables.find(isNamed(owner));
    if (table?.columns.some((column) => column.name === name) === true)
      throw new ChangeConflict(change, 'there already');
    found(
      table?.columns.find((column) => column.name === from),
      change,
      change.before,
    );
  }
  const state = isRename ? withColumnsRenamed(shape, [{ table: owner, from, to: name }]) : shape;
  const at = state.tables.findIndex(isNamed(owner));
  const table = state.tables[at];
  if (table === undefined) throw new ChangeConflict(change, 'missing');
  return { ...state, tables: state.tables.with(at, changed(table, change)) };
}

function changed(table: TableShape, change: Part): TableShape {
  switch (change.kind) {
    case 'option':
      return withOption(table, change);
    case 'column': {
      const { from, name, before, after } = change;
      const was = before && from !== undefined ? { ...before, name } : before;
      return { ...table, columns: replaced(table.columns, change, was, after) };
    }
    case 'primary key': {
      const { primaryKey, ...rest } = table;
      found(primaryKey, change, change.before);
      return { ...rest, ...said({ primaryKey: change.after }) };
    }
    case 'index':
      return { ...table, indexes: replaced(table.indexes, change, change.before, change.after) };
    case 'check':
      return { ...table, checks: replaced(table.checks, change, change.before, change.after) };
    case 'foreign key':
      return { ...table, foreignKeys: replaced(table.foreignKeys, change, change.before, change.after) };
  }
}

function withOption(table: TableShape, change: Extract<Change, { kind: 'option' }>): TableShape {
  const { name, before, after } = change;
  const options = new Map(optionsOf(table));
  found(options.get(name), change, before);
  if (after === undefined) options.delete(name);
  else options.set(name, after);
  const { 'PARTITION BY': partitionBy, COMMENT: comment, ...others } = Object.fromEntries(options);
  const { partitionBy: _partitionBy, comment: _comment, ...rest } = table;
  return { ...rest, options: others, ...said({ partitionBy, comment }) };
}

/** A list with one object in the place of another; what is new comes last. */
function replaced<Named extends ObjectName>(
  objects: readonly Named[],
  change: Change,
  before: Named | undefined,
  after: Named | undefined,
  by: 'name' | 'whole name' = 'whole name',
): readonly Named[] {
  const matching = (named: ObjectName): ((other: ObjectName) => boolean) =>
    by === 'name' ? ({ name }) => name === named.name : isNamed(named);
  const at = objects.findIndex(matching(before ?? after ?? change));
  found(objects[at], change, before);
  const isTaken = after !== undefined && after.name !== before?.name && objects.some(matching(after));
  if (isTaken) throw new ChangeConflict(change, 'there already');
  if (after === undefined) return objects.toSpliced(at, 1);
  return before === undefined ? [...objects, after] : objects.with(at, after);
}

/** Makes sure that what is there is what a change says was before it. */
function found(object: unknown, change: Change, before: unknown): void {
  if (before === undefined && object !== undefined) throw new ChangeConflict(change, 'there already');
  if (before !== undefined && object === undefined) throw new ChangeConflict(change, 'missing');
  if (!isDeepStrictEqual(plain(object, change), plain(before, change))) throw new ChangeConflict(change, 'different');
}

/** Without what makes no difference. */
function plain(object: unknown, { kind }: Change): unknown {
  if (object === undefined) return object;
  if (kind === 'column') return { ...normalizedColumn(object as Parameters<typeof normalizedColumn>[0]), name: '' };
  return kind === 'table' ? normalizedTable(object as TableShape) : object;
}

const objectName = ({ schema, name }: Change): ObjectName => ({ ...said({ schema }), name });
