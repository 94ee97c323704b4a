import { isDeepStrictEqual } from 'node:util';
import { keptBeside, type Operation } from '../operation.js';
import type { ColumnShape, DatabaseShape, IndexShape, ObjectName, TableShape } from '../shape.js';

/**
 * The same operations, with `LOCK=NONE` where MySQL and MariaDB, in all versions that we run on, make the change while others
 * write: a server that could not would refuse, and not block them. Never where one of them refuses.
 */
export function online(
  operations: readonly Operation[],
  before: DatabaseShape,
  after: DatabaseShape,
): readonly Operation[] {
  const tables = (name: ObjectName): readonly TableShape[] =>
    [...before.tables, ...after.tables].filter((table) => table.name === name.name && table.schema === name.schema);
  return operations.map((operation) => {
    if (!('table' in operation) || operation.do === 'create table' || operation.do === 'drop table') return operation;
    const own = tables(operation.table);
    const clauses = operation.do === 'alter table' ? operation.operations : [operation];
    const isOnline = own.length > 0 && own.every(isSimple) && clauses.every((each) => isOnlineClause(each, clauses));
    return isOnline ? { ...operation, online: true } : operation;
  });
}

const SPECIAL = new Set(['FULLTEXT', 'SPATIAL']);

/** Partitions, generated columns, and indexes of words and places take part in changes that are online without them. */
const isSimple = ({ options, partitionBy, columns, indexes }: TableShape): boolean =>
  /^innodb$/i.test(options['ENGINE'] ?? 'InnoDB') &&
  partitionBy === undefined &&
  columns.every(({ generated }) => generated === undefined) &&
  indexes.every(({ using }) => !SPECIAL.has(using ?? ''));

/** Whether servers do it while others write, for a table of the usual kind. */
export function isOnlineClause(operation: Operation, all: readonly Operation[]): boolean {
  switch (operation.do) {
    case 'add column':
      return canBeAdded(operation.column);
    case 'alter column':
      return canBeModified(operation.before, operation.after);
    case 'add index':
      return isPlainIndex(operation.index);
    case 'add primary key':
      return all.every(({ do: what }) => what !== 'add column' && what !== 'alter column');
    // One that goes without another one makes the server copy the table.
    case 'drop primary key':
      return all.some((each) => each.do === 'add primary key');
    case 'set option':
      return operation.name === 'COMMENT';
    case 'drop column':
    case 'drop index':
    case 'drop check':
    case 'drop foreign key':
    case 'rename column':
      return true;
    case 'rename part':
      return operation.part === 'unique' || operation.part === 'index';
    default:
      return false;
  }
}

/**
 * A column whose default differs from row to row comes without it: MySQL refuses it with rows that are there (error 1674). The
 * default is for new rows, and those that are there are filled.
 */
export function separate(operations: readonly Operation[]): readonly Operation[] {
  return operations.flatMap((operation) => {
    if (operation.do !== 'alter table') return [operation];
    const { table, operations: clauses } = operation;
    const hasKey = clauses.some((each) => each.do === 'add primary key');
    const columns = clauses.flatMap((each) =>
      each.do === 'add column' && isWorkedOut(each.column) ? [each.column] : [],
    );
    if (columns.length === 0 || hasKey) return [operation];
    const alone = (own: Operation): Operation => ({ do: 'alter table', table, operations: [own] });
    const bare = ({ default: _, notNull: __, ...column }: ColumnShape): ColumnShape => column;
    const optional = ({ notNull: _, ...column }: ColumnShape): ColumnShape => column;
    const first = clauses.map((each) =>
      each.do === 'add column' && columns.includes(each.column) ? { ...each, column: bare(each.column) } : each,
    );
    const owner: ObjectName =
      table.schema === undefined ? { name: table.name } : { schema: table.schema, name: table.name };
    return [
      { ...operation, operations: first },
      ...columns.flatMap((column): Operation[] => [
        alone({ do: 'alter column', table, before: bare(column), after: optional(column) }),
        {
          do: 'fill column',
          table: owner,
          column: column.name,
          sql: column.default ?? 'NULL',
          ...keptBeside(table, column.name),
        },
        ...(column.notNull === true
          ? [alone({ do: 'alter column', table, before: optional(column), after: column })]
          : []),
      ]),
    ];
  });
}

const isWorkedOut = ({ default: value, identity, generated }: ColumnShape): boolean =>
  identity === undefined && generated === undefined && value !== undefined && /^\(.*\w\s*\(/s.test(value);

/** Such as `5`, `'x'` or CURRENT_TIMESTAMP: what stands in parentheses is worked out for each row. */
const isSteady = (value: string | undefined): boolean => value === undefined || !/^\(|\(\)$/.test(value);

const canBeAdded = ({ identity, default: value }: ColumnShape): boolean => identity === undefined && isSteady(value);

const isPlainIndex = ({ parts }: IndexShape): boolean => parts.every(({ expression }) => expression === undefined);

function canBeModified(before: ColumnShape, after: ColumnShape): boolean {
  const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);
  return (
    same(before.identity, after.identity) &&
    same(before.collation, after.collation) &&
    // MariaDB has a check in the column.
    !/^json\b/i.test(after.type) &&
    isOnlineType(before.type, after.type)
  );
}

const TEXT = /^varchar\((\d+)\)(.*)$/is;
const LABELS = /^enum\((.*)\)([^()]*)$/is;

/** A longer text, as long as its length is counted in as many bytes, and labels that come behind the others. */
export function isOnlineType(before: string, after: string): boolean {
  if (before === after) return true;
  const [was, is] = [TEXT.exec(before), TEXT.exec(after)];
  if (was !== null && is !== null) {
    const [old, size] = [Number(was[1]), Number(is[1])];
    // A character has one to four bytes; the length of a text of more than 255 bytes takes two.
    return was[2] === is[2] && size >= old && (size * 4 <= 255 || old > 255);
  }
  const [labels, more] = [LABELS.exec(before), LABELS.exec(after)];
  if (labels === null || more === null || labels[2] !== more[2]) return false;
  return `${more[1] ?? ''},`.startsWith(`${labels[1] ?? ''},`) && isCounted(more[1] ?? '');
}

/** Numbers of labels take one byte up to 255. */
const isCounted = (labels: string): boolean => (labels.match(/'(?:[^'\\]|''|\\.)*'/gs) ?? []).length <= 255;
