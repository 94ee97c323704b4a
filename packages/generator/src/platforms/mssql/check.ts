import { indexedColumns } from '../../model/index-columns.js';
import type { Column, Database, ForeignKey, Table } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import type { Origin } from '../../model/origin.js';
import { checkIndexWords, INDEX_PARAMETERS, type IndexAbilities } from '../index-abilities.js';
import { refuseNativeTypes } from '../native-types.js';
import { checkNoPartitions, checkVendorParameters, type KnownParameters, TABLE_SQL } from '../vendor-parameters.js';
import { type CascadeConflict, cascadeConflicts } from './cascade-paths.js';
import { isReferenced, MssqlShaper } from './shape.js';
import { columnType, isLarge } from './types.js';

export const PARAMETERS: KnownParameters = {
  table: [...TABLE_SQL],
  column: ['generatedExpr'],
  index: INDEX_PARAMETERS,
  foreignKey: [],
  check: ['expression'],
};

/** An expression needs a column of its own there, which is computed. */
const INDEXES: IndexAbilities = {
  adapter: 'mssql',
  vendor: 'SQL Server',
  where: true,
  include: true,
  nullsNotDistinct: true,
  methods: [],
};

/** What SQL Server cannot do. */
export function check(database: Database, report: Report): void {
  refuseNativeTypes(database, 'mssql', 'SQL Server', report);
  checkVendorParameters(database, 'mssql', PARAMETERS, report);
  checkNoPartitions(database, 'mssql', 'SQL Server', report);
  const tables = database.tables.filter((table) => !table.skipSql);
  checkIndexWords(tables, INDEXES, report);
  for (const table of tables) {
    for (const column of table.columns) checkColumn(table, column, report);
    checkIndexes(table, report);
    for (const key of table.foreignKeys) if (key.constraint) checkForeignKey(key, report);
  }
  for (const conflict of cascadeConflicts(tables)) reportCascade(conflict, report);
  checkNames(tables, report);
}

function checkColumn(table: Table, column: Column, report: Report): void {
  if (column.sqlType !== undefined) return;
  const where = `column "${column.name}" of table "${table.name}"`;
  if (column.family === 'decimal') {
    if (column.size === undefined && column.scale === undefined) {
      report({
        severity: 'warning',
        code: 'mssql/decimal-size',
        origin: column.origin,
        attribute: 'type',
        message: `SQL Server reads ${column.type} without a size as DECIMAL(18, 0): ${where} would lose every fraction`,
        help: 'give the column a size and a scale',
      });
    } else if ((column.size ?? 0) > 38) {
      report({
        severity: 'error',
        code: 'mssql/decimal-size',
        origin: column.origin,
        attribute: 'size',
        message: `SQL Server has at most 38 digits (${where})`,
        help: 'use a size up to 38',
      });
    }
  }
  if ((column.family === 'time' || column.family === 'datetime') && (column.size ?? 0) > 7) {
    report({
      severity: 'error',
      code: 'mssql/fraction',
      origin: column.origin,
      attribute: 'size',
      message: `SQL Server has at most 7 fractional digits of a second (${where})`,
      help: 'use a size from 0 to 7',
    });
  }
}

function checkIndexes(table: Table, report: Report): void {
  const large = (columns: readonly Column[]): Column | undefined => columns.find((column) => isLarge(column));
  const key = large(table.primaryKey);
  if (key) reportLarge(table, key, key.origin, `the primary key of table "${table.name}"`, report);
  for (const unique of table.uniques) {
    const column = large(indexedColumns(unique));
    if (column) reportLarge(table, column, unique.origin, `unique "${unique.name}"`, report);
    if (
      !unique.nullsNotDistinct &&
      isReferenced(table, unique) &&
      indexedColumns(unique).some((candidate) => !candidate.notNull)
    ) {
      report({
        severity: 'warning',
        code: 'mssql/unique-null',
        origin: unique.origin,
        message: `unique "${unique.name}" of table "${table.name}" accepts a single NULL in SQL Server`,
        help: 'make its columns required: a foreign key points at them, so the index without NULLs that other uniques get cannot be used',
      });
    }
  }
  for (const index of table.indexes) {
    const column = large(indexedColumns(index));
    if (!column) continue;
    report({
      severity: 'warning',
      code: 'mssql/large-index',
      origin: index.origin,
      message: `index "${index.name}" of table "${table.name}" is left out: SQL Server cannot index ${typeOf(column)} (column "${column.name}")`,
      help: 'use a VARCHAR or VARBINARY with a size, or a full-text index of your own',
    });
  }
}

