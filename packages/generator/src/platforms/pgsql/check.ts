import { quoted } from '../../diagnostics/printable.js';
import { isPlainIndex } from '../../model/index-columns.js';
import type { Column, Database, Index, Table, VendorParameter } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import { splitList } from '../../model/value-list.js';
import { vendorParameters } from '../../model/vendor-parameter.js';
import { hasUnseen } from '../../text/unseen.js';
import { checkIndexWords, INDEX_PARAMETERS, type IndexAbilities } from '../index-abilities.js';
import { checkVendorParameters, type KnownParameters, TABLE_SQL } from '../vendor-parameters.js';
import { checkNames } from './check-names.js';

export const PARAMETERS: KnownParameters = {
  table: ['schema', 'extensions', 'identity', ...TABLE_SQL],
  column: ['collate', 'generatedExpr'],
  index: ['deferrable', 'initiallyDeferred', ...INDEX_PARAMETERS],
  foreignKey: ['deferrable', 'initiallyDeferred'],
  check: ['expression', 'noInherit', 'notEnforced'],
};

const INDEXES: IndexAbilities = {
  adapter: 'pgsql',
  vendor: 'PostgreSQL',
  where: true,
  include: true,
  nullsNotDistinct: true,
  expression: true,
  nulls: true,
  opclass: true,
  collation: true,
  uniqueMethods: [],
};

/** What PostgreSQL cannot do. */
export function check(database: Database, report: Report): void {
  checkVendorParameters(database, 'pgsql', PARAMETERS, report);
  checkExtensions(database, report);
  checkTypeNames(database, report);
  const tables = database.tables.filter((table) => !table.skipSql);
  checkNames(tables, report);
  checkIndexWords(tables, INDEXES, report);
  for (const table of tables) {
    for (const unique of table.uniques) checkDeferral(table, unique, report);
    for (const column of table.columns) {
      if (column.enumStorage === 'native' && column.nativeType === undefined && column.sqlType === undefined) {
        report({
          severity: 'error',
          code: 'pgsql/enum-type',
          origin: column.origin,
          attribute: 'enumStorage',
          message: `PostgreSQL needs a type for the labels of column "${column.name}" of table "${table.name}"`,
          help: 'add <enum-type name="…" valueSet="…"/> to <database>, and nativeType="…" to the column in place of valueSet',
        });
      }
      const suspicious = column.size !== undefined || column.type === 'GEOMETRY';
      if (suspicious && column.sqlType === undefined) checkColumn(table, column, report);
    }
  }
}

/** Only a constraint can be checked at the end of a statement or transaction, and an index is none. */
function checkDeferral(table: Table, unique: Index, report: Report): void {
  if (isPlainIndex(unique)) return;
  for (const name of ['deferrable', 'initiallydeferred']) {
    const parameter = vendorParameters(unique.vendor, 'pgsql').get(name);
    if (parameter === undefined) continue;
    report({
      severity: 'error',
      code: 'pgsql/vendor-parameter',
      origin: parameter.origin,
      attribute: 'name',
      message: `"${parameter.name}" is for constraints, and unique "${unique.name}" of table "${table.name}" is an index: it has more than columns in ascending order`,
      help: 'remove the parameter',
    });
  }
}

/** `hstore`, or `extensions.hstore` with the schema it goes into. One of the database is seen on each table, and said once. */
function checkExtensions(database: Database, report: Report): void {
  const seen = new Set<VendorParameter>();
  for (const { vendor } of database.tables) {
    const parameter = vendorParameters(vendor, 'pgsql').get('extensions');
    if (parameter === undefined || seen.has(parameter)) continue;
    seen.add(parameter);
    const wrong = splitList(parameter.value).find((name) => !/^[^.]+(?:\.[^.]+)?$/.test(name) || hasUnseen(name));
    if (wrong === undefined) continue;
    report({
      severity: 'error',
      code: 'pgsql/vendor-parameter',
      origin: parameter.origin,
      attribute: 'value',
      message: `${quoted(wrong)} is not the name of an extension`,
      help: 'write names with commas between, each with its schema or without: "hstore, tools.pg_trgm"',
    });
  }
}

/** Each table is a type as well, of its own name. */
function checkTypeNames({ tables, types }: Database, report: Report): void {
  for (const { name, schema, origin } of types) {
    if (!tables.some((table) => table.name === name && table.schema === schema && !table.skipSql)) continue;
    report({
      severity: 'error',
      code: 'pgsql/same-name',
      origin,
      attribute: 'name',
      message: `type "${name}" has the name of table "${name}"`,
      help: 'rename one of them: PostgreSQL keeps both in one list of names',
    });
  }
}

/** Longest CHAR and VARCHAR, most digits of NUMERIC ("Character Types", "Numeric Types"). */
const MAX_LENGTH = 10_485_760;
const MAX_DIGITS = 1000;

function checkColumn(table: Table, column: Column, report: Report): void {
  const where = (): string => `column "${column.name}" of table "${table.name}"`;
  if (column.type === 'GEOMETRY') {
    report({
      severity: 'error',
      code: 'pgsql/geometry',
      origin: column.origin,
      attribute: 'type',
      message: `PostgreSQL itself has no type GEOMETRY (${where()})`,
      help: 'name the type you have with sqlType: "point", "polygon", or "geometry" where PostGIS is installed',
    });
  }
  const most =
    column.family === 'text' ? MAX_LENGTH : column.family === 'decimal' ? MAX_DIGITS : Number.POSITIVE_INFINITY;
  if ((column.size ?? 0) > most) {
    report({
      severity: 'error',
      code: 'pgsql/size',
      origin: column.origin,
      attribute: 'size',
      message: `${column.type} has at most ${most} ${column.family === 'text' ? 'characters' : 'digits'} in PostgreSQL (${where()})`,
      help: column.family === 'text' ? 'use type="LONGVARCHAR"' : 'use fewer digits',
    });
  }
}
