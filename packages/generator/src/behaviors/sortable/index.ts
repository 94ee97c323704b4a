import type { BehaviorDefinition } from '../behavior.js';
import { checkList } from './check.js';
import { extendTable } from './extend.js';
import { sortableOf } from './list.js';
import { listMethods } from './methods.js';
import { PARAMETERS } from './parameters.js';

/** Rows in an order that people give them, by ranks 1, 2, 3 and so on in each list. */
export const sortable: BehaviorDefinition = {
  name: 'sortable',
  parameters: PARAMETERS,
  extend: extendTable,
  check: checkList,
  methods: (table) => {
    const list = sortableOf(table);
    return list === undefined ? [] : listMethods(list);
  },
  parts: (table) => {
    const list = sortableOf(table);
    if (list === undefined) return {};
    const parts = { interface: 'Sortable.Sortable', query: 'Sortable.SortableQuery' };
    if (table.readOnly) return { ...parts, model: 'Sortable.SortableReading' };
    return { ...parts, model: 'Sortable.SortableObject', writing: { column: list.rank, reads: list.scope } };
  },
};
