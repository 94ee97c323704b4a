import type { Model } from '../model/model.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import type { ListHook } from './list-change.js';
import type { ListScope } from './list-scope.js';
import { hasOthers, refreshObjects } from './live.js';
import type { AfterChange, ChangedRanks } from './moving.js';
import { noteRanks } from './undone.js';

/** A class whose hook may have been written by the user. */
interface Hooked {
  readonly postListChange?: ListHook;
}

/**
 * Who is to know of changes of ranks: other objects of the session or transaction, and the hook of the class. Undefined when
 * nobody is, so that COMMIT can go with the last statements.
 */
export function telling(
  con: Connection,
  table: TableMap,
  model: object,
  except: readonly Model[],
): AfterChange | undefined {
  noteRanks(con, table);
  const hook = (model as Hooked).postListChange?.bind(model);
  if (hook === undefined && !hasOthers(con, table, except)) return undefined;
  return async (under, changes) => {
    // One rank is that of the row itself, which came to the end of a list or changed places with another one.
    const isOfOthers = ({ first, last }: ChangedRanks): boolean => except.length === 0 || first !== last;
    const scopes = changes.filter(isOfOthers).map(({ scope }) => scope);
    if (scopes.length > 0) await refreshObjects(under.con, table, scopes, except, under.lockingReads);
    for (const { scope, first, last } of changes) {
      await hook?.({ scope: propertiesOf(table, scope), firstRank: first, lastRank: last }, under.con);
    }
  };
}

const propertiesOf = ({ columns, list }: TableMap, { values }: ListScope): readonly unknown[] =>
  values.map((cell, index) => (cell === null ? null : columns[list?.scope[index] ?? -1]?.value.read(cell as never)));
