import { isDeepStrictEqual } from 'node:util';
import { standardStatements } from '../alter-statements.js';
import { deferralClause } from '../ddl-printer.js';
import { type Abilities, CannotAlter, type Operation, type PartKind, type TypedColumn } from '../operation.js';
import { FLOATING, MOST_ROWS, type RowChecks } from '../row-checks.js';
import type { ColumnShape, DomainShape, EnumTypeShape, ObjectName, TableShape, TypeShape } from '../shape.js';
import { columnDefault } from './column-default.js';
import { PgsqlDdl } from './ddl.js';
import { identifier, text } from './quoting.js';
import { dialect } from './script.js';

export { blocking } from './locks.js';
export { isAlone, online } from './online.js';
export { refusedInTransaction, statementBlocking } from './statement-locks.js';

const printer = new PgsqlDdl();

const isRetyped = (before: ColumnShape, after: ColumnShape): boolean =>
  before.type !== after.type || before.collation !== after.collation;

export const abilities: Abilities = {
  renames: new Set<PartKind>(['primary key', 'unique', 'index', 'check', 'foreign key']),
  altersAtOnce: false,
  sharedNames: new Set<PartKind>(['primary key', 'unique', 'index']),
  keysStandOnIndexes: false,
  // What a generated column is worked out from cannot be changed, nor can a column become one.
  altersColumn: (before, after) =>
    isDeepStrictEqual(before.generated, after.generated) &&
    (after.generated === undefined || !isRetyped(before, after)),
  needsFreeColumn: isRetyped,
  needsFreeIndex: () => false,
  renamesReadColumns: true,
  hasOneIdentity: false,
  replacedType,
  hasType: ({ type }, own) => type.replace(/(\[\])+$/, '') === printer.name(own),
  isMadeOf,
  seenColumn: (_table, column) => column,
};

/** What a schema says of the type of a domain is SQL: a name with or without quotes and its schema. */
function isMadeOf({ type }: DomainShape, { schema, name }: TypeShape): boolean {
  const parts = type.replace(/(\s*\[\d*\])+$/, '').match(/"(?:[^"]|"")*"|[^".\s]+/g) ?? [];
  const names = parts.map((part) =>
    part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase(),
  );
  const [own, owner] = names.toReversed();
  return names.length <= 2 && own === name && (owner === undefined || schema === undefined || owner === schema);
}

const REAL = /^real\b/i;

export const rowChecks: RowChecks = {
  dialect,
  name: (object) => printer.name(object),
  identifier,
  length: 'char_length',
  cast: (sql, type) => `CAST(${sql} AS ${type})`,
  texts: {
    isNumber: (sql, whole) => `${sql} ~ '^\\s*[-+]?\\d+${whole ? '' : '([.]\\d*)?(e[-+]?\\d+)?'}\\s*$'`,
    asNumber: (sql) => `${sql}::numeric`,
    isDate: (sql) => `${sql} ~ '^\\s*\\d{4,}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\\d|3[01])(\\D|$)'`,
    hasTime: (sql) => `regexp_replace(${sql}, '^\\s*\\d+-\\d+-\\d+', '') ~ '[1-9]'`,
    asText: (sql) => `${sql}::text`,
  },
  single: REAL,
  losses: {
    secondDigits: 6,
    isRounded: (sql, type, scale, whole) => {
      if (REAL.test(type) && whole) return `${sql} <> ROUND(${sql})`;
      const number = FLOATING.test(type) ? `${sql}::numeric` : sql;
      // A real becomes a numeric with six digits, and its text has all of them.
      return `${REAL.test(type) ? `${sql}::text::numeric` : number} <> ROUND(${number}, ${String(scale)})`;
    },
    midnight: (sql) => `${sql}::date`,
    inType: (sql, type) => `${sql}::${type}`,
  },
  text,
  select: (columns, rest) => `SELECT ${columns} ${rest} LIMIT ${String(MOST_ROWS)}`,
};

/**
 * A label of a type can be used once the transaction that adds it has ended ("ALTER TYPE", Notes): where another operation names
 * it, it comes first, by itself.
 */
