import { isDeepStrictEqual } from 'node:util';
import { fillStatement } from '../alter-statements.js';
import type { Around } from '../alteration.js';
import { type Abilities, CannotAlter, type Operation, type PartKind } from '../operation.js';
import { renumberStatement } from '../renumber.js';
import { isRounded, MOST_ROWS, type RowChecks } from '../row-checks.js';
import type { ColumnShape, ObjectName } from '../shape.js';
import { MysqlDdl } from './ddl.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';

export { blocking } from './locks.js';
export { online, separate } from './online.js';
export { statementBlocking } from './statement-locks.js';

const printer = new MysqlDdl();

const CHARACTERS = /^((var)?char|(tiny|medium|long)?text|enum|set)\b/i;
const OWN_CHARACTERS = /\b(charset|character set|collate)\b/i;

const PLACE = /^(geometry|point|linestring|polygon|multi\w+|geometrycollection|geomcollection)\b/i;

const isRetyped = (before: ColumnShape, after: ColumnShape): boolean =>
  before.type !== after.type || before.collation !== after.collation;

export const abilities: Abilities = {
  renames: new Set<PartKind>(['unique', 'index']),
  // A primary key and its AUTO_INCREMENT column, or an index and the one that takes its place, only change together.
  altersAtOnce: true,
  sharedNames: new Set<PartKind>(['check', 'foreign key']),
  keysStandOnIndexes: true,
  // Of a place nothing else can be made.
  altersColumn: (before, after) =>
    isDeepStrictEqual(before.generated, after.generated) && PLACE.test(before.type) === PLACE.test(after.type),
  needsFreeColumn: isRetyped,
  // MariaDB knows JSON by a check that has the name of the column.
  restatesRenamed: ({ type }) => /^json\b/i.test(type),
  needsFreeIndex: () => false,
  renamesReadColumns: true,
  hasOneIdentity: false,
  /** Texts have the character set and the order of their table unless they say their own. */
  seenColumn: ({ options }, column) =>
    CHARACTERS.test(column.type) && !OWN_CHARACTERS.test(column.type)
      ? { ...column, collation: JSON.stringify([options['CHARACTER SET'] ?? null, options['COLLATE'] ?? null]) }
      : column,
};

/** Else texts that are too long are cut, NULL becomes 0, and a 0 in a column that becomes AUTO_INCREMENT another number. */
export const around = (): Around => ({
  first: [
    "SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO')",
  ],
  last: [],
});

const SINGLE = /^float\b/i;

export const rowChecks: RowChecks = {
  dialect,
  name: (object) => printer.name(object),
  identifier,
  length: 'CHAR_LENGTH',
  bytes: 'LENGTH',
  prefix: (sql, size) => `LEFT(${sql}, ${String(size)})`,
  texts: {
    isNumber: (sql) => `${sql} REGEXP '^[[:space:]]*[-+]?[0-9]+([.][0-9]*)?(e[-+]?[0-9]+)?[[:space:]]*$'`,
    asNumber: (sql) => `CAST(${sql} AS DECIMAL(65, 10))`,
    isDate: (sql) => `${sql} IS NULL OR CAST(${sql} AS DATE) IS NOT NULL`,
    hasTime: (sql) => `CAST(${sql} AS DATETIME(6)) <> CAST(${sql} AS DATE)`,
    asText: (sql) => `CAST(${sql} AS CHAR)`,
    exactly: (sql) => `CAST(CONVERT(${sql} USING utf8mb4) AS BINARY)`,
  },
  single: SINGLE,
  losses: {
    decimalDigits: [10, 0],
    secondDigits: 0,
    isRounded: isRounded(SINGLE),
    midnight: (sql) => `CAST(${sql} AS DATE)`,
    inType: (sql, type) => `CAST(${sql} AS ${type.replace(/^timestamp\b/i, 'DATETIME')})`,
  },
  select: (columns, rest) => `SELECT ${columns} ${rest} LIMIT ${String(MOST_ROWS)}`,
};

/** The statements of one operation, without the final `;`. */
export function alter(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'create schema':
      return [`CREATE DATABASE IF NOT EXISTS ${identifier(operation.name)}`];
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
    case 'rename table':
      return [`RENAME TABLE ${printer.name(operation.table)} TO ${sibling(operation.table, operation.to)}`];
    case 'alter table':
      return [withoutLock(statement(operation.table, operation.operations), operation)];
    case 'rebuild table':
    case 'build index':
    case 'remove index':
    case 'attach primary key':
    case 'attach unique':
    case 'validate constraint':
    case 'create extension':
    case 'create sequence':
    case 'drop sequence':
    case 'create type':
    case 'drop type':
    case 'alter type':
      throw new Error(`MySQL has nothing to ${operation.do}`);
    default:
      return [withoutLock(statement(operation.table, [operation]), operation)];
  }
}

