import { isDeepStrictEqual } from 'node:util';
import { fitIdentifier } from '../../model/names.js';
import { standardStatements } from '../alter-statements.js';
import { type Abilities, CannotAlter, type Operation, type PartKind } from '../operation.js';
import { type HasBit, renumberStatement } from '../renumber.js';
import { isRounded, MOST_ROWS, type RowChecks } from '../row-checks.js';
import type { ColumnShape, IndexShape, ObjectName, PrimaryKeyShape, TableShape } from '../shape.js';
import { canModify, conversion } from './conversion.js';
import { OracleDdl } from './ddl.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';
import { IDENTIFIER_LIMIT } from './shape.js';

export { blocking } from './locks.js';

const printer = new OracleDdl();

export const terminate = (statement: string): string => printer.terminate(statement);

const isRetyped = (before: ColumnShape, after: ColumnShape): boolean => before.type !== after.type;

/** Whether the values move to a new column. */
const isReplaced = (before: ColumnShape, after: ColumnShape): boolean =>
  isRetyped(before, after) && !canModify(before.type, after.type);

const withoutComment = ({ comment: _, ...column }: ColumnShape): ColumnShape => column;

export const abilities: Abilities = {
  renames: new Set<PartKind>(['primary key', 'unique', 'index', 'check', 'foreign key']),
  altersAtOnce: false,
  sharedNames: new Set<PartKind>(['primary key', 'unique', 'index', 'check', 'foreign key']),
  keysStandOnIndexes: false,
  altersColumn: (before, after) =>
    (before.generated === undefined && after.generated === undefined) ||
    isDeepStrictEqual(withoutComment(before), withoutComment(after)),
  needsFreeColumn: isRetyped,
  needsFreeIndex: (index, before, after) =>
    isReplaced(before, after) || (isRetyped(before, after) && hasFunctions(index)),
  renamesReadColumns: false,
  hasOneIdentity: false,
  seenColumn: (_table, column) => column,
};

/** An index of functions, as one in descending order is, refuses another type of what it reads (ORA-30556). */
const hasFunctions = ({ parts }: PrimaryKeyShape | IndexShape): boolean =>
  parts.some(({ expression, order }) => expression !== undefined || order !== undefined);

const hasBit: HasBit = (value, bit) => `BITAND(${value}, ${String(bit)}) <> 0`;

const SINGLE = /^(binary_float|real)\b/i;

export const rowChecks: RowChecks = {
  dialect,
  name: (object) => printer.name(object),
  identifier,
  length: 'LENGTH',
  hasBit,
  single: SINGLE,
  losses: {
    secondDigits: 6,
    isRounded: isRounded(SINGLE),
    // A DATE has a time of day, too.
    midnight: (sql) => `TRUNC(${sql})`,
    inType: (sql, type) => `CAST(${sql} AS ${type})`,
  },
  select: (columns, rest) => `SELECT ${columns} ${rest} FETCH FIRST ${String(MOST_ROWS)} ROWS ONLY`,
};

/** The statements of one operation, without the final `;`. */
export function alter(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'add column':
      return [
        `${table(operation)} ADD (${printer.columnLine(operation.table, operation.column)})`,
        ...commentOn(operation.table, operation.column, undefined),
      ];
    case 'alter column':
      return alterColumn(operation);
    case 'renumber column':
      return [renumberStatement(operation, printer, hasBit)];
    case 'rename part':
      return [...standardStatements(operation, printer), ...renameIndex(operation)];
    case 'set option':
      return setOption(operation);
    case 'alter table':
      return operation.operations.flatMap(alter);
    case 'create schema':
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
      throw new Error(`Oracle has nothing to ${operation.do}`);
    default:
      return standardStatements(operation, printer);
  }
}

const table = ({ table: object }: { readonly table: ObjectName }): string => `ALTER TABLE ${printer.name(object)}`;

/** The index of a key has its name, and keeps it when the key gets another one. */
function renameIndex(operation: Extract<Operation, { do: 'rename part' }>): readonly string[] {
  return operation.part === 'primary key' || operation.part === 'unique'
    ? standardStatements({ ...operation, part: 'index' }, printer)
    : [];
}

type AlterColumn = Extract<Operation, { do: 'alter column' }>;