export function separate(operations: readonly Operation[]): readonly Operation[] {
  const isUsed = (operation: Operation): boolean => {
    if (operation.do !== 'alter type' || operation.before.kind !== 'enum' || operation.after.kind !== 'enum')
      return false;
    const { before, after } = operation;
    if (addedLabels(before, after, '') === undefined) return false;
    const labels = after.labels.filter((label) => !before.labels.includes(label)).map(text);
    const others = operations.filter((each) => each !== operation).flatMap(alter);
    return others.some((sql) => labels.some((label) => sql.includes(label)));
  };
  const early = operations.filter(isUsed);
  if (early.length === 0) return operations;
  return [
    ...early.map((each): Operation => ({ ...each, online: true })),
    ...operations.filter((each) => !early.includes(each)),
  ];
}

/** The statements of one operation, without the final `;`. */
export function alter(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'create schema':
      return [`CREATE SCHEMA IF NOT EXISTS ${identifier(operation.name)}`];
    case 'create extension':
      return [printer.createExtension(operation.extension)];
    case 'create type':
      return printer.createType(operation.type);
    case 'drop type':
      return [`DROP ${typeWord(operation.type)} ${printer.name(operation.type)}`];
    case 'alter type':
      return alterType(operation);
    case 'add column':
      return addColumn(operation);
    case 'alter column':
      return alterColumn(operation);
    case 'set option':
      return setOption(operation);
    case 'build index':
      return [concurrently(printer.createIndex(operation.table, operation.index))];
    case 'remove index':
      return standardStatements({ ...operation, do: 'drop index' }, printer).map(concurrently);
    case 'attach primary key':
      return [usingIndex(operation, operation.key.name ?? '', 'PRIMARY KEY', '')];
    case 'attach unique':
      return [usingIndex(operation, operation.index.name, 'UNIQUE', deferralClause(operation.index.deferrable))];
    case 'add check':
    case 'add foreign key':
      return standardStatements(operation, printer).map((each) => (operation.online ? `${each} NOT VALID` : each));
    case 'validate constraint':
      return [`${table(operation)} VALIDATE CONSTRAINT ${identifier(operation.name)}`];
    case 'alter table':
      return operation.operations.flatMap(alter);
    case 'rebuild table':
      throw new Error('PostgreSQL has no table that must be made anew');
    default:
      return standardStatements(operation, printer);
  }
}

const table = ({ table: object }: { readonly table: ObjectName }): string => `ALTER TABLE ${printer.name(object)}`;

/** The form in which others go on writing. It must not be in a transaction. */
const concurrently = (statement: string): string =>
  statement.replace(/^(CREATE UNIQUE INDEX|CREATE INDEX|DROP INDEX) /, '$1 CONCURRENTLY ');

const usingIndex = (
  operation: { readonly table: ObjectName; readonly built: string },
  name: string,
  kind: string,
  rest: string,
): string =>
  `${table(operation)} ADD CONSTRAINT ${identifier(name)} ${kind} USING INDEX ${identifier(operation.built)}${rest}`;

/** The online form gives the default to new rows only. */
function addColumn({ table: object, column, online: isOnline }: Extract<Operation, { do: 'add column' }>): string[] {
  const { default: _, sequence: __, ...bare } = column;
  const add = (own: ColumnShape): string => `${table({ table: object })} ADD COLUMN ${printer.columnLine(object, own)}`;
  const value = columnDefault(column) ?? 'NULL';
  const statements = isOnline
    ? [add(bare), `${table({ table: object })} ALTER COLUMN ${identifier(column.name)} SET DEFAULT ${value}`]
    : [add(column)];
  return [...statements, ...comment(object, column, undefined)];
}

function setOption({ table: object, name, value }: Extract<Operation, { do: 'set option' }>): string[] {
  // Such as `PARTITION BY`, which a table that is there cannot change.
  if (name !== 'COMMENT') throw new CannotAlter(`PostgreSQL cannot change ${name} of table "${object.name}"`);
  return [`COMMENT ON TABLE ${printer.name(object)} IS ${value === undefined ? 'NULL' : text(value)}`];
}

