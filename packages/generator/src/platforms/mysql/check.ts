import { suggestion } from '../../diagnostics/suggest.js';
import type { Check, Column, Database, ForeignKey, Index, Table, VendorParameters } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import { vendorParameters, vendorValue } from '../../model/vendor-parameter.js';
import { checkIndexWords, INDEX_PARAMETERS, type IndexAbilities } from '../index-abilities.js';
import { refuseNativeTypes } from '../native-types.js';
import type { PlatformOptions } from '../platform.js';
import { type KnownParameters, TABLE_SQL } from '../vendor-parameters.js';
import { checkForeignKeys } from './check-foreign-keys.js';
import { checkColumnSize, checkKeySize, checkPrefixes, checkRowSize, isBlob } from './check-size.js';
import { isSpecial, TABLE_PARAMETER_NAMES, TABLE_PARAMETERS, tableEngine } from './shape.js';

export const PARAMETERS: KnownParameters = {
  table: [...TABLE_PARAMETERS, 'Engine', 'Type', 'Union', 'UuidSwapFlag', ...TABLE_SQL],
  column: ['Charset', 'Collate', 'Collation', 'OnUpdate', 'Unsigned', 'generatedExpr'],
  index: INDEX_PARAMETERS,
  foreignKey: [],
  check: ['expression', 'notEnforced'],
};

const INDEXES: IndexAbilities = {
  adapter: 'mysql',
  vendor: 'MySQL',
  expression: true,
  methods: ['fulltext', 'spatial', 'hash'],
  uniqueMethods: ['hash'],
};

/** What MySQL and MariaDB cannot do. */
export function check(database: Database, report: Report, options: PlatformOptions): void {
  refuseNativeTypes(database, 'mysql', 'MySQL', report);
  const tables = database.tables.filter((table) => !table.skipSql);
  checkIndexWords(tables, INDEXES, report);
  for (const table of tables) {
    checkParameters(table.vendor, PARAMETERS.table, `table "${table.name}"`, report);
    checkName(table.name, table, 'table', report);
    for (const column of table.columns) checkColumn(table, column, report, options);
    checkRowSize(table, report, options);
    for (const index of [...table.indexes, ...table.uniques]) checkIndex(table, index, report, options);
    checkPrimaryKey(table, report, options);
    checkAutoIncrement(table, report);
    checkForeignKeys(table, report, options);
    for (const { vendor, name } of table.checks) checkParameters(vendor, PARAMETERS.check, `check "${name}"`, report);
  }
  checkConstraintNames(database, report, options);
  checkCheckNames(database, report);
}

/** The names of foreign keys must differ within a database, in any case ("FOREIGN KEY Constraints"). */
function checkConstraintNames(database: Database, report: Report, options: PlatformOptions): void {
  const keysOf = (table: Table): readonly ForeignKey[] =>
    tableEngine(table, options).toLowerCase() === 'innodb' ? table.foreignKeys.filter((key) => key.constraint) : [];
  checkNames(database, report, 'foreign key', keysOf);
}

/** So must those of checks on MySQL, beside the names of foreign keys ("CHECK Constraints"); MariaDB minds only within a table. */
function checkCheckNames(database: Database, report: Report): void {
  checkNames(database, report, 'check', ({ checks }) => checks);
}

function checkNames(
  { tables }: Database,
  report: Report,
  what: string,
  constraintsOf: (table: Table) => readonly (ForeignKey | Check)[],
): void {
  const owners = new Map<string, Table>();
  for (const table of tables) {
    if (table.skipSql) continue;
    for (const { name, origin } of constraintsOf(table)) {
      const slot = `${table.schema ?? ''}.${name.toLowerCase()}`;
      const owner = owners.get(slot);
      owners.set(slot, owner ?? table);
      if (!owner) continue;
      report({
        severity: 'error',
        code: 'mysql/same-name',
        origin,
        attribute: 'name',
        message: `table "${owner.name}" has a ${what} named "${name}" too, and MySQL wants these names to differ`,
        help: 'rename one of them, or leave the name out',
      });
    }
  }
}

