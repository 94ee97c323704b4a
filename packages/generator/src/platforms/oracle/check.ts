import { indexedColumns } from '../../model/index-columns.js';
import type { Column, Database, ForeignKey, Index, Table } from '../../model/model.js';
import type { ModelDiagnostic, Report } from '../../model/model-diagnostic.js';
import type { Origin } from '../../model/origin.js';
import { checkIndexWords, INDEX_PARAMETERS, type IndexAbilities } from '../index-abilities.js';
import { refuseNativeTypes } from '../native-types.js';
import { checkNoPartitions, checkVendorParameters, type KnownParameters, TABLE_SQL } from '../vendor-parameters.js';
import { checkNames } from './check-names.js';
import { ATTRIBUTE_NAMES, invalidAttributes, type Prefix } from './physical-attributes.js';
import { columnType, isLarge, MAX_CHAR, MAX_VARCHAR } from './types.js';

export const PARAMETERS: KnownParameters = {
  table: [...ATTRIBUTE_NAMES, ...ATTRIBUTE_NAMES.map((name) => `PK${name}`), ...TABLE_SQL],
  column: ['generatedExpr'],
  index: [...ATTRIBUTE_NAMES, ...INDEX_PARAMETERS],
  foreignKey: [],
  check: ['expression'],
};

const INDEXES: IndexAbilities = { adapter: 'oracle', vendor: 'Oracle', expression: true, methods: ['bitmap'] };

/** What Oracle cannot do. */
export function check(database: Database, report: Report): void {
  refuseNativeTypes(database, 'oracle', 'Oracle', report);
  checkVendorParameters(database, 'oracle', PARAMETERS, report);
  checkNoPartitions(database, 'oracle', 'Oracle', report);
  const tables = database.tables.filter((table) => !table.skipSql);
  checkIndexWords(tables, INDEXES, report);
  for (const table of tables) {
    checkTable(table, report);
    for (const column of table.columns) checkColumn(table, column, report);
    for (const index of table.indexes) checkIndex(table, index, report);
    for (const unique of table.uniques) {
      checkKey(table, indexedColumns(unique), unique.origin, `unique "${unique.name}"`, report);
    }
    checkKey(table, table.primaryKey, table.origin, 'the primary key', report);
    for (const key of table.foreignKeys) if (key.constraint) checkForeignKey(key, report);
  }
  checkNames(tables, report);
}

function checkTable(table: Table, report: Report): void {
  if (table.schema !== undefined) {
    report({
      severity: 'error',
      code: 'oracle/schema',
      origin: table.origin,
      attribute: 'schema',
      message: `a schema is a user in Oracle: table "${table.name}" cannot be created in "${table.schema}"`,
      help: 'drop the schema attribute and connect as that user',
    });
  }
  checkAttributes(table, '', report);
  checkAttributes(table, 'PK', report);
}

function checkAttributes(owner: Table | Index, prefix: Prefix, report: Report): void {
  for (const name of invalidAttributes(owner.vendor, prefix)) {
    const parameter = owner.vendor.get('oracle')?.get(name.toLowerCase());
    report({
      severity: 'error',
      code: 'oracle/vendor-parameter',
      origin: parameter?.origin ?? owner.origin,
      attribute: 'value',
      message: `vendor parameter ${name} of "${owner.name}" must be a number, not "${parameter?.value ?? ''}"`,
      help: 'write digits only',
    });
  }
}

function checkColumn(table: Table, column: Column, report: Report): void {
  const about = (attribute: string, rest: Pick<ModelDiagnostic, 'severity' | 'code' | 'message' | 'help'>): void =>
    report({ origin: column.origin, attribute, ...rest });
  const where = `column "${column.name}" of table "${table.name}"`;
  if (column.sqlType !== undefined) return;
  const size = column.size ?? 0;
  const limit = column.type === 'VARCHAR' ? MAX_VARCHAR : column.type === 'CHAR' ? MAX_CHAR : Infinity;
  if (size > limit) {
    about('size', {
      severity: 'error',
      code: 'oracle/text-size',
      message: `${column.type} has at most ${limit} characters in Oracle (${where})`,
      help: column.type === 'CHAR' ? 'use VARCHAR' : 'use type="CLOB"',
    });
  }
  if (column.family === 'decimal' && size > 38) {
    about('size', {
      severity: 'error',
      code: 'oracle/decimal-size',
      message: `Oracle has at most 38 digits (${where})`,
      help: 'use a size up to 38',
    });
  }
  if ((column.family === 'time' || column.family === 'datetime') && size > 9) {
    about('size', {
      severity: 'error',
      code: 'oracle/fraction',
      message: `Oracle has at most 9 fractional digits of a second (${where})`,
      help: 'use a size from 0 to 9',
    });
  }
  const empty = column.default?.kind === 'value' && column.default.value === '';
  if (empty && column.notNull && !isLarge(column)) {
    about('defaultValue', {
      severity: 'warning',
      code: 'oracle/empty-string',
      message: `an empty text is NULL in Oracle: the default of the required ${where} is refused at every INSERT`,
      help: 'drop the default, use another, or drop required',
    });
  }
}

function checkIndex(table: Table, index: Index, report: Report): void {
  checkAttributes(index, '', report);
  const column = indexedColumns(index).find(isLarge);
  if (!column) return;
  report({
    severity: 'warning',
    code: 'oracle/large-index',
    origin: index.origin,
    message: `index "${index.name}" of table "${table.name}" is left out: Oracle cannot index ${typeOf(column)} (column "${column.name}")`,
    help: 'use a VARCHAR or VARBINARY with a size, or an Oracle Text index of your own',
  });
}

function checkKey(table: Table, columns: readonly Column[], origin: Origin, what: string, report: Report): void {
  const column = columns.find(isLarge);
  if (!column) return;
  report({
    severity: 'error',
    code: 'oracle/large-key',
    origin,
    message: `Oracle allows no ${typeOf(column)} in a key: column "${column.name}" of table "${table.name}" in ${what}`,
    help: 'use a VARCHAR or VARBINARY with a size',
  });
}

function checkForeignKey(key: ForeignKey, report: Report): void {
  const refuse = (attribute: 'onDelete' | 'onUpdate', help: string): void =>
    report({
      severity: 'error',
      code: 'oracle/foreign-key-action',
      origin: key.origin,
      attribute,
      message: `Oracle has no ${attribute}="${(key[attribute] ?? '').toLowerCase()}" (foreign key "${key.name}" of table "${key.table.name}")`,
      help,
    });
  if (key.onDelete === 'SET DEFAULT') refuse('onDelete', 'use cascade, setnull or noaction, or write a trigger');
  if (key.onUpdate !== undefined && key.onUpdate !== 'NO ACTION' && key.onUpdate !== 'RESTRICT') {
    refuse('onUpdate', 'drop onUpdate: keys that other rows point at should not change, or write a trigger');
  }
  for (const { local, foreign } of key.columns) {
    if (baseType(local) === baseType(foreign)) continue;
    report({
      severity: 'error',
      code: 'oracle/foreign-key-type',
      origin: key.origin,
      // ORA-02267; sizes may differ.
      message: `Oracle wants both ends of foreign key "${key.name}" to have the same type: "${local.name}" is ${typeOf(local)}, "${key.foreignTable.name}.${foreign.name}" is ${typeOf(foreign)}`,
      help: 'give both columns the same type',
    });
  }
}

const typeOf = (column: Column): string => column.sqlType ?? columnType(column);

const baseType = (column: Column): string =>
  typeOf(column)
    .replace(/\(.*?\)/g, '')
    .trim()
    .toUpperCase();
