import type { Table } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import type { Origin } from '../../model/origin.js';
import { PgsqlShaper } from './shape.js';

/**
 * Tables, sequences and indexes, those of keys included, share the names of a schema; the constraints of a table share
 * another space ("CREATE INDEX", "CREATE TABLE": CONSTRAINT). The schema check has seen to tables and written indexes.
 */
export function checkNames(tables: readonly Table[], report: Report): void {
  const shaper = new PgsqlShaper();
  const relations = new Map<string, string>();
  const claim = (names: Map<string, string>, key: string, what: string, origin: Origin): void => {
    const owner = names.get(key);
    names.set(key, owner ?? what);
    if (owner === undefined) return;
    report({
      severity: 'error',
      code: 'pgsql/same-name',
      origin,
      attribute: 'name',
      message: `${what} has the name of ${owner}`,
      help: 'rename one of them: PostgreSQL keeps both in one list of names',
    });
  };
  const relation = (table: Table, name: string, what: string, origin: Origin): void =>
    claim(relations, `${table.schema ?? ''}.${name}`, `${what} "${name}"`, origin);
  for (const table of tables) {
    relations.set(`${table.schema ?? ''}.${table.name}`, `table "${table.name}"`);
    for (const index of [...table.indexes, ...table.uniques]) {
      relations.set(`${table.schema ?? ''}.${index.name}`, `index "${index.name}"`);
    }
  }
  for (const table of tables) {
    const constraints = new Map<string, string>();
    const constraint = (name: string, what: string, origin: Origin): void =>
      claim(constraints, name, `${what} "${name}"`, origin);
    // Two tables may share a sequence on purpose.
    const sequence = `sequence "${table.sequence ?? ''}"`;
    if (table.sequence !== undefined && relations.get(`${table.schema ?? ''}.${table.sequence}`) !== sequence) {
      relation(table, table.sequence, 'sequence', table.origin);
    }
    if (table.primaryKey.length > 0) {
      relation(table, shaper.primaryKeyName(table), 'primary key', table.origin);
      constraint(shaper.primaryKeyName(table), 'primary key', table.origin);
    }
    for (const unique of table.uniques) {
      if (shaper.isConstraint(table, unique)) constraint(unique.name, 'unique', unique.origin);
    }
    for (const check of table.checks) constraint(check.name, 'check', check.origin);
    for (const key of table.foreignKeys) if (key.constraint) constraint(key.name, 'foreign key', key.origin);
  }
}
