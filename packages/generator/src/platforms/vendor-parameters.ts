import { suggestion } from '../diagnostics/suggest.js';
import type { Adapter } from '../model/adapter.js';
import type { Database, VendorParameter, VendorParameters } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import { vendorParameters } from '../model/vendor-parameter.js';

/** The parameters of `<vendor>` that a vendor's SQL makes use of, by what they stand on. */
export interface KnownParameters {
  readonly table: readonly string[];
  readonly column: readonly string[];
  readonly index: readonly string[];
  readonly foreignKey: readonly string[];
  readonly check: readonly string[];
}

/** SQL of tables that may be given by vendor: every vendor knows the names. */
export const TABLE_SQL = ['viewSql', 'partitionBy'] as const;

/** Reports PARTITION BY for a vendor that has no words for it. */
export function checkNoPartitions(database: Database, adapter: Adapter, title: string, report: Report): void {
  for (const { partitionBy, name, origin } of database.tables) {
    if (partitionBy === undefined) continue;
    report({
      severity: 'error',
      code: `${adapter}/partition-by`,
      origin,
      attribute: 'partitionBy',
      message: `tables are not partitioned by a schema for ${title} (table "${name}")`,
      help: 'give partitionBy as a parameter of <vendor type="pgsql"> or <vendor type="mysql">, which others do not read',
    });
  }
}

/** Reports parameters that would have no effect. One of the database is seen on each table, and said once. */
export function checkVendorParameters(
  database: Database,
  adapter: Adapter,
  known: KnownParameters,
  report: Report,
): void {
  const seen = new Set<VendorParameter>();
  const check = (vendor: VendorParameters, place: keyof KnownParameters, what: string, owner: string): void => {
    if (vendor.size === 0) return;
    for (const parameter of vendorParameters(vendor, adapter).values()) {
      const name = parameter.name.toLowerCase();
      if (seen.has(parameter) || known[place].some((candidate) => candidate.toLowerCase() === name)) continue;
      seen.add(parameter);
      report({
        severity: 'error',
        code: `${adapter}/vendor-parameter`,
        origin: parameter.origin,
        attribute: 'name',
        message: `unknown vendor parameter "${parameter.name}" of ${what} "${owner}"`,
        help: suggestion(parameter.name, known[place]) ?? 'remove it: no parameter for this vendor has an effect here',
      });
    }
  };
  for (const table of database.tables) {
    check(table.vendor, 'table', 'table', table.name);
    for (const column of table.columns) check(column.vendor, 'column', 'column', column.name);
    for (const index of table.indexes) check(index.vendor, 'index', 'index', index.name);
    for (const unique of table.uniques) check(unique.vendor, 'index', 'index', unique.name);
    for (const each of table.checks) check(each.vendor, 'check', 'check', each.name);
    for (const key of table.foreignKeys) check(key.vendor, 'foreignKey', 'foreign key', key.name);
  }
}
