import type { DdlPrinter } from './ddl-printer.js';
import type { Operation } from './operation.js';
import { assignments, renumberStatement } from './renumber.js';
import type { ObjectName } from './shape.js';

/** What each vendor says in its own way. */
type OwnOperation =
  | 'create schema'
  | 'create extension'
  | 'create type'
  | 'drop type'
  | 'alter type'
  | 'add column'
  | 'alter column'
  | 'set option'
  | 'alter table'
  | 'rebuild table'
  | OnlineOperation['do'];

/** What only a vendor with such forms is asked for. */
export type OnlineOperation = Extract<
  Operation,
  {
    readonly do: 'build index' | 'remove index' | 'attach primary key' | 'attach unique' | 'validate constraint';
  }
>;

type StandardOperation = Exclude<Operation, { readonly do: OwnOperation }>;

/** The statements of one operation, without the final `;`, where they are what the SQL standard or most vendors say. */
export function standardStatements(operation: StandardOperation, printer: DdlPrinter): readonly string[] {
  const identifier = (name: string): string => printer.identifier(name);
  switch (operation.do) {
    case 'create sequence':
      return [`CREATE SEQUENCE ${printer.name(operation.sequence)}`];
    case 'drop sequence':
      return [`DROP SEQUENCE ${printer.name(operation.sequence)}`];
    case 'create view':
      return printer.createView(operation.view);
    case 'drop view':
      return [`DROP VIEW ${printer.name(operation.view)}`];
    case 'create table':
      return printer.creation(operation.table, operation.foreignKeys);
    case 'drop table':
      return [`DROP TABLE ${printer.name(operation.table)}`];
    case 'fill column':
      return [fillStatement(operation, printer)];
    case 'renumber column':
      return [renumberStatement(operation, printer)];
    default:
      break;
  }
  const table = `ALTER TABLE ${printer.name(operation.table)}`;
  switch (operation.do) {
    case 'rename table':
      return [`${table} RENAME TO ${identifier(operation.to)}`];
    case 'rename column':
      return [`${table} RENAME COLUMN ${identifier(operation.column)} TO ${identifier(operation.to)}`];
    case 'drop column':
      return [`${table} DROP COLUMN ${identifier(operation.column.name)}`];
    case 'add primary key':
      return [`${table} ADD ${printer.primaryKey(operation.key)}`];
    case 'drop primary key':
      return [`${table} DROP CONSTRAINT ${identifier(operation.key.name ?? '')}`];
    case 'add index':
      return operation.index.kind === 'unique'
        ? [`${table} ADD ${printer.unique(operation.index)}`]
        : [printer.createIndex(operation.table, operation.index)];
    case 'drop index':
      return operation.index.kind === 'unique'
        ? [`${table} DROP CONSTRAINT ${identifier(operation.index.name)}`]
        : [`DROP INDEX ${printer.name(besideTable(operation.table, operation.index.name))}`];
    case 'add check':
      return [`${table} ADD ${printer.check(operation.check)}`];
    case 'drop check':
      return [`${table} DROP CONSTRAINT ${identifier(operation.check.name)}`];
    case 'add foreign key':
      return [printer.addForeignKey(operation.table, operation.key)];
    case 'drop foreign key':
      return [`${table} DROP CONSTRAINT ${identifier(operation.key.name)}`];
    case 'rename part':
      return operation.part === 'index'
        ? [
            `ALTER INDEX ${printer.name(besideTable(operation.table, operation.from))} RENAME TO ${identifier(operation.to)}`,
          ]
        : [`${table} RENAME CONSTRAINT ${identifier(operation.from)} TO ${identifier(operation.to)}`];
  }
}

/** What lives in the schema of a table. */
export const besideTable = ({ schema }: ObjectName, name: string): ObjectName =>
  schema === undefined ? { name } : { schema, name };

/** Gives rows without a value one. */
export function fillStatement(
  { table, column, sql, keeps }: Extract<Operation, { readonly do: 'fill column' }>,
  printer: Pick<DdlPrinter, 'identifier' | 'name'>,
): string {
  const name = printer.identifier(column);
  return `UPDATE ${printer.name(table)} SET ${assignments(name, sql, keeps, printer)} WHERE ${name} IS NULL`;
}
