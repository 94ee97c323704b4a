import type { Execution } from '../execution.js';
import { estimateOf, lookIntoTables } from '../table-rows.js';
import { folded, ownerOf } from './names.js';
import { text } from './quoting.js';

/**
 * No such table or view 942, index 1418, synonym 1432 and 1434, sequence 2289, constraint 2443, object 4043, trigger
 * 4080, materialized view 12003.
 */
const MISSING = new Set(['942', '1418', '1432', '1434', '2289', '2443', '4043', '4080', '12003']);

/** An expression list of IN holds at most 1000 entries. */
const CHUNK = 500;

export const execution: Execution = {
  // Every DDL statement commits before and after itself ("COMMIT" in the SQL reference).
  transactional: false,
  failureEndsTransaction: false,
  isMissingObject: (error) => MISSING.has(error.code ?? ''),
  isMissingDatabase: (error) => error.code === '12514' || error.code === 'NJS-518',
  async tableRows(connection, names) {
    const tables: { name: string; sql: string; estimate: number | undefined }[] = [];
    for (let from = 0; from < names.length; from += CHUNK) {
      const wanted = names.slice(from, from + CHUNK).map((name) => `(${ownerOf(name)}, ${text(folded(name.at(-1)))})`);
      const rows = await connection.query(
        "SELECT owner, table_name, num_rows, CASE WHEN owner = SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA') THEN 1 ELSE 0 END " +
          `FROM all_tables WHERE (owner, table_name) IN (${wanted.join(', ')}) ORDER BY 1, 2`,
      );
      for (const [owner, table, count, isCurrent] of rows) {
        tables.push({
          name: Number(isCurrent) === 1 ? String(table) : `${String(owner)}.${String(table)}`,
          sql: `"${String(owner)}"."${String(table)}"`,
          estimate: estimateOf(count),
        });
      }
    }
    return lookIntoTables(connection, tables, ' FROM DUAL');
  },
  dependents: async (connection, plan) => (await import('./dependents.js')).dependents(connection, plan),
};
