import type { Column, Table } from '../../model/model.js';
import type { TableStatements } from '../../plan/table.js';
import type { ClassNaming, TableClasses } from './classes.js';

/** What every printer of a table's classes needs. */
export interface TableContext {
  readonly table: Table;
  readonly database: string;
  readonly statements: TableStatements;
  readonly classes: TableClasses;
  readonly naming: ClassNaming;
  /** The classes of any table of the database. */
  readonly classesOf: (table: Table) => TableClasses;
  /** The planned statements of any table of the database: its quoted name and columns. */
  readonly statementsOf: (table: Table) => TableStatements;
}

export function tableContext(
  table: Table,
  database: string,
  naming: ClassNaming,
  statementsOf: (table: Table) => TableStatements,
  classesOf: (table: Table) => TableClasses,
): TableContext {
  return {
    table,
    database,
    statements: statementsOf(table),
    classes: classesOf(table),
    naming,
    classesOf,
    statementsOf,
  };
}

/** Names of properties that every model class has; a column of that name gets another one. */
const TAKEN_PROPERTIES = new Set([
  'rowIsNew',
  'rowIsDeleted',
  'modified',
  'unloaded',
  'linked',
  'oldKey',
  'savedIn',
  'connectionName',
  'saving',
  'tellsSaved',
  'walking',
  'virtualColumns',
  'hooked',
  'listed',
  'listCall',
  'rankMask',
  'this',
]);

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The property that holds a column. */
export function propertyName(column: Column): string {
  const name = lowerFirst(column.memberName);
  return TAKEN_PROPERTIES.has(name) || /^modified\d+$/.test(name) ? `${name}Column` : name;
}

/** The name of a parameter that takes a value of a column. */
export function parameterName(column: Column): string {
  const name = lowerFirst(column.memberName);
  return /^(this|con|comparison)$/.test(name) ? `${name}Value` : name;
}

/** Columns per word of the mask of modified columns: PHP's integers have 63 bits without the sign. */
export const WORD = 62;

/** The word of the mask that a column belongs to, and its bit. */
export function maskOf(position: number): { readonly property: string; readonly bit: bigint } {
  const word = Math.floor(position / WORD);
  return { property: word === 0 ? 'modified' : `modified${word}`, bit: 1n << BigInt(position % WORD) };
}

/** The properties that hold the mask of a table. */
export function maskProperties(table: Table): readonly string[] {
  return Array.from({ length: Math.max(1, Math.ceil(table.columns.length / WORD)) }, (_, word) =>
    word === 0 ? 'modified' : `modified${word}`,
  );
}