/** Supplementary characters are not allowed in identifiers (manual, "Schema Object Names"). */
function checkName(name: string, at: Table | Column | Index, what: string, report: Report): void {
  if (!/[\u{10000}-\u{10ffff}]/u.test(name)) return;
  report({
    severity: 'error',
    code: 'mysql/identifier',
    origin: at.origin,
    attribute: 'name',
    message: `MySQL allows no characters beyond U+FFFF in the name of a ${what}`,
    help: 'rename it',
  });
}

/** Vendor parameters go into the SQL as options, so each must be known and of its form. */
function checkParameters(vendor: VendorParameters, known: readonly string[], where: string, report: Report): void {
  for (const { name, value, origin } of vendorParameters(vendor, 'mysql').values()) {
    const meant = (TABLE_PARAMETER_NAMES.get(name.toLowerCase()) ?? name).toLowerCase();
    const spec = known.find((candidate) => candidate.toLowerCase() === meant);
    if (spec === undefined) {
      report({
        severity: 'error',
        code: 'mysql/vendor-parameter',
        origin,
        attribute: 'name',
        message: `unknown vendor parameter "${name}" of ${where}`,
        help: suggestion(name, known) ?? `known here: ${known.join(', ')}`,
      });
    } else if (!parameterForm(spec).test(value)) {
      report({
        severity: 'error',
        code: 'mysql/vendor-parameter',
        origin,
        attribute: 'value',
        message: `"${value}" is not a value of the vendor parameter "${name}"`,
        help: parameterHelp(spec),
      });
    }
  }
}

function parameterHelp(name: string): string {
  if (name === 'Unsigned' || name === 'UuidSwapFlag') return 'write true or false';
  if (name === 'Index_type') return 'write FULLTEXT, SPATIAL, HASH or BTREE';
  if (name === 'OnUpdate') return 'write CURRENT_TIMESTAMP';
  return 'write it as the option of CREATE TABLE takes it';
}

function parameterForm(name: string): RegExp {
  switch (name) {
    case 'Unsigned':
    case 'UuidSwapFlag':
      return /^(true|false)$/i;
    // Judged as the SQL it is, wherever it is read.
    case 'expression':
    case 'generatedExpr':
    case 'Connection':
    case 'DataDirectory':
    case 'IndexDirectory':
    case 'Union':
    // One statement, as the gate has seen to.
    case 'viewSql':
    case 'partitionBy':
      return /^.+$/s;
    case 'OnUpdate':
      return /^current_timestamp$/i;
    case 'Index_type':
      return /^(fulltext|spatial|hash|btree)$/i;
    case 'where':
      return /^/;
    default:
      return /^\w+$/;
  }
}

function checkColumn(table: Table, column: Column, report: Report, options: PlatformOptions): void {
  checkParameters(column.vendor, PARAMETERS.column, `column "${column.name}"`, report);
  checkName(column.name, column, 'column', report);
  checkOnUpdate(column, report);
  checkColumnSize(table, column, report, options);
  if (column.sqlType !== undefined) return;
  checkLabels(table, column, report);
  if (column.family === 'decimal' && column.size === undefined) {
    report({
      severity: 'warning',
      code: 'mysql/decimal-size',
      origin: column.origin,
      attribute: 'type',
      message: `${column.type} without a size has 10 digits and none after the point on MySQL ("${table.name}.${column.name}")`,
      help: 'add size and scale, such as size="10" scale="2"',
    });
  }
}

/** ON UPDATE CURRENT_TIMESTAMP is for columns that hold a day and a time (error 1294), and no part of a default. */
function checkOnUpdate(column: Column, report: Report): void {
  const [, expression, update] =
    (column.default?.kind === 'expression' && /^(.*?)\s*\bon\s+update\s+(.*)$/is.exec(column.default.sql)) || [];
  if (update !== undefined) {
    report({
      severity: 'error',
      code: 'mysql/on-update',
      origin: column.origin,
      attribute: 'defaultExpr',
      message: `ON UPDATE is not part of a default (column "${column.name}")`,
      help: `write defaultExpr="${expression ?? ''}" and put <vendor type="mysql"><parameter name="OnUpdate" value="CURRENT_TIMESTAMP"/></vendor> in the column`,
    });
  }
  const parameter = vendorParameters(column.vendor, 'mysql').get('onupdate');
  if (parameter === undefined || column.family === 'datetime') return;
  report({
    severity: 'error',
    code: 'mysql/vendor-parameter',
    origin: parameter.origin,
    attribute: 'name',
    message: `the vendor parameter "OnUpdate" is for TIMESTAMP and DATETIME, and "${column.name}" is ${column.type}`,
    help: 'remove it, or change the type',
  });
}

