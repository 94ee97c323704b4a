import type { CatalogTable } from '../catalog.js';
import { catalogView } from '../view-sql.js';
import type { MasterRow, Pragmas } from './pragmas.js';
import { isWord, oneLine, type Token, tokens } from './tokens.js';

/**
 * The views that a schema can say: SQLite asks for nothing that a view reads before it is used. One that names its columns
 * before AS is more than its SELECT.
 */
export async function catalogViews(master: readonly MasterRow[], pragmas: Pragmas): Promise<CatalogTable[]> {
  const views: CatalogTable[] = [];
  for (const { type, name, sql } of master) {
    const viewSql = type === 'view' ? selectOf(sql) : undefined;
    if (viewSql === undefined) continue;
    // Nothing is known of what has no type: as a text it is read as it comes.
    const columns = (await pragmas.columns(name)).map((row) => ({ name: row.name, type: row.type || 'TEXT' }));
    views.push(catalogView({ schema: undefined, name, columns, viewSql }));
  }
  return views;
}

/** What stands behind `CREATE VIEW name AS`. */
function selectOf(sql: string): string | undefined {
  const parts = tokens(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  // CREATE VIEW and a name, which SQLite keeps without IF NOT EXISTS and without a schema.
  const [as, first]: readonly (Token | undefined)[] = parts.slice(3);
  return isWord(as, 'AS') && first !== undefined ? oneLine(sql.slice(first.start)) : undefined;
}
