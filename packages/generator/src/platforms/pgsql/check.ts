import type { Database } from '../../model/model.js';
import type { Complain } from '../platform.js';
import { checkNames } from './check-names.js';

/** What PostgreSQL cannot do. */
export function check(database: Database, complain: Complain): void {
  checkNames(
    database.tables.filter((table) => !table.skipSql),
    complain,
  );
  for (const table of database.tables) {
    for (const column of table.columns) {
      if (column.type === 'GEOMETRY' && column.sqlType === undefined && !table.skipSql) {
        complain({
          severity: 'error',
          code: 'pgsql/geometry',
          origin: column.origin,
          attribute: 'type',
          message: `PostgreSQL itself has no type GEOMETRY (column "${column.name}" of table "${table.name}")`,
          help: 'name the type you have with sqlType: "point", "polygon", or "geometry" where PostGIS is installed',
        });
      }
    }
  }
}
