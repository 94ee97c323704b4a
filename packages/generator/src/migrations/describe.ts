import type { Change } from '../changes/change.js';
import { printable } from '../diagnostics/printable.js';
import type { Operation } from '../platforms/operation.js';
import type { ObjectName } from '../platforms/shape.js';

const whole = ({ schema, name }: ObjectName): string => printable(schema === undefined ? name : `${schema}.${name}`);

const part = (table: ObjectName, name: string): string => `${whole(table)}.${printable(name)}`;

/** What an operation does, in a line: `add column book.isbn`. */
export function described(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'alter table':
      return operation.operations.flatMap(described);
    case 'rebuild table':
      return [`rebuild table ${whole(operation.after)}`];
    case 'create schema':
      return [`create schema ${printable(operation.name)}`];
    case 'create extension':
      return [`create extension ${whole(operation.extension)}`];
    case 'create sequence':
    case 'drop sequence':
      return [`${operation.do} ${whole(operation.sequence)}`];
    case 'create type':
    case 'drop type':
      return [`${operation.do} ${whole(operation.type)}`];
    case 'alter type':
      return [`alter type ${whole(operation.after)}`];
    case 'create view':
    case 'drop view':
      return [`${operation.do} ${whole(operation.view)}`];
    case 'create table':
    case 'drop table':
      return [`${operation.do} ${whole(operation.table)}`];
    case 'rename table':
      return [`rename table ${whole(operation.table)} to ${printable(operation.to)}`];
    case 'rename column':
      return [`rename column ${part(operation.table, operation.column)} to ${printable(operation.to)}`];
    case 'add column':
    case 'drop column':
      return [`${operation.do} ${part(operation.table, operation.column.name)}`];
    case 'fill column':
    case 'renumber column':
      return [`${operation.do} ${part(operation.table, operation.column)}`];
    case 'alter column':
      return [`alter column ${part(operation.table, operation.after.name)}`];
    case 'add primary key':
    case 'drop primary key':
      return [`${operation.do} of ${whole(operation.table)}`];
    case 'add index':
    case 'drop index':
      return [`${operation.do} ${part(operation.table, operation.index.name)}`];
    case 'build index':
      return [`add index ${part(operation.table, operation.index.name)}`];
    case 'remove index':
      return [`drop index ${part(operation.table, operation.index.name)}`];
    case 'attach primary key':
      return [`add primary key of ${whole(operation.table)}`];
    case 'attach unique':
      return [`add unique ${part(operation.table, operation.index.name)}`];
    case 'validate constraint':
      return [`validate ${part(operation.table, operation.name)}`];
    case 'add check':
    case 'drop check':
      return [`${operation.do} ${part(operation.table, operation.check.name)}`];
    case 'add foreign key':
    case 'drop foreign key':
      return [`${operation.do} ${part(operation.table, operation.key.name)}`];
    case 'rename part':
      return [`rename ${operation.part} ${part(operation.table, operation.from)} to ${printable(operation.to)}`];
    case 'set option':
      return [`set ${printable(operation.name)} of ${whole(operation.table)}`];
  }
}

/** What happens to the object of a change. */
export type ChangeVerb = 'add' | 'drop' | 'rename' | 'change';

export function verbOf({ before, after, from }: Change): ChangeVerb {
  if (from !== undefined) return 'rename';
  if (before === undefined) return 'add';
  return after === undefined ? 'drop' : 'change';
}

/** A change in a line, for people: `rename column author.name → full_name`. */
export function changeLine(change: Change): string {
  const { kind, table, name, from, schema } = change;
  const owner = table === undefined ? undefined : whole({ ...(schema === undefined ? {} : { schema }), name: table });
  const own = (each: string): string =>
    owner === undefined
      ? whole({ ...(schema === undefined || kind === 'schema' ? {} : { schema }), name: each })
      : `${owner}.${printable(each)}`;
  if (kind === 'primary key') return `${verbOf(change)} primary key of ${owner ?? ''}`;
  const isWorkedOut =
    kind === 'column' && change.before?.generated === undefined && change.after?.generated !== undefined;
  if (isWorkedOut && change.before !== undefined) return `change column ${own(name)}: its values are worked out anew`;
  return from === undefined
    ? `${verbOf(change)} ${kind} ${own(name)}`
    : `rename ${kind} ${own(from)} → ${printable(name)}`;
}