/** A native ENUM compares its labels by the collation, and the usual ones see no accents (error 1291). */
function checkLabels(table: Table, column: Column, report: Report): void {
  if (column.type !== 'ENUM' || column.enumStorage === 'index') return;
  // Whoever chose a collation knows what it tells apart.
  if ([table, column].some(({ vendor }) => vendorValue(vendor, 'mysql', 'Collate', 'Collation') !== undefined)) return;
  const plain = column.valueSet.map((label) => label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
  const second = plain.findIndex((label, i) => plain.indexOf(label) < i);
  if (second < 0) return;
  report({
    severity: 'error',
    code: 'mysql/enum-labels',
    origin: column.origin,
    attribute: 'valueSet',
    message: `"${column.valueSet[plain.indexOf(plain[second] ?? '')] ?? ''}" and "${column.valueSet[second] ?? ''}" are one label for the usual collations of MySQL (column "${column.name}")`,
    help: 'rename one of them, or set enumStorage="index"',
  });
}

function checkIndex(table: Table, index: Index, report: Report, options: PlatformOptions): void {
  checkName(index.name, index, 'index', report);
  checkParameters(index.vendor, PARAMETERS.index, `index "${index.name}"`, report);
  if (isSpecial(index)) return;
  if (index.using === 'hash' && tableEngine(table, options).toLowerCase() === 'innodb') {
    report({
      severity: 'error',
      code: 'mysql/index',
      origin: index.origin,
      attribute: 'using',
      message: `InnoDB has no hash indexes: it would make index "${index.name}" of table "${table.name}" a btree`,
      help: 'remove "using", or use the engine MEMORY',
    });
  }
  const parts = index.columns.flatMap(({ column, size }) => (column === undefined ? [] : [{ column, size }]));
  for (const { column, size } of parts) {
    if (!isBlob(column, options) || size !== undefined) continue;
    report({
      severity: 'error',
      code: 'mysql/index-prefix',
      origin: index.origin,
      message: `MySQL indexes a ${column.type} only by a prefix (column "${column.name}" of table "${table.name}")`,
      help: `add a length: <index-column name="${column.name}" size="100"/>`,
    });
  }
  checkPrefixes(table, parts, options, { origin: index.origin }, report);
  checkKeySize(table, parts, options, { origin: index.origin }, `index "${index.name}"`, report);
}

function checkPrimaryKey(table: Table, report: Report, options: PlatformOptions): void {
  checkPrefixes(table, table.primaryKeyParts, options, { origin: table.origin, attribute: 'name' }, report);
  checkKeySize(
    table,
    table.primaryKeyParts,
    options,
    { origin: table.origin, attribute: 'name' },
    'the primary key',
    report,
  );
  for (const { column, size } of table.primaryKeyParts) {
    if (!isBlob(column, options) || size !== undefined) continue;
    report({
      severity: 'error',
      code: 'mysql/key-type',
      origin: column.origin,
      attribute: 'type',
      message: `a ${column.type} cannot be part of a primary key on MySQL (column "${column.name}")`,
      help: 'use VARCHAR or VARBINARY with a size, or index its beginning by <primary-key-column> with a size',
    });
  }
}

function checkAutoIncrement(table: Table, report: Report): void {
  const column = table.columns.find((candidate) => candidate.autoIncrement);
  if (!column || column.primaryKey) return;
  if ([...table.indexes, ...table.uniques].some((index) => index.columns[0]?.column === column)) return;
  report({
    severity: 'error',
    code: 'mysql/auto-increment',
    origin: column.origin,
    attribute: 'autoIncrement',
    message: `MySQL numbers only a column that is the first of a key (column "${column.name}" of table "${table.name}")`,
    lacking: table,
    help: 'add primaryKey="true", or an <index> that starts with it',
  });
}
