import type { Execution } from '../execution.js';
import { estimateOf, lookIntoTables } from '../table-rows.js';
import { folded, quotedName } from './names.js';
import { identifier, text } from './quoting.js';

/** undefined_table, undefined_object, invalid_schema_name, undefined_function, undefined_column, invalid_catalog_name. */
const MISSING = new Set(['42P01', '42704', '3F000', '42883', '42703', '3D000']);

export const execution: Execution = {
  transactional: true,
  failureEndsTransaction: true,
  isMissingObject: (error) => MISSING.has(error.code ?? ''),
  isMissingDatabase: (error) => error.code === '3D000',
  advice(error) {
    if (error.code === '25001') return 'all files of a connection run in one transaction: run this statement by hand';
    // Each table, index and sequence that is dropped or created holds a lock until the end.
    if (error.code !== '53200' || !/max_locks_per_transaction/.test(error.details.join())) return undefined;
    return 'all files of a connection run in one transaction; for some thousand tables 1024 is enough';
  },
  async tableRows(connection, names, schemas) {
    if (names.length + schemas.length === 0) return [];
    const values = ['(NULL)', ...names.map((name) => `(${text(quotedName(name))})`)].join(', ');
    const whole = ["''", ...schemas.map((schema) => text(folded(schema)))].join(', ');
    // to_regclass follows search_path as DROP TABLE does, and gives NULL where there is no such table.
    const rows = await connection.query(
      `SELECT DISTINCT c.oid::regclass::text, n.nspname, c.relname, c.reltuples::float8 ` +
        'FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace ' +
        `WHERE c.relkind IN ('r', 'p', 'f') AND (n.nspname IN (${whole}) ` +
        `OR c.oid IN (SELECT to_regclass(v.name) FROM (VALUES ${values}) AS v(name))) ORDER BY 2, 3`,
    );
    const tables = rows.map(([shown, schema, table, tuples]) => ({
      name: String(shown).replaceAll('"', ''),
      sql: `${identifier(String(schema))}.${identifier(String(table))}`,
      estimate: estimateOf(tuples),
    }));
    return lookIntoTables(connection, tables);
  },
  dependents: async (connection, plan) => (await import('./dependents.js')).dependents(connection, plan),
  async ownFunctions(connection, names) {
    // The same name with other arguments is enough, whatever search_path says. Those of extensions are not somebody's own.
    const rows = await connection.query(
      'SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace ' +
        `WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND p.proname IN (${names.map(text).join(', ')}) ` +
        "AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::regclass " +
        "AND d.objid = p.oid AND d.deptype = 'e')",
    );
    return rows.map(([name]) => String(name));
  },
};
