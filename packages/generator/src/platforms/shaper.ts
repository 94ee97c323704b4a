import { isPlainIndex } from '../model/index-columns.js';
import type {
  Check,
  Column,
  Database,
  ForeignKey,
  GeneratedValue,
  Index,
  IndexColumn,
  KeyPart,
  NativeType,
  ReferentialAction,
  Table,
} from '../model/model.js';
import { constraintName, fitIdentifier, type IdentifierLimit } from '../model/names.js';
import { orderTables } from '../model/table-order.js';
import { type StoredValue, storedDefault } from './default-value.js';
import {
  type CheckShape,
  type ColumnShape,
  type DatabaseShape,
  type ForeignKeyShape,
  type IndexPartShape,
  type IndexShape,
  type ObjectName,
  type Options,
  type PrimaryKeyShape,
  said,
  type TableShape,
  type TypeShape,
  type ViewShape,
} from './shape.js';
import { numberedLabels, setLimit } from './value-set.js';

/** Says what a vendor is told of a model: the default form, from which each vendor overrides what differs. */
export abstract class Shaper {
  abstract readonly limit: IdentifierLimit;

  /** A quoted identifier. */
  abstract identifier(name: string): string;
  /** A quoted string literal. */
  abstract text(value: string): string;
  /** The SQL type of a column, identity not included. */
  abstract columnType(column: Column): string;

  /** The tables that are made, each after those that it refers to. */
  tables(database: Database): readonly Table[] {
    return orderTables(database.tables.filter((table) => !table.skipSql)).tables;
  }

  shape(database: Database): DatabaseShape {
    const tables = this.tables(database);
    const types = database.types.filter((type) => !type.skipSql);
    const extensions = this.extensions(tables);
    const schemas = [...types, ...tables, ...extensions].flatMap(({ schema }) => schema ?? []);
    return {
      name: database.name,
      schemas: [...new Set(schemas)],
      extensions,
      types: types.flatMap((type) => this.nativeType(type)),
      tables: tables.map((table) => this.table(table)),
      views: database.tables.filter(({ viewSql }) => viewSql !== undefined).map((view) => this.view(view)),
    };
  }

  extensions(_tables: readonly Table[]): ObjectName[] {
    return [];
  }

  /** A type of the database's own; `check` refuses it where there is none. */
  nativeType(_type: NativeType): TypeShape[] {
    return [];
  }

  table(table: Table): TableShape {
    return {
      ...objectName(table),
      columns: table.columns.map((column) => this.column(table, column)),
      ...said({ primaryKey: this.primaryKey(table) }),
      indexes: this.indexes(table),
      checks: this.checks(table),
      foreignKeys: table.foreignKeys
        .filter((key) => key.constraint && this.keepsForeignKeys(table))
        .map((key) => this.foreignKey(key)),
      options: this.options(table),
      ...said({ partitionBy: this.partitionBy(table), comment: this.comment(table.description) }),
    };
  }

  options(_table: Table): Options {
    return {};
  }

  partitionBy(_table: Table): string | undefined {
    return undefined;
  }

  /** A description as the vendor keeps it. */
  comment(description: string | undefined): string | undefined {
    return description;
  }

  view(view: Table): ViewShape {
    return { ...objectName(view), sql: view.viewSql ?? '', columns: [] };
  }

  column(table: Table, column: Column): ColumnShape {
    return {
      name: column.name,
      type: this.type(column),
      ...said({
        notNull: this.notNull(column),
        default: this.default(table, column),
        generated: column.generated && this.generated(column.generated),
        ...(column.autoIncrement ? this.numbering(table) : {}),
        comment: this.comment(column.description),
        labels: numberedLabels(column),
      }),
    };
  }

  /** The type as it is written: the vendor's own where the schema names one. */
  type(column: Column): string {
    return column.sqlType ?? this.columnType(column);
  }

  notNull(column: Column): boolean | undefined {
    return column.notNull || undefined;
  }

  generated({ sql, stored }: GeneratedValue): { sql: string; stored: boolean } {
    return { sql, stored };
  }

  /** What makes the database number a column by itself. */
  numbering(_table: Table): Pick<ColumnShape, 'identity' | 'sequence'> {
    return { identity: 'by default' };
  }

  default(table: Table, column: Column): string | undefined {
    if (!column.default) return undefined;
    return column.default.kind === 'value'
      ? this.literal(storedDefault(column, column.default.value), column, table)
      : this.defaultExpression(column, column.default.sql);
  }

  defaultExpression(_column: Column, sql: string): string {
    return sql;
  }

