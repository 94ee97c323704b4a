import type { Table } from '../../model/model.js';
import type { Report } from '../../model/model-diagnostic.js';
import type { Origin } from '../../model/origin.js';
import { catalogName } from './quoting.js';
import { hasSequence, OracleShaper, sequenceName } from './shape.js';

/** Names of one kind that must differ, by the form the catalog holds. */
type Names = Map<string, { readonly what: string; readonly name: string }>;

/**
 * Names that Oracle could not tell apart once they are upper case, or cannot hold at all. Tables share their names with
 * sequences, indexes theirs with the keys that make an index of the same name, and constraints theirs with each other
 * ("Database Object Naming Rules": namespaces).
 */
export function checkNames(tables: readonly Table[], report: Report): void {
  const shaper = new OracleShaper();
  const claim = (names: Names, what: string, name: string, origin: Origin): boolean => {
    if (/["\0]/.test(name)) {
      report({
        severity: 'error',
        code: 'oracle/name',
        origin,
        attribute: 'name',
        message: `no name in Oracle can hold a double quote: ${what} ${JSON.stringify(name)}`,
        help: 'rename it',
      });
    }
    const owner = names.get(catalogName(name));
    if (!owner) {
      names.set(catalogName(name), { what, name });
      return true;
    }
    report({
      severity: 'error',
      code: 'oracle/same-name',
      origin,
      attribute: 'name',
      message: `${what} "${name}" and ${owner.what} "${owner.name}" are both "${catalogName(name)}" in Oracle`,
      help: 'name one of them otherwise',
    });
    return false;
  };
  const objects: Names = new Map();
  const constraints: Names = new Map();
  const indexes: Names = new Map();
  const sequences = new Set<string>();
  for (const table of tables) {
    claim(objects, 'table', table.name, table.origin);
    // Two tables may share a sequence on purpose.
    const sequence = hasSequence(table) ? catalogName(sequenceName(table)) : undefined;
    if (sequence !== undefined && !sequences.has(sequence)) {
      sequences.add(sequence);
      claim(objects, 'sequence', sequenceName(table), table.origin);
    }
    const columns: Names = new Map();
    for (const column of table.columns) {
      claim(columns, 'column', column.name, column.origin);
      if (catalogName(column.name) !== 'ROWID') continue;
      report({
        severity: 'error',
        code: 'oracle/name',
        origin: column.origin,
        attribute: 'name',
        message: `no column can be named "${column.name}" in Oracle, not even in quotes (table "${table.name}")`,
        help: 'ROWID is the address of a row there: name the column otherwise',
      });
    }
    const keys = table.primaryKey.length > 0 ? [{ name: shaper.primaryKeyName(table), origin: table.origin }] : [];
    const uniqueIndexes = table.uniques.filter((unique) => !shaper.isConstraint(table, unique));
    for (const key of [...keys, ...table.uniques.filter((unique) => !uniqueIndexes.includes(unique))]) {
      const free = claim(constraints, 'constraint', key.name, key.origin);
      if (free) claim(indexes, 'index', key.name, key.origin);
    }
    for (const check of table.checks) claim(constraints, 'constraint', check.name, check.origin);
    for (const key of table.foreignKeys) if (key.constraint) claim(constraints, 'constraint', key.name, key.origin);
    for (const index of [...uniqueIndexes, ...table.indexes]) claim(indexes, 'index', index.name, index.origin);
  }
}