function comment(object: TableShape, { name, comment: is }: ColumnShape, was: string | undefined): string[] {
  if (is === was) return [];
  return [`COMMENT ON COLUMN ${printer.name(object)}.${identifier(name)} IS ${is === undefined ? 'NULL' : text(is)}`];
}

function alterColumn({ table: object, before, after }: Extract<Operation, { do: 'alter column' }>): string[] {
  const column = `ALTER COLUMN ${identifier(after.name)}`;
  const [was, is] = [columnDefault(before), columnDefault(after)];
  const retyped = isRetyped(before, after);
  const collation = after.collation === undefined ? '' : ` COLLATE ${identifier(after.collation)}`;
  // A default of the old type need not be one of the new type.
  const dropsDefault = was !== undefined && (is === undefined || retyped);
  const clauses = [
    ...(dropsDefault ? [`${column} DROP DEFAULT`] : []),
    ...(before.identity !== undefined && after.identity === undefined ? [`${column} DROP IDENTITY`] : []),
    ...(retyped ? [`${column} TYPE ${after.type}${collation}${conversion(before, after)}`] : []),
    ...(is !== undefined && (is !== was || retyped) ? [`${column} SET DEFAULT ${is}`] : []),
    ...(after.notNull === true && before.notNull !== true ? [`${column} SET NOT NULL`] : []),
    ...(after.notNull !== true && before.notNull === true ? [`${column} DROP NOT NULL`] : []),
    ...identityClauses(column, before, after),
  ];
  return [
    ...(clauses.length === 0 ? [] : [`${table({ table: object })} ${clauses.join(', ')}`]),
    ...comment(object, after, before.comment),
    ...startOfNumbers(object, before, after),
  ];
}

function identityClauses(column: string, { identity: was }: ColumnShape, { identity: is }: ColumnShape): string[] {
  if (is === undefined || is === was) return [];
  const words = `GENERATED ${is.toUpperCase()}`;
  return [was === undefined ? `${column} ADD ${words} AS IDENTITY` : `${column} SET ${words}`];
}

/** Numbers go on behind those that are there. */
function startOfNumbers(object: TableShape, before: ColumnShape, after: ColumnShape): string[] {
  const isNew = after.identity !== undefined && before.identity === undefined;
  const isOther = after.sequence !== undefined && !isDeepStrictEqual(before.sequence, after.sequence);
  if (!isNew && !isOther) return [];
  const sequence =
    after.sequence === undefined
      ? `pg_get_serial_sequence(${text(printer.name(object))}, ${text(after.name)})`
      : text(printer.name(after.sequence));
  const name = identifier(after.name);
  return [`SELECT setval(${sequence}, COALESCE(MAX(${name}), 0) + 1, false) FROM ${printer.name(object)}`];
}