function alterColumn(operation: AlterColumn): string[] {
  const { table: object, before, after } = operation;
  const { comment: remark, ...bare } = before;
  // The new column has neither a default nor a comment, and may be NULL.
  const isNew = isReplaced(before, after);
  const was = isNew ? { name: bare.name, type: after.type } : before;
  return [
    ...(isNew ? replace(operation) : []),
    ...modify(object, was, after),
    ...commentOn(object, after, isNew ? undefined : remark),
    ...startOfNumbers(object, before, after),
  ];
}

/** A column whose type cannot change while there are values makes way for another one that has them. */
function replace({ table: object, before, after }: AlterColumn): string[] {
  const [old, interim] = [identifier(after.name), identifier(fitIdentifier(`${after.name}_ORM_NEW`, IDENTIFIER_LIMIT))];
  const value = conversion(old, before.type, after.type);
  if (value === undefined)
    throw new CannotAlter(
      `Oracle cannot turn ${before.type} into ${after.type} in column "${after.name}" of table "${object.name}"`,
    );
  return [
    `${table({ table: object })} ADD (${interim} ${after.type})`,
    `UPDATE ${printer.name(object)} SET ${interim} = ${value}`,
    `${table({ table: object })} DROP COLUMN ${old}`,
    `${table({ table: object })} RENAME COLUMN ${interim} TO ${old}`,
  ];
}

/** Only what changes is said: NOT NULL is refused where it is so already (ORA-01442), and so is NULL (ORA-01451). */
function modify(object: TableShape, before: ColumnShape, after: ColumnShape): string[] {
  const [was, is] = [defaultOf(before), defaultOf(after)];
  const words = [
    ...(isRetyped(before, after) ? [after.type] : []),
    ...(was === is ? [] : [`DEFAULT ${is ?? 'NULL'}`]),
    ...(after.notNull === true && before.notNull !== true ? ['NOT NULL'] : []),
    ...(after.notNull !== true && before.notNull === true ? ['NULL'] : []),
  ];
  return words.length === 0
    ? []
    : [`${table({ table: object })} MODIFY (${[identifier(after.name), ...words].join(' ')})`];
}

/** The default, that of a sequence included. */
const defaultOf = ({ default: value, sequence }: ColumnShape): string | undefined =>
  sequence === undefined ? value : `${printer.name(sequence)}.NEXTVAL`;

/** Numbers go on behind those that are there. */
function startOfNumbers(object: TableShape, before: ColumnShape, after: ColumnShape): string[] {
  if (after.sequence === undefined || isDeepStrictEqual(before.sequence, after.sequence)) return [];
  const restart = `ALTER SEQUENCE ${printer.name(after.sequence)} RESTART START WITH `;
  return [
    [
      'BEGIN',
      `  FOR rest IN (SELECT NVL(MAX(${identifier(after.name)}), 0) + 1 AS first_number FROM ${printer.name(object)}) LOOP`,
      `    EXECUTE IMMEDIATE ${text(restart)} || rest.first_number;`,
      '  END LOOP;',
      'END;',
    ].join('\n'),
  ];
}

/** An empty text takes the comment away. */
const commentOn = (object: TableShape, { name, comment: is }: ColumnShape, was: string | undefined): string[] =>
  is === was ? [] : [`COMMENT ON COLUMN ${printer.name(object)}.${identifier(name)} IS ${text(is ?? '')}`];

/** The attributes that new blocks of a table have, with what stands for one that is no longer said. */
const ATTRIBUTES: Readonly<Record<string, string>> = { PCTFREE: '10', INITRANS: '1' };

function setOption({ table: object, name, value }: Extract<Operation, { do: 'set option' }>): string[] {
  if (name === 'COMMENT') return [`COMMENT ON TABLE ${printer.name(object)} IS ${text(value ?? '')}`];
  const written = name in ATTRIBUTES ? (value ?? ATTRIBUTES[name]) : undefined;
  // Such as a TABLESPACE: a table that moves leaves its indexes unusable.
  if (written === undefined) throw new CannotAlter(`Oracle cannot change ${name} of table "${object.name}"`);
  return [`${table({ table: object })} ${name} ${written}`];
}
