import type { Adapter } from '../model/adapter.js';
import type { Database } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';

/** What only PostgreSQL has, for the others to refuse. An enum type is not among it: its columns hold labels anywhere. */
export function refuseNativeTypes(database: Database, adapter: Adapter, title: string, report: Report): void {
  for (const { kind, name, origin } of database.types) {
    if (kind !== 'domain') continue;
    report({
      severity: 'error',
      code: `${adapter}/domain-type`,
      origin,
      attribute: 'name',
      message: `${title} has no domains (domain-type "${name}")`,
      help: 'give the columns a type of their own, or use <domain>, which only the schema knows',
    });
  }
  for (const { columns, name: table } of database.tables) {
    for (const { elementType, name, origin, nativeType } of columns) {
      // A domain over an array was refused already.
      if (elementType === undefined || nativeType?.kind === 'domain') continue;
      report({
        severity: 'error',
        code: `${adapter}/array`,
        origin,
        attribute: 'elementType',
        message: `${title} has no arrays (column "${name}" of table "${table}")`,
        help: 'remove elementType: an ARRAY without it is a list of strings, stored as text; or use type="JSON"',
      });
    }
  }
}
