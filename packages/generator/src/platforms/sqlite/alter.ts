import { isDeepStrictEqual } from 'node:util';
import { fillStatement } from '../alter-statements.js';
import type { Around } from '../alteration.js';
import { type Abilities, interimName, type Operation, type PartKind } from '../operation.js';
import { renumberStatement } from '../renumber.js';
import { MOST_ROWS, type RowChecks } from '../row-checks.js';
import type { ColumnShape, ObjectName, TableShape } from '../shape.js';
import { SqliteDdl } from './ddl.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';
import { isOtherNumber } from './text-numbers.js';

export { blocking, hasOneWriter, refusedInTransaction } from './locks.js';

const printer = new SqliteDdl();

/**
 * ALTER TABLE of SQLite renames, and adds and drops plain columns. For everything else a table is made anew, as the
 * documentation of SQLite describes it. A comment stands in the text of the table and waits for that.
 */
export const abilities: Abilities = {
  renames: new Set<PartKind>(),
  altersAtOnce: false,
  needsRebuild,
  sharedNames: new Set<PartKind>(['index']),
  keysStandOnIndexes: false,
  altersColumn: () => true,
  needsFreeColumn: () => false,
  needsFreeIndex: () => false,
  renamesReadColumns: true,
  hasOneIdentity: false,
  seenColumn: (_table, { comment: _, ...column }) => column,
};

function needsRebuild(before: TableShape, after: TableShape): boolean {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const names = new Set(after.columns.map(({ name }) => name));
  return (
    before.columns.some(({ name }) => !names.has(name)) ||
    after.columns.some((column) => {
      const was = old.get(column.name);
      return was === undefined ? !canBeAdded(column) : !isSame(was, column);
    }) ||
    !isDeepStrictEqual(rules(before), rules(after))
  );
}

const isSame = (one: ColumnShape, other: ColumnShape): boolean =>
  isDeepStrictEqual(
    { ...one, comment: '', notNull: one.notNull === true },
    { ...other, comment: '', notNull: other.notNull === true },
  );

/** A constant: what is worked out, such as the time, would differ for the rows that are there. */
const canBeAdded = ({ notNull, default: value, generated, identity }: ColumnShape): boolean =>
  identity === undefined &&
  generated === undefined &&
  (value === undefined ? notNull !== true : !/^(\(|current_)/i.test(value));

/** What stands in the text of CREATE TABLE beside its columns. */
function rules({ primaryKey, checks, foreignKeys, options, indexes }: TableShape): unknown {
  const byName = <Named extends { readonly name: string }>(parts: readonly Named[]): Named[] =>
    parts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const constraints = indexes.filter(({ kind }) => kind === 'unique');
  return [primaryKey, byName(checks), byName(foreignKeys), Object.entries(options).sort(), byName(constraints)];
}

/**
 * All or nothing. With foreign keys, DROP TABLE would delete the rows of other tables that point at it, and that setting
 * has no effect in a transaction.
 */
export function around(operations: readonly Operation[]): Around {
  const drops = operations.some((operation) => operation.do === 'rebuild table' || operation.do === 'drop table');
  return {
    first: [...(drops ? ['PRAGMA foreign_keys = OFF'] : []), 'BEGIN IMMEDIATE'],
    last: ['COMMIT', ...(drops ? ['PRAGMA foreign_keys = ON'] : [])],
  };
}

export const rowChecks: RowChecks = {
  dialect,
  name: (object) => printer.name(object),
  identifier,
  // All of them have 53 bits.
  single: /^$/,
  isOtherNumber,
  select: (columns, rest) => `SELECT ${columns} ${rest} LIMIT ${String(MOST_ROWS)}`,
};

/** The statements of one operation, without the final `;`. */
export function alter(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'create view':
      return printer.createView(operation.view);
    case 'fill column':
      return [fillStatement(operation, printer)];
    case 'renumber column':
      return [renumberStatement(operation, printer)];
    case 'drop view':
      return [`DROP VIEW ${printer.name(operation.view)}`];
    case 'create table':
      return printer.creation(operation.table, operation.foreignKeys);
    case 'drop table':
      return [`DROP TABLE ${printer.name(operation.table)}`];
    case 'rename table': {
      // Names that differ in capital letters only are one name.
      const isSame = operation.table.name.toLowerCase() === operation.to.toLowerCase();
      const between = { ...operation.table, name: operation.interim ?? interimName(operation.to) };
      return isSame
        ? [
            `${table(operation)} RENAME TO ${identifier(between.name)}`,
            `${table({ table: between })} RENAME TO ${identifier(operation.to)}`,
          ]
        : [`${table(operation)} RENAME TO ${identifier(operation.to)}`];
    }
    case 'rename column':
      return [`${table(operation)} RENAME COLUMN ${identifier(operation.column)} TO ${identifier(operation.to)}`];
    case 'add column':
      return [
        `${table(operation)} ADD COLUMN ${printer.columnLine(operation.table, withoutComment(operation.column))}`,
      ];
    case 'add index':
      return [printer.createIndex(operation.table, operation.index)];
    case 'drop index':
      return [`DROP INDEX ${identifier(operation.index.name)}`];
    case 'rebuild table':
      return rebuild(operation.before, operation.after, operation.interim);
    case 'set option':
      return [];
    default:
      throw new Error(`SQLite has nothing to ${operation.do}`);
  }
}

const table = ({ table: object }: { readonly table: ObjectName }): string => `ALTER TABLE ${printer.name(object)}`;

const withoutComment = ({ comment: _, ...column }: ColumnShape): ColumnShape => column;

/**
 * The new table takes the rows, then the name. Keys that point at the table go on pointing at that name: SQLite must not
 * change their texts when the name is given, nor look into views that have no table at that moment.
 */
function rebuild(before: TableShape, after: TableShape, name = interimName(after.name)): string[] {
  const interim = { ...after, name };
  const isKept = ({ name, generated }: ColumnShape): boolean =>
    generated === undefined && before.columns.some((column) => column.name === name);
  const columns = after.columns
    .filter(isKept)
    .map(({ name }) => identifier(name))
    .join(', ');
  return [
    printer.createTable(interim, after.foreignKeys),
    ...(columns === ''
      ? []
      : [`INSERT INTO ${printer.name(interim)} (${columns}) SELECT ${columns} FROM ${printer.name(before)}`]),
    ...(isNumbered(before) && isNumbered(after) ? numbersOf(before, interim) : []),
    `DROP TABLE ${printer.name(before)}`,
    'PRAGMA legacy_alter_table = ON',
    `${table({ table: interim })} RENAME TO ${identifier(after.name)}`,
    'PRAGMA legacy_alter_table = OFF',
    ...printer.indexStatements(after),
  ];
}

/** Whether no number is given twice. */
const isNumbered = ({ columns }: TableShape): boolean =>
  columns.some(({ identity }) => identity !== undefined && identity !== 'reused');

/** The last number that was given may be that of a row which is gone. */
const numbersOf = (before: TableShape, after: TableShape): string[] => [
  `DELETE FROM sqlite_sequence WHERE name = ${text(after.name)}`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT ${text(after.name)}, seq FROM sqlite_sequence WHERE name = ${text(before.name)}`,
];
