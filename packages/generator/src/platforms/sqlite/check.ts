import type { Database, Table } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import { vendorFlag } from '../../model/vendor-parameter.js';
import { checkIndexWords, INDEX_PARAMETERS, type IndexAbilities } from '../index-abilities.js';
import { refuseNativeTypes } from '../native-types.js';
import { checkNoPartitions, checkVendorParameters, type KnownParameters, TABLE_SQL } from '../vendor-parameters.js';
import { columnType } from './types.js';

export const PARAMETERS: KnownParameters = {
  table: ['autoIncrement', 'strict', 'withoutRowid', ...TABLE_SQL],
  column: ['collate', 'generatedExpr'],
  index: INDEX_PARAMETERS,
  foreignKey: ['deferrable', 'initiallyDeferred'],
  check: ['expression'],
};

/** "STRICT Tables": the only words it takes for a type. */
const STRICT_TYPES: ReadonlySet<string> = new Set(['INT', 'INTEGER', 'REAL', 'TEXT', 'BLOB', 'ANY']);

const INDEXES: IndexAbilities = {
  adapter: 'sqlite',
  vendor: 'SQLite',
  where: true,
  expression: true,
  collation: true,
  methods: [],
};

/** What SQLite cannot do. */
export function check(database: Database, report: Report): void {
  refuseNativeTypes(database, 'sqlite', 'SQLite', report);
  checkVendorParameters(database, 'sqlite', PARAMETERS, report);
  checkNoPartitions(database, 'sqlite', 'SQLite', report);
  const tables = database.tables.filter((table) => !table.skipSql);
  checkIndexWords(tables, INDEXES, report);
  for (const table of tables) {
    checkAutoIncrement(table, report);
    checkRowid(table, report);
    if (vendorFlag(table.vendor, 'sqlite', 'strict') === true) checkStrict(table, report);
    if (/^sqlite_/i.test(table.name)) {
      report({
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

function checkAutoIncrement(table: Table, report: Report): void {
  const column = table.columns.find((candidate) => candidate.autoIncrement);
  if (!column) return;
  const alone = column.primaryKey && table.primaryKey.length === 1;
  if (alone && (column.sqlType === undefined || column.sqlType.toUpperCase() === 'INTEGER')) return;
  report({
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

function checkRowid(table: Table, report: Report): void {
  if (vendorFlag(table.vendor, 'sqlite', 'withoutRowid') !== true) return;
  const autoIncrement = table.columns.find((column) => column.autoIncrement);
  if (table.primaryKey.length > 0 && !autoIncrement) return;
  report({
    severity: 'error',
    code: 'sqlite/without-rowid',
    origin: (autoIncrement ?? table).origin,
    attribute: autoIncrement ? 'autoIncrement' : 'name',
    lacking: autoIncrement ? undefined : table,
    message: autoIncrement
      ? `SQLite numbers rows by their row id, and table "${table.name}" is to have none`
      : `a table without row ids needs a primary key (table "${table.name}")`,
    help: 'remove the vendor parameter "withoutRowid"',
  });
}

function checkStrict(table: Table, report: Report): void {
  for (const column of table.columns) {
    const type = column.sqlType ?? columnType(column);
    if (STRICT_TYPES.has(type.trim().toUpperCase())) continue;
    report({
      severity: 'error',
      code: 'sqlite/strict-type',
      origin: column.origin,
      attribute: column.sqlType === undefined ? 'type' : 'sqlType',
      message: `a STRICT table of SQLite takes no type ${type} (column "${column.name}" of table "${table.name}")`,
      help: 'write sqlType="TEXT", or "INTEGER", "REAL", "BLOB" or "ANY"',
    });
  }
}
