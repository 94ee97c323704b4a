import { type ListDialect, sql, updateFrom, value } from '../lists.js';

export const lists: ListDialect = {
  uniqueCheck: { at: 'row' },
  integer: (placeholder) => sql`CAST(${placeholder} AS INTEGER)`,
  firstRow: ' LIMIT 1',
  greatest: 'MAX',
  renumber: updateFrom,
  jsonRows: ({ key }) => {
    const item = (index: number, name: string): string =>
      `CAST(json_extract(e.value, '$[${index}]') AS INTEGER) AS ${name}`;
    const keys = key.map((_, index) => item(index, `k${index}`));
    return sql`SELECT ${[...keys, item(key.length, 'p')].join(', ')} FROM json_each(${value('json')}) AS e`;
  },
  // One transaction writes at a time: that is the lock.
  usesHeader: false,
  locks: ({ quoted, rank }) => ({ lock: sql`UPDATE ${quoted} SET ${rank.quoted} = ${rank.quoted} WHERE 0` }),
};
