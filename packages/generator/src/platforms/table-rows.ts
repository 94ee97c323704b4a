import { type DatabaseConnection, DatabaseError } from './connection.js';

/** A table that exists, and what is known of its rows without counting them. */
export interface TableRows {
  /** Its name as people know it, schema first where it has one. */
  readonly name: string;
  /** `unknown` when the table could not be read: nobody knows that it is empty. */
  readonly state: 'empty' | 'rows' | 'unknown';
  /** How many rows the catalog believes there are, when it has an idea. */
  readonly estimate: number | undefined;
}

/** A table found in the catalog, before anybody looked into it. */
export interface FoundTable {
  readonly name: string;
  /** Its quoted name, for SQL. */
  readonly sql: string;
  readonly estimate: number | undefined;
}

/** How many tables one statement looks into. */
const CHUNK = 50;

/**
 * Looks for one row in each table. Estimates lag behind, so they only say how many; whether there are any is asked.
 * `suffix` is what a SELECT without a table needs, such as Oracle's FROM DUAL.
 */
export async function lookIntoTables(
  connection: DatabaseConnection,
  tables: readonly FoundTable[],
  suffix = '',
): Promise<readonly TableRows[]> {
  const result: TableRows[] = [];
  for (let from = 0; from < tables.length; from += CHUNK) {
    result.push(...(await lookInto(connection, tables.slice(from, from + CHUNK), suffix)));
  }
  return result;
}

async function lookInto(
  connection: DatabaseConnection,
  tables: readonly FoundTable[],
  suffix: string,
): Promise<readonly TableRows[]> {
  const selects = tables.map(
    ({ sql }, i) => `SELECT ${String(i)}, CASE WHEN EXISTS (SELECT 1 FROM ${sql}) THEN 1 ELSE 0 END${suffix}`,
  );
  try {
    const rows = await connection.query(selects.join(' UNION ALL '));
    const filled = new Set(rows.filter((row) => Number(row[1]) === 1).map((row) => Number(row[0])));
    return tables.map(({ name, estimate }, i) => ({ name, estimate, state: filled.has(i) ? 'rows' : 'empty' }));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (tables.length === 1) return tables.map(({ name, estimate }) => ({ name, estimate, state: 'unknown' }));
    // One of them cannot be read: find out which.
    const result: TableRows[] = [];
    for (const table of tables) result.push(...(await lookInto(connection, [table], suffix)));
    return result;
  }
}

/** A number of the catalog as an estimate; zero and below mean that it has no idea. */
export function estimateOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && number >= 1 ? Math.round(number) : undefined;
}