  /** A stored value as a literal of the vendor. */
  literal(stored: StoredValue, _column: Column, _table: Table): string {
    switch (stored.kind) {
      case 'number':
        return stored.value;
      case 'boolean':
        return stored.value ? '1' : '0';
      case 'bytes':
        return `X'${stored.value.toString('hex').toUpperCase()}'`;
      default:
        return this.text(stored.value);
    }
  }

  primaryKey(table: Table): PrimaryKeyShape | undefined {
    if (table.primaryKeyParts.length === 0) return undefined;
    return {
      name: this.primaryKeyName(table),
      parts: table.primaryKeyParts.map((part) => this.keyPart(part)),
    };
  }

  keyPart({ column }: KeyPart): IndexPartShape {
    return { column: column.name };
  }

  primaryKeyName(table: Table): string {
    return table.primaryKeyName ?? fitIdentifier(`${table.name}_pk`, this.limit);
  }

  indexes(table: Table): IndexShape[] {
    return [
      ...table.uniques.flatMap((unique) => this.unique(table, unique)),
      ...table.indexes.flatMap((index) => this.index(table, index)),
    ];
  }

  /** Whether a unique is a constraint of its table. One over some rows, or over expressions, is an index. */
  isConstraint(_table: Table, unique: Index): boolean {
    return isPlainIndex(unique);
  }

  unique(table: Table, unique: Index): IndexShape[] {
    return [this.indexShape(unique, this.isConstraint(table, unique) ? 'unique' : 'unique index')];
  }

  index(_table: Table, index: Index): IndexShape[] {
    return [this.indexShape(index, 'index')];
  }

  indexShape(index: Index, kind: IndexShape['kind']): IndexShape {
    const { name, columns, using, include, nullsNotDistinct, where } = index;
    return {
      name,
      kind,
      parts: columns.map((part) => this.indexPart(part)),
      ...said({
        using: using === 'btree' ? undefined : using,
        include: include.length === 0 ? undefined : include.map((column) => column.name),
        nullsNotDistinct: nullsNotDistinct || undefined,
        where,
      }),
    };
  }

  /** A column or an expression of an index; `check` has refused what the vendor does not take. */
  indexPart({ column, expression, collation, opclass, order, nulls }: IndexColumn): IndexPartShape {
    return said({
      column: column?.name,
      expression: column === undefined ? `(${expression ?? ''})` : undefined,
      collation,
      opclass,
      order,
      nulls,
    });
  }

  /** The condition that keeps a column to its value set or form, if it needs one. */
  checkCondition(column: Column): string | undefined {
    if (column.sqlType !== undefined) return undefined;
    const name = this.identifier(column.name);
    if (column.family === 'enum') {
      if (column.enumStorage === 'index') return `${name} BETWEEN 0 AND ${column.valueSet.length - 1}`;
      return `${name} IN (${column.valueSet.map((label) => this.text(label)).join(', ')})`;
    }
    if (column.family === 'set') return `${name} BETWEEN 0 AND ${setLimit(column.valueSet)}`;
    return undefined;
  }

  /** False where the vendor refuses a check on the column. */
  canCheck(_table: Table, _column: Column): boolean {
    return true;
  }

  /** The checks that types of columns need, by their columns. */
  typeChecks(table: Table): ReadonlyMap<Column, string> {
    const checks = new Map<Column, string>();
    for (const column of table.columns) {
      const condition = this.checkCondition(column);
      if (condition !== undefined && this.canCheck(table, column)) checks.set(column, condition);
    }
    return checks;
  }

  checks(table: Table): CheckShape[] {
    const made = [...this.typeChecks(table)].map(([column, expression]) => ({
      name: constraintName(table.name, 'c', column.name, this.limit),
      expression,
    }));
    return [...made, ...table.checks.map((check) => this.check(check))];
  }

  check({ name, expression }: Check): CheckShape {
    return { name, expression };
  }

  /** False where the vendor would forget them. */
  keepsForeignKeys(_table: Table): boolean {
    return true;
  }

  foreignKey(key: ForeignKey): ForeignKeyShape {
    return {
      name: key.name,
      columns: key.columns.map(({ local }) => local.name),
      foreignTable: objectName(key.foreignTable),
      foreignColumns: key.columns.map(({ foreign }) => foreign.name),
      ...said({ onDelete: this.onDelete(key.onDelete), onUpdate: this.onUpdate(key.onUpdate) }),
    };
  }

  onDelete(action: ReferentialAction | undefined): ReferentialAction | undefined {
    return action;
  }

  onUpdate(action: ReferentialAction | undefined): ReferentialAction | undefined {
    return action;
  }
}

export const objectName = ({ name, schema }: { name: string; schema: string | undefined }): ObjectName =>
  schema === undefined ? { name } : { name, schema };
