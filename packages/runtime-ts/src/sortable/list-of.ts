import { ConfigurationError } from '../errors/orm-error.js';
import type { TableMap } from '../model/table-map.js';
import { RankedList } from './ranked-list.js';

const known = new WeakMap<TableMap, RankedList>();

/** The lists of a sortable table. */
export function listOf(table: TableMap): RankedList {
  const found = known.get(table);
  if (found !== undefined) return found;
  const { list, name, model, dialect, key, columns } = table;
  if (list === undefined)
    throw new ConfigurationError(`The table "${name}" has no lists: run "orm model:build" again.`);
  const scopeNames = list.scope.map((position) => columns[position]?.name ?? '');
  const made = new RankedList({ ...list, table: name, model, dialect, keyWidth: key.length, scopeNames });
  known.set(table, made);
  return made;
}