/** The server refuses what it could only do while others wait. */
const withoutLock = (sql: string, { online: isOnline }: Operation): string =>
  isOnline ? `${sql},${sql.includes('\n') ? '\n ' : ''} LOCK=NONE` : sql;

const sibling = ({ schema }: ObjectName, name: string): string =>
  printer.name(schema === undefined ? { name } : { schema, name });

/** Clauses about partitions stand behind all others, without a comma. */
function statement(table: ObjectName, operations: readonly Operation[]): string {
  const clauses = operations.map((operation) => clause(operation, operations));
  const partitions = operations.flatMap((each) => (each.do === 'set option' ? partitionClause(each) : []));
  const others = clauses.filter((each) => each !== '');
  const list = others.length > 1 ? `\n  ${others.join(',\n  ')}` : ` ${others.join('')}`;
  return `ALTER TABLE ${printer.name(table)}${[list.trimEnd(), ...partitions].join('\n  ')}`;
}

/** The empty text for what another clause does along. */
function clause(operation: Operation, all: readonly Operation[]): string {
  switch (operation.do) {
    case 'rename column':
      if (all.some((other) => other.do === 'alter column' && other.after.name === operation.to)) return '';
      return `RENAME COLUMN ${identifier(operation.column)} TO ${identifier(operation.to)}`;
    case 'add column':
      return `ADD COLUMN ${printer.columnLine(operation.table, operation.column)}`;
    case 'drop column':
      return `DROP COLUMN ${identifier(operation.column.name)}`;
    case 'alter column': {
      refusePositions(operation);
      const line = printer.columnLine(operation.table, operation.after);
      // MODIFY knows a column by its old name only.
      const rename = all.find((other) => other.do === 'rename column' && other.to === operation.after.name);
      return rename?.do === 'rename column'
        ? `CHANGE COLUMN ${identifier(rename.column)} ${line}`
        : `MODIFY COLUMN ${line}`;
    }
    case 'add primary key':
      return `ADD ${printer.primaryKey(operation.key)}`;
    case 'drop primary key':
      return 'DROP PRIMARY KEY';
    case 'add index':
      return `ADD ${printer.indexLine(operation.index)}`;
    case 'drop index':
      return `DROP INDEX ${identifier(operation.index.name)}`;
    case 'add check':
      return `ADD ${printer.check(operation.check)}`;
    case 'drop check':
      return `DROP CONSTRAINT ${identifier(operation.check.name)}`;
    case 'add foreign key':
      return `ADD ${printer.foreignKey(operation.key)}`;
    case 'drop foreign key':
      return `DROP FOREIGN KEY ${identifier(operation.key.name)}`;
    case 'rename part':
      return `RENAME INDEX ${identifier(operation.from)} TO ${identifier(operation.to)}`;
    case 'set option':
      return optionClause(operation);
    default:
      throw new Error(`"${operation.do}" is a statement of its own`);
  }
}

const LABELS = /^(enum|set)\b/i;
const NUMBER = /^(tiny|small|medium|big)?int|^(decimal|float|double|bit|year)\b/i;

/** The server would take the positions of labels, which start at 1: each value would mean another label. */
function refusePositions({ table, before, after }: Extract<Operation, { do: 'alter column' }>): void {
  const [was, is] = [before.type, after.type];
  if (!(LABELS.test(was) && NUMBER.test(is)) && !(NUMBER.test(was) && LABELS.test(is))) return;
  throw new CannotAlter(`MySQL cannot turn ${was} into ${is} in column "${after.name}" of table "${table.name}"`);
}

type SetOption = Extract<Operation, { do: 'set option' }>;

/** What stands for an option that is no longer said. */
const UNSAID: Readonly<Record<string, string>> = {
  COMMENT: text(''),
  AUTO_INCREMENT: '0',
  AVG_ROW_LENGTH: '0',
  CHECKSUM: '0',
  DELAY_KEY_WRITE: '0',
  KEY_BLOCK_SIZE: '0',
  MAX_ROWS: '0',
  MIN_ROWS: '0',
  PACK_KEYS: 'DEFAULT',
  ROW_FORMAT: 'DEFAULT',
};

function optionClause({ table, name, value }: SetOption): string {
  if (name === 'PARTITION BY') return '';
  const written = name === 'COMMENT' && value !== undefined ? text(value) : (value ?? UNSAID[name]);
  if (written === undefined)
    throw new CannotAlter(`MySQL cannot take ${name} of table "${table.name}" back without another value`);
  return `${name}=${written}`;
}

const partitionClause = ({ name, value }: SetOption): string[] => {
  if (name !== 'PARTITION BY') return [];
  return [value === undefined ? 'REMOVE PARTITIONING' : `PARTITION BY ${value}`];
};
