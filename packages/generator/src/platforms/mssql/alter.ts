import { isDeepStrictEqual } from 'node:util';
import { besideTable, standardStatements } from '../alter-statements.js';
import { type Abilities, CannotAlter, type Operation, type PartKind } from '../operation.js';
import { isRounded, MOST_ROWS, type RowChecks } from '../row-checks.js';
import type { ColumnShape, IndexShape, ObjectName, PrimaryKeyShape, TableShape } from '../shape.js';
import { converts, isLonger } from './conversion.js';
import { MssqlDdl } from './ddl.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';

export { blocking } from './locks.js';

const printer = new MssqlDdl();

/** Whether ALTER COLUMN must say what the column is then. */
const isRestated = (before: ColumnShape, after: ColumnShape): boolean =>
  before.type !== after.type || isRequired(before) !== isRequired(after);

const isRequired = ({ notNull }: ColumnShape): boolean => notNull === true;

const withoutComment = ({ comment: _, ...column }: ColumnShape): ColumnShape => column;

export const abilities: Abilities = {
  renames: new Set<PartKind>(['primary key', 'unique', 'index', 'check', 'foreign key']),
  altersAtOnce: false,
  // A constraint is an object of its schema; an index belongs to its table.
  sharedNames: new Set<PartKind>(['primary key', 'unique', 'check', 'foreign key']),
  keysStandOnIndexes: false,
  altersColumn: (before, after) =>
    (before.generated === undefined && after.generated === undefined) ||
    isDeepStrictEqual(withoutComment(before), withoutComment(after)),
  needsFreeColumn: isRestated,
  needsFreeIndex: (index, before, after) => isRestated(before, after) && !canStay(index, before, after),
  renamesReadColumns: false,
  hasOneIdentity: true,
  seenColumn: (_table, column) => column,
};

/** An index stays where values may only be longer, unless it is that of the primary key ("ALTER TABLE", ALTER COLUMN). */
const canStay = (index: PrimaryKeyShape | IndexShape, before: ColumnShape, after: ColumnShape): boolean =>
  'kind' in index &&
  index.where === undefined &&
  isRequired(before) === isRequired(after) &&
  isLonger(before.type, after.type);

const SINGLE = /^real\b/i;

export const rowChecks: RowChecks = {
  dialect,
  name: (object) => printer.name(object),
  identifier,
  length: 'LEN',
  single: SINGLE,
  losses: {
    decimalDigits: [18, 0],
    isRounded: isRounded(SINGLE),
    midnight: (sql) => `CAST(${sql} AS DATE)`,
    inType: (sql, type) => `CAST(${sql} AS ${type})`,
  },
  select: (columns, rest) => `SELECT TOP (${String(MOST_ROWS)}) ${columns} ${rest}`,
};

/** The statements of one operation, without the final `;`. */
export function alter(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'create schema':
      return [printer.createSchema(operation.name)];
    case 'rename table':
      return [rename(printer.name(operation.table), operation.to, 'OBJECT')];
    case 'rename column':
      return [rename(`${printer.name(operation.table)}.${identifier(operation.column)}`, operation.to, 'COLUMN')];
    case 'rename part':
      return operation.part === 'index'
        ? [rename(`${printer.name(operation.table)}.${identifier(operation.from)}`, operation.to, 'INDEX')]
        : [rename(printer.name(besideTable(operation.table, operation.from)), operation.to, 'OBJECT')];
    case 'add column':
      return [
        `${table(operation)} ADD ${printer.columnLine(operation.table, operation.column)}`,
        ...describe(operation.table, operation.column.name, undefined, operation.column.comment),
      ];
    case 'drop column':
      return [...dropDefault(operation.table, operation.column), ...standardStatements(operation, printer)];
    case 'alter column':
      return alterColumn(operation);
    case 'drop index':
      return operation.index.kind === 'unique'
        ? standardStatements(operation, printer)
        : [`DROP INDEX ${identifier(operation.index.name)} ON ${printer.name(operation.table)}`];
    case 'set option':
      return setOption(operation);
    case 'alter table':
      return operation.operations.flatMap(alter);
    case 'create extension':
    case 'create type':
    case 'drop type':
    case 'alter type':
    case 'rebuild table':
    case 'build index':
    case 'remove index':
    case 'attach primary key':
    case 'attach unique':
    case 'validate constraint':
      throw new Error(`SQL Server has nothing to ${operation.do}`);
    default:
      return standardStatements(operation, printer);
  }
}

const table = ({ table: object }: { readonly table: ObjectName }): string => `ALTER TABLE ${printer.name(object)}`;

/** The old name is read as SQL, with its brackets; the new one is taken as it is. */
const rename = (from: string, to: string, kind: 'OBJECT' | 'COLUMN' | 'INDEX'): string =>
  `EXEC sp_rename ${text(from)}, ${text(to)}, ${text(kind)}`;

function alterColumn({ table: object, before, after }: Extract<Operation, { do: 'alter column' }>): string[] {
  const column = `column "${after.name}" of table "${object.name}"`;
  if (before.identity === undefined && after.identity !== undefined)
    throw new CannotAlter(`SQL Server cannot make ${column} number its rows`);
  if (before.identity !== undefined && after.identity === undefined)
    throw new CannotAlter(`SQL Server cannot make ${column} stop numbering its rows`);
  if (!converts(before.type, after.type))
    throw new CannotAlter(`SQL Server cannot turn ${before.type} into ${after.type} in ${column}`);
  const movesDefault =
    before.type !== after.type || before.default !== after.default || before.defaultName !== after.defaultName;
  return [
    ...(movesDefault ? dropDefault(object, before) : []),
    ...(isRestated(before, after)
      ? [
          `${table({ table: object })} ALTER COLUMN ${identifier(after.name)} ${after.type} ${isRequired(after) ? 'NOT NULL' : 'NULL'}`,
        ]
      : []),
    ...(movesDefault ? addDefault(object, after) : []),
    ...describe(object, after.name, before.comment, after.comment),
  ];
}

const dropDefault = (object: TableShape, { defaultName }: ColumnShape): string[] =>
  defaultName === undefined ? [] : [`${table({ table: object })} DROP CONSTRAINT ${identifier(defaultName)}`];

const addDefault = (object: TableShape, column: ColumnShape): string[] =>
  column.default === undefined
    ? []
    : [`${table({ table: object })} ADD ${printer.defaultWords(column).join(' ')} FOR ${identifier(column.name)}`];

function setOption({ table: object, name, was, value }: Extract<Operation, { do: 'set option' }>): string[] {
  if (name !== 'COMMENT') throw new CannotAlter(`SQL Server cannot change ${name} of table "${object.name}"`);
  return printer.describe(object, printer.variable('schema', object), [{ was, is: value }]);
}

function describe(object: TableShape, column: string, was: string | undefined, is: string | undefined): string[] {
  const variable = printer.variable('schema', { ...object, name: `${object.name}.${column}` });
  return printer.describe(object, variable, [{ column, was, is }]);
}
