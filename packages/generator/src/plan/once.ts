import type { Table } from '../model/model.js';

/** A function of a table that is worked out once for each. */
export function once<Result>(make: (table: Table) => Result): (table: Table) => Result {
  const known = new Map<Table, Result>();
  return (table) => {
    let result = known.get(table);
    if (result === undefined) {
      result = make(table);
      known.set(table, result);
    }
    return result;
  };
}
