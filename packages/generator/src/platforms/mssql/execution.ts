import type { Execution } from '../execution.js';
import { estimateOf, lookIntoTables } from '../table-rows.js';
import { quotedName } from './names.js';
import { identifier, text } from './quoting.js';

/** Cannot drop, because it does not exist 3701; not a constraint 3728; no such object 4902, 15151. */
const MISSING = new Set(['3701', '3728', '4902', '15151']);

export const execution: Execution = {
  transactional: true,
  failureEndsTransaction: false,
  isMissingObject: (error) => MISSING.has(error.code ?? ''),
  isMissingDatabase: (error) => error.code === '4060',
  async tableRows(connection, names) {
    if (names.length === 0) return [];
    const ids = names.map((name) => `(OBJECT_ID(${text(quotedName(name))}, N'U'))`).join(', ');
    // Index 0 is a heap and 1 a clustered index: a table has one of them, and its partitions hold all rows once.
    const rows = await connection.query(
      `SELECT s.name, t.name, SUM(p.row_count) FROM (SELECT DISTINCT id FROM (VALUES ${ids}) AS v(id)) AS w ` +
        'JOIN sys.tables AS t ON t.object_id = w.id JOIN sys.schemas AS s ON s.schema_id = t.schema_id ' +
        'LEFT JOIN sys.dm_db_partition_stats AS p ON p.object_id = t.object_id AND p.index_id IN (0, 1) ' +
        'GROUP BY s.name, t.name ORDER BY s.name, t.name',
    );
    const tables = rows.map(([schema, table, count]) => ({
      name: schema === 'dbo' ? String(table) : `${String(schema)}.${String(table)}`,
      sql: `${identifier(String(schema))}.${identifier(String(table))}`,
      estimate: estimateOf(count),
    }));
    return lookIntoTables(connection, tables);
  },
  dependents: async (connection, plan) => (await import('./dependents.js')).dependents(connection, plan),
};
