import type { Execution } from '../execution.js';
import { estimateOf, lookIntoTables } from '../table-rows.js';
import { schemaOf } from './names.js';
import { identifier, text } from './quoting.js';

/**
 * Unknown database 1008, unknown table 1051, cannot drop field or key 1091, no such table 1146, no such routine 1305,
 * no such trigger 1360, no such event 1539; MySQL: no such check or constraint 3821, 3940; MariaDB: no such sequence
 * 4091, no such view 4092.
 */
const MISSING = new Set(['1008', '1051', '1091', '1146', '1305', '1360', '1539', '3821', '3940', '4091', '4092']);

export const execution: Execution = {
  // Every CREATE, ALTER and DROP commits ("Statements That Cause an Implicit Commit" in the manual).
  transactional: false,
  failureEndsTransaction: false,
  isMissingObject: (error) => MISSING.has(error.code ?? ''),
  isMissingDatabase: (error) => error.code === '1049',
  async tableRows(connection, names, schemas) {
    if (names.length + schemas.length === 0) return [];
    const pairs = names.map((name) => `(${schemaOf(name)}, ${text(name.at(-1)?.text ?? '')})`);
    const wanted = [`('', '')`, ...pairs].join(', ');
    const whole = ["''", ...schemas.map((schema) => text(schema.text))].join(', ');
    const rows = await connection.query(
      'SELECT table_schema, table_name, table_rows, table_schema = DATABASE() FROM information_schema.tables ' +
        `WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') AND ((table_schema, table_name) IN (${wanted}) ` +
        `OR table_schema IN (${whole})) ` +
        'ORDER BY 1, 2',
    );
    const tables = rows.map(([schema, table, count, isCurrent]) => ({
      name: Number(isCurrent) === 1 ? String(table) : `${String(schema)}.${String(table)}`,
      sql: `${identifier(String(schema))}.${identifier(String(table))}`,
      estimate: estimateOf(count),
    }));
    return lookIntoTables(connection, tables);
  },
  dependents: async (connection, plan) => (await import('./dependents.js')).dependents(connection, plan),
  async ownFunctions(connection, names) {
    const rows = await connection.query(
      "SELECT DISTINCT LOWER(routine_name) FROM information_schema.routines WHERE routine_type = 'FUNCTION' " +
        `AND LOWER(routine_name) IN (${names.map((name) => `'${name}'`).join(', ')})`,
    );
    return rows.map(([name]) => String(name));
  },
};
