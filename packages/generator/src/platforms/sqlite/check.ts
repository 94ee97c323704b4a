import type { Complain } from '../../model/complaint.js';
import type { Database, Table } from '../../model/model.js';
import { checkVendorParameters, type KnownParameters } from '../vendor-parameters.js';

const NO_PARAMETERS: KnownParameters = { table: [], column: [], index: [], foreignKey: [] };

/** What SQLite cannot do. */
export function check(database: Database, complain: Complain): void {
  checkVendorParameters(database, 'sqlite', NO_PARAMETERS, complain);
  for (const table of database.tables) {
    if (table.skipSql) continue;
    checkAutoIncrement(table, complain);
    if (/^sqlite_/i.test(table.name)) {
      complain({
        severity: 'error',
        code: 'sqlite/reserved-name',
        origin: table.origin,
        attribute: 'name',
        message: `SQLite keeps names that start with "sqlite_" for itself (table "${table.name}")`,
        help: 'rename the table',
      });
    }
  }
}

function checkAutoIncrement(table: Table, complain: Complain): void {
  const column = table.columns.find((candidate) => candidate.autoIncrement);
  if (!column) return;
  const alone = column.primaryKey && table.primaryKey.length === 1;
  if (alone && (column.sqlType === undefined || column.sqlType.toUpperCase() === 'INTEGER')) return;
  complain({
    severity: 'error',
    code: 'sqlite/auto-increment',
    origin: column.origin,
    attribute: alone ? 'sqlType' : 'autoIncrement',
    message: alone
      ? `SQLite numbers rows only by a column of sqlType INTEGER (column "${column.name}")`
      : `SQLite numbers rows only by a column that is the whole primary key (column "${column.name}" of table "${table.name}")`,
    help: alone ? 'remove sqlType' : 'make it the only primaryKey column, or remove autoIncrement',
  });
}
