import type { Column, Database, ForeignKey, Index, NativeType, Table } from './model.js';

/**
 * Freezes a finished model, part by part. A walk over whatever the objects hold would do the same and take several
 * times as long, which is felt at two thousand tables. Origins belong to the parser and stay as they are.
 */
export function freezeDatabase(database: Database): Database {
  for (const table of database.tables) freezeTable(table);
  database.types.forEach(freezeType);
  Object.freeze(database.tables);
  Object.freeze(database.types);
  database.php.forEach(Object.freeze);
  Object.freeze(database.php);
  return Object.freeze(database);
}

function freezeType(type: NativeType): void {
  Object.freeze(type.valueSet);
  if (type.kind === 'domain') {
    if (type.default) Object.freeze(type.default);
    type.checks.forEach(Object.freeze);
    Object.freeze(type.checks);
  }
  Object.freeze(type);
}

function freezeTable(table: Table): void {
  table.columns.forEach(freezeColumn);
  table.foreignKeys.forEach(freezeForeignKey);
  table.indexes.forEach(freezeIndex);
  table.uniques.forEach(freezeIndex);
  table.checks.forEach(Object.freeze);
  for (const cross of table.crossReferences) {
    Object.freeze(cross.targets);
    Object.freeze(cross);
  }
  table.behaviors.forEach(Object.freeze);
  if (table.inheritance) {
    table.inheritance.classes.forEach(Object.freeze);
    Object.freeze(table.inheritance.classes);
    Object.freeze(table.inheritance);
  }
  Object.freeze(table.columns);
  Object.freeze(table.primaryKey);
  table.primaryKeyParts.forEach(Object.freeze);
  Object.freeze(table.primaryKeyParts);
  Object.freeze(table.foreignKeys);
  Object.freeze(table.referrers);
  Object.freeze(table.indexes);
  Object.freeze(table.uniques);
  Object.freeze(table.checks);
  Object.freeze(table.crossReferences);
  Object.freeze(table.behaviors);
  Object.freeze(table.php);
  Object.freeze(table);
}

function freezeColumn(column: Column): void {
  if (column.default) Object.freeze(column.default);
  if (column.generated) Object.freeze(column.generated);
  Object.freeze(column.valueSet);
  Object.freeze(column.php);
  Object.freeze(column.typescript);
  Object.freeze(column);
}

function freezeForeignKey(key: ForeignKey): void {
  for (const reference of key.columns) Object.freeze(reference);
  for (const constant of key.constants) Object.freeze(constant);
  Object.freeze(key.columns);
  Object.freeze(key.constants);
  Object.freeze(key.php);
  Object.freeze(key);
}

function freezeIndex(index: Index): void {
  for (const part of index.columns) Object.freeze(part);
  Object.freeze(index.columns);
  Object.freeze(index.include);
  Object.freeze(index);
}
