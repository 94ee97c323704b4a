import type { Adapter } from '../model/adapter.js';
import type { Table } from '../model/model.js';
import { vendorValue } from '../model/vendor-parameter.js';
import type { UnlikeSetting } from './introspection.js';

/** Columns whose vendor parameter `collate` is another: that which the vendor takes by itself is `usual`. */
export function unlikeCollations(
  table: Table,
  other: Table,
  adapter: Adapter,
  usual: string,
  oneName: (name: string) => string = (name) => name,
): readonly UnlikeSetting[] {
  const twins = new Map(other.columns.map((column) => [column.name, column]));
  return table.columns.flatMap((column): UnlikeSetting[] => {
    const twin = twins.get(column.name);
    if (twin === undefined) return [];
    const mine = vendorValue(column.vendor, adapter, 'collate') ?? usual;
    const its = vendorValue(twin.vendor, adapter, 'collate') ?? usual;
    return oneName(mine) === oneName(its) ? [] : [{ kind: 'collation', column: column.name, mine, its }];
  });
}