function reportLarge(table: Table, column: Column, origin: Origin, what: string, report: Report): void {
  report({
    severity: 'error',
    code: 'mssql/large-key',
    origin,
    message: `SQL Server allows no ${typeOf(column)} in a key: column "${column.name}" of table "${table.name}" in ${what}`,
    help: 'use a VARCHAR or VARBINARY with a size',
  });
}

function checkForeignKey(key: ForeignKey, report: Report): void {
  for (const { local, foreign } of key.columns) {
    if (typeOf(local).toUpperCase() === typeOf(foreign).toUpperCase()) continue;
    report({
      severity: 'error',
      code: 'mssql/foreign-key-type',
      origin: key.origin,
      // Errors 1753 and 1778.
      message: `SQL Server wants both ends of foreign key "${key.name}" to have the same type and size: "${local.name}" is ${typeOf(local)}, "${key.foreignTable.name}.${foreign.name}" is ${typeOf(foreign)}`,
      help: 'give both columns the same type and size',
    });
  }
  for (const event of ['onDelete', 'onUpdate'] as const) {
    if (key[event] !== 'SET DEFAULT') continue;
    const without = key.columns.find(({ local }) => local.notNull && !local.default)?.local;
    if (!without) continue;
    report({
      severity: 'error',
      code: 'mssql/set-default',
      origin: key.origin,
      attribute: event,
      message: `${event}="set default" of foreign key "${key.name}" needs a default: column "${without.name}" is required and has none`,
      help: 'give the column a defaultValue, or drop required',
    });
  }
}

function reportCascade({ key, event, kind, start, other }: CascadeConflict, report: Report): void {
  const deed = event === 'onDelete' ? 'deleting' : 'updating';
  const why =
    kind === 'cycle'
      ? `${deed} a row of "${start.name}" would come back to "${start.name}"`
      : `${deed} a row of "${start.name}" would reach "${key.table.name}" through "${other?.name ?? ''}" too`;
  report({
    severity: 'error',
    code: 'mssql/cascade-paths',
    origin: key.origin,
    attribute: event,
    message: `SQL Server refuses ${event}="${(key[event] ?? '').toLowerCase()}" of foreign key "${key.name}": ${why}`,
    help: `use ${event}="noaction" here or on another key of the path, and do the rest in the application or in a trigger`,
  });
}

/**
 * Tables and constraints are all objects of one schema and share their names; columns share those of a table. The usual
 * collations ignore case, but a database may have another: a difference in case only is a warning.
 */
function checkNames(tables: readonly Table[], report: Report): void {
  const shaper = new MssqlShaper();
  const objects = new Map<string, string>();
  const claim = (taken: Map<string, string>, scope: string, name: string, what: string, origin: Origin): void => {
    const slot = `${scope}\u0000${name.toLowerCase()}`;
    const owner = taken.get(slot);
    if (owner === undefined) {
      taken.set(slot, what);
      return;
    }
    report({
      severity: owner.endsWith(`"${name}"`) ? 'error' : 'warning',
      code: 'mssql/same-name',
      origin,
      attribute: 'name',
      message: `${what} has the name of ${owner}, in SQL Server's eyes`,
      help: 'name one of them otherwise',
    });
  };
  for (const table of tables) {
    const scope = table.schema ?? '';
    const object = (name: string, what: string, origin: Origin): void =>
      claim(objects, scope, name, `${what} "${name}"`, origin);
    object(table.name, 'table', table.origin);
    if (table.primaryKey.length > 0) object(shaper.primaryKeyName(table), 'primary key', table.origin);
    for (const unique of table.uniques) {
      if (shaper.isConstraint(table, unique)) object(unique.name, 'unique', unique.origin);
    }
    for (const check of table.checks) object(check.name, 'check', check.origin);
    for (const key of table.foreignKeys) if (key.constraint) object(key.name, 'foreign key', key.origin);
    const columns = new Map<string, string>();
    for (const column of table.columns) claim(columns, '', column.name, `column "${column.name}"`, column.origin);
  }
}

const typeOf = (column: Column): string => column.sqlType ?? columnType(column);
