import type { Cell } from '../drivers/session.js';
import { InvalidQueryError, InvalidValueError } from '../errors/orm-error.js';
import { isDraft, isModel } from '../model/kinds.js';
import type { TableMap } from '../model/table-map.js';
import { described } from '../relations/refusals.js';
import type { Connection } from '../transactions/connection.js';
import { written } from '../values/refusal.js';
import { listOf } from './list-of.js';
import { ListScope } from './list-scope.js';
import type { KeyedRank } from './reordering.js';

/** What a method of lists was called with behind its other arguments: values of the scope, and a connection at the end. */
export interface ListArguments {
  /** Undefined when it was left out. */
  readonly scope: readonly unknown[] | undefined;
  readonly con: Connection | undefined;
}

/** Tells apart what may be left out. `con` is a connection that was given apart from the scope. */
export function listArguments(table: TableMap, given: readonly unknown[], con?: Connection): ListArguments {
  if (con !== undefined) return { scope: givenScope(table, given), con };
  const last = given.at(-1);
  // A connection that may be undefined says nothing; where a value of the scope would stand, undefined is no connection.
  const hasConnection = isConnection(last) || (given.length > (table.list?.scope.length ?? 0) && last === undefined);
  const values = hasConnection ? given.slice(0, -1) : given;
  return { scope: givenScope(table, values), con: isConnection(last) ? last : undefined };
}

/** Values of a scope, of which those that are missing at its end are null; undefined if it was left out. */
export function givenScope(table: TableMap, values: readonly unknown[]): readonly unknown[] | undefined {
  if (values.length === 0) return undefined;
  const width = table.list?.scope.length ?? 0;
  if (values.length > width) {
    throw new InvalidQueryError(`A list of ${table.model} is given by ${width} ${width === 1 ? 'value' : 'values'}.`);
  }
  if (values.includes(undefined)) {
    throw new InvalidValueError('undefined is no value of a list: leave it out, or give null.');
  }
  return Array.from({ length: width }, (_, index) => values[index] ?? null);
}

const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' && value !== null && 'run' in value && 'inTransaction' in value;

/** Refuses what cannot be beside an object in its list. TypeScript refuses it, too. */
export function refuseNeighbour(table: TableMap, given: unknown): void {
  if (isModel(given) && given.$table === table) return;
  const draft = isDraft(given) && given.$table === table ? ' draft, which has no row yet: save it first' : '';
  throw new InvalidValueError(
    `Another ${table.model} is wanted, and not ${draft === '' ? described(given) : `a${draft}`}.`,
  );
}

/** The list of these values, as the database gets them. */
export function scopeOf(table: TableMap, values: readonly unknown[]): ListScope {
  const { plan } = listOf(table);
  const { scope } = plan.map;
  if (values.length !== scope.length) {
    throw new InvalidQueryError(
      `A list of ${table.model} is given by ${scope.length} ${scope.length === 1 ? 'value' : 'values'}, and not by ${values.length}.`,
    );
  }
  return new ListScope(
    plan,
    scope.map((position, index) => cellOf(table, position, values[index])),
  );
}

function cellOf({ columns, name }: TableMap, position: number, value: unknown): Cell {
  if (value === undefined)
    throw new InvalidValueError('undefined is no value of a list: give null for the list of NULL.');
  const column = columns[position];
  return value === null || column === undefined ? null : (written(column, value, name) as Cell);
}

/** What `reorder()` takes: pairs of key and rank, in a Map or another iterable. */
export function keyedRanks(table: TableMap, newOrder: Iterable<readonly [unknown, number]>): readonly KeyedRank[] {
  const { key: positions, model } = table;
  return [...newOrder].map((pair: readonly unknown[]): KeyedRank => {
    const [key, rank] = Array.isArray(pair) && pair.length === 2 ? (pair as readonly unknown[]) : [];
    const parts: readonly unknown[] = Array.isArray(key) ? key : [key];
    const isPair = Number.isSafeInteger(rank) && parts.length === positions.length;
    if (!isPair || parts.some((part) => part === null || part === undefined)) {
      throw new InvalidQueryError(
        positions.length === 1
          ? `reorder() of ${model} takes a Map of ranks by primary key, or pairs [key, rank].`
          : `reorder() of ${model} takes pairs [key, rank]; a key is an array of ${positions.length} values.`,
      );
    }
    return [positions.map((position, index) => cellOf(table, position, parts[index])), rank as number];
  });
}