const NUMBER = /^(smallint|integer|bigint|numeric|real|double precision)\b(?!.*\[)/i;
const TEXT = /^(varchar|char|text|citext)\b(?!.*\[)/i;
const MOMENT = /^(date|timestamp)\b(?!.*\[)/i;

/** How values of the old type become values of the new one: directly where PostgreSQL has a cast, else by their texts. */
function conversion(before: ColumnShape, after: ColumnShape): string {
  const name = identifier(after.name);
  const both = (kind: RegExp): boolean => kind.test(before.type) && kind.test(after.type);
  if (both(TEXT)) return '';
  if (both(NUMBER) || both(MOMENT)) return ` USING ${name}::${after.type}`;
  if (/^boolean$/i.test(before.type) && NUMBER.test(after.type)) return ` USING ${name}::integer::${after.type}`;
  if (NUMBER.test(before.type) && /^boolean$/i.test(after.type)) return ` USING ${name} <> 0`;
  // A cast to varchar(3) would cut; assigning a text that is too long is an error.
  return TEXT.test(after.type) ? ` USING ${name}::text` : ` USING ${name}::text::${after.type}`;
}

const typeWord = ({ kind }: TypeShape): string => (kind === 'enum' ? 'TYPE' : 'DOMAIN');

function alterType({ before, after, columns, online: isOnline }: Extract<Operation, { do: 'alter type' }>): string[] {
  const old = replacedType(before, after);
  if (old !== undefined) return swapType(before, after, old, columns);
  const remarks =
    before.comment === after.comment
      ? []
      : [
          `COMMENT ON ${typeWord(after)} ${printer.name(after)} IS ${after.comment === undefined ? 'NULL' : text(after.comment)}`,
        ];
  if (before.kind === 'enum' && after.kind === 'enum') {
    return [...(addedLabels(before, after, isOnline ? 'IF NOT EXISTS ' : '') ?? []), ...remarks];
  }
  return before.kind === 'domain' && after.kind === 'domain' ? [...alterDomain(before, after), ...remarks] : remarks;
}

/** Labels and conditions can be added; where a label goes or moves, or values are of another type, the type is made anew. */
function replacedType(before: TypeShape, after: TypeShape): TypeShape | undefined {
  const stays =
    before.kind === 'enum'
      ? after.kind === 'enum' && addedLabels(before, after, '') !== undefined
      : after.kind === 'domain' && before.type === after.type;
  return stays ? undefined : { ...before, name: `${before.name.slice(0, 50)}_before` };
}

/** Labels that come are added; undefined where one goes or moves. */
function addedLabels(before: EnumTypeShape, after: EnumTypeShape, unless: string): string[] | undefined {
  const kept = after.labels.filter((label) => before.labels.includes(label));
  if (!isDeepStrictEqual(kept, before.labels)) return undefined;
  return after.labels.flatMap((label, at) => {
    if (before.labels.includes(label)) return [];
    const previous = after.labels[at - 1];
    const [first = ''] = before.labels;
    const place = previous === undefined ? `BEFORE ${text(first)}` : `AFTER ${text(previous)}`;
    return [`ALTER TYPE ${printer.name(after)} ADD VALUE ${unless}${text(label)} ${place}`];
  });
}

function alterDomain(before: DomainShape, after: DomainShape): string[] {
  const domain = `ALTER DOMAIN ${printer.name(after)}`;
  const isKept = (checks: DomainShape['checks'], check: DomainShape['checks'][number]): boolean =>
    checks.some((other) => isDeepStrictEqual(other, check));
  return [
    ...before.checks
      .filter((check) => !isKept(after.checks, check))
      .map(({ name }) => `${domain} DROP CONSTRAINT ${identifier(name ?? '')}`),
    ...(before.default === after.default
      ? []
      : [after.default === undefined ? `${domain} DROP DEFAULT` : `${domain} SET DEFAULT ${after.default}`]),
    ...(before.notNull === after.notNull ? [] : [`${domain} ${after.notNull === true ? 'SET' : 'DROP'} NOT NULL`]),
    ...after.checks
      .filter((check) => !isKept(before.checks, check))
      .map(({ name, expression }) => {
        const constraint = name === undefined ? '' : `CONSTRAINT ${identifier(name)} `;
        return `${domain} ADD ${constraint}CHECK (${expression})`;
      }),
  ];
}

/** A type that cannot become another one is replaced: the columns that have it take their texts along. */
function swapType(before: TypeShape, after: TypeShape, old: TypeShape, columns: readonly TypedColumn[]): string[] {
  const users = columns.filter(({ column }) => abilities.hasType?.(column, before));
  return [
    `ALTER ${typeWord(before)} ${printer.name(before)} RENAME TO ${identifier(old.name)}`,
    ...printer.createType(after),
    ...users.map((user) => `${table(user)} ${swapped(user).join(', ')}`),
  ];
}

/** The default is one of the old type; where it stays, it becomes one of the new type. */
function swapped({ column, after }: TypedColumn): string[] {
  const name = identifier(column.name);
  const value = columnDefault(column);
  const stays = value !== undefined && columnDefault(after) === value;
  const list = column.type.endsWith('[]') ? '[]' : '';
  return [
    ...(value === undefined ? [] : [`ALTER COLUMN ${name} DROP DEFAULT`]),
    `ALTER COLUMN ${name} TYPE ${column.type} USING ${name}::text${list}::${column.type}`,
    ...(stays ? [`ALTER COLUMN ${name} SET DEFAULT ${value}`] : []),
  ];
}
