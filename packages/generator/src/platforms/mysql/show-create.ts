import { type DatabaseConnection, DatabaseError } from '../connection.js';
import type { CatalogRows, Server } from './catalog-rows.js';
import { identifier } from './quoting.js';

/** What the server would make something again with, and under which rules it was made. */
export interface ShownStatement {
  readonly sql: string;
  readonly sqlMode: string | undefined;
}

/** Statements by `kind` and name, such as `trigger film_check`; what the user may not see is not in it. */
export type ShownStatements = ReadonlyMap<string, ShownStatement>;

export const statementKey = (kind: string, name: string): string => `${kind} ${name}`;

/** One query for each: nothing else prints a routine whole. */
export async function readStatements(
  connection: DatabaseConnection,
  { database: current }: Server,
  database: string,
  rows: CatalogRows,
): Promise<ShownStatements> {
  const found = new Map<string, ShownStatement>();
  const read = async (kind: string, name: string | null): Promise<void> => {
    // SHOW CREATE VIEW leaves out the name of the database in use.
    const whole = `${database === current ? '' : `${identifier(database)}.`}${identifier(name ?? '')}`;
    const shown = await showCreate(connection, `SHOW CREATE ${kind.toUpperCase()} ${whole}`, kind);
    if (shown !== undefined) found.set(statementKey(kind, name ?? ''), shown);
  };
  for (const { name, type } of rows.tables) {
    if (type === 'VIEW') await read('view', name);
    else if (/SEQUENCE/.test(type ?? '')) await read('sequence', name);
  }
  for (const { name, kind } of rows.routines) await read((kind ?? '').toLowerCase(), name);
  for (const { name } of rows.triggers) await read('trigger', name);
  for (const { name } of rows.events) await read('event', name);
  return found;
}

/** Where the statement and the mode stand among the columns: name, mode, statement; an event has a time zone besides. */
const PLACES: Readonly<Record<string, { readonly sql: number; readonly mode?: number }>> = {
  view: { sql: 1 },
  sequence: { sql: 1 },
  event: { sql: 3, mode: 1 },
};

async function showCreate(
  connection: DatabaseConnection,
  query: string,
  kind: string,
): Promise<ShownStatement | undefined> {
  const { sql, mode } = PLACES[kind] ?? { sql: 2, mode: 1 };
  try {
    const [row = []] = await connection.query(query);
    const [text, sqlMode] = [row[sql], mode === undefined ? undefined : row[mode]];
    if (typeof text !== 'string') return undefined;
    return { sql: text, sqlMode: typeof sqlMode === 'string' ? sqlMode : undefined };
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}

/** The statements of tables, by name. */
export async function readTables(
  connection: DatabaseConnection,
  database: string,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of names) {
    const shown = await showCreate(connection, `SHOW CREATE TABLE ${identifier(database)}.${identifier(name)}`, 'view');
    if (shown !== undefined) found.set(name, shown.sql);
  }
  return found;
}

/**
 * What stands behind PARTITION BY, on one line: without the comment of versions around it, and without the engine, which is
 * the table's. The partitions of a history belong to system versioning.
 */
export function partitionClause(createTable: string, of: 'rows' | 'history' = 'rows'): string | undefined {
  const found = /^\s?(?:\/\*!\d+\s+)?PARTITION BY\s+([\s\S]*)$/m.exec(createTable)?.[1];
  if (found === undefined || /^system_time\b/i.test(found) !== (of === 'history')) return undefined;
  return found
    .replace(/\s*\*\/\s*$/, '')
    .replaceAll(/('(?:[^'\\]|''|\\[\s\S])*'|`(?:[^`]|``)*`)|\s+ENGINE = \w+|\s+/g, (part, quoted?: string) =>
      quoted !== undefined ? part : /\S/.test(part) ? '' : ' ',
    )
    .trim();
}
