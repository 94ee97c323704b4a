import type { Database, ForeignKey, Index, ReferentialAction, Table } from '../../src/model/model.js';
import type { CatalogForeignKey, CatalogIndex, CatalogTable } from '../support/catalog/catalog.js';
import { adapterOf, type Engine } from '../support/engines.js';
import { expectedType } from './expected-types.js';

/** What the catalog must hold for a model, written from the model and from what each vendor's manual says. */
export function expectedCatalog(engine: Engine, model: Database): CatalogTable[] {
  return model.tables.filter((table) => !table.skipSql).map((table) => expectedTable(engine, table));
}

/** MyISAM takes the clause of a foreign key and forgets it. */
export const hasForeignKeys = (engine: Engine, table: Table): boolean =>
  adapterOf(engine) !== 'mysql' || table.vendor.get('mysql')?.get('engine')?.value !== 'MyISAM';

/** The foreign keys of a table that are constraints on an engine. */
export const constraintsOf = (engine: Engine, table: Table): readonly ForeignKey[] =>
  hasForeignKeys(engine, table) ? table.foreignKeys.filter((key) => key.constraint) : [];

/** Columns that a CHECK keeps to their values; a native ENUM needs none. */
export function isChecked(engine: Engine, column: Table['columns'][number]): boolean {
  if (column.sqlType !== undefined) return false;
  if (column.type === 'SET') return true;
  if (column.type === 'JSON') return engine === 'sqlite' || engine === 'mariadb';
  if (column.nativeType !== undefined) return false;
  return column.type === 'ENUM' && !(adapterOf(engine) === 'mysql' && column.enumStorage === 'label');
}

function expectedTable(engine: Engine, table: Table): CatalogTable {
  const keys = constraintsOf(engine, table);
  return {
    name: tableName(table),
    comment: comment(engine, table.description),
    columns: table.columns.map((column) => ({
      name: column.name,
      type: expectedType(engine, column),
      // What a domain says, the catalog says of the domain.
      nullable: !column.notNull || (column.nativeType?.kind === 'domain' && column.nativeType.notNull),
      hasDefault:
        column.default !== undefined &&
        !(column.nativeType?.kind === 'domain' && column.nativeType.default === column.default) &&
        !isNullDefault(engine, column.default),
      autoIncrement: column.autoIncrement,
      comment: comment(engine, column.description),
    })),
    primaryKey: table.primaryKeyParts.map(
      ({ column, size }) => column.name + (size === undefined || adapterOf(engine) !== 'mysql' ? '' : `(${size})`),
    ),
    foreignKeys: keys.map((key) => expectedKey(engine, key)).sort(byColumns),
    uniques: table.uniques.map((unique) => expectedIndex(engine, unique)).sort(byName),
    indexes: [
      ...table.indexes.map((index) => expectedIndex(engine, index)),
      ...(adapterOf(engine) === 'mysql' ? mysqlIndexes(table, keys) : []),
    ].sort(byName),
    checked: table.columns
      .filter((column) => isChecked(engine, column))
      .map((column) => column.name)
      .sort(),
    checks: table.checks.length + table.columns.filter((column) => isChecked(engine, column)).length,
  };
}

export const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
export const byColumns = (a: CatalogForeignKey, b: CatalogForeignKey): number =>
  a.columns.join() < b.columns.join() ? -1 : 1;

function tableName(table: Table): string {
  return table.schema === undefined ? table.name : `${table.schema}.${table.name}`;
}

/** SQLite keeps a description as a comment of one line, MySQL in the three-byte UTF-8 of its catalog. */
function comment(engine: Engine, description: string | undefined): string | undefined {
  if (adapterOf(engine) === 'mysql') return description?.replace(/[\u{10000}-\u{10ffff}]/gu, '?');
  return engine === 'sqlite' ? description?.replace(/\s+/g, ' ') : description;
}

/** A default of NULL is none, and only PostgreSQL remembers that it was written. */
function isNullDefault(engine: Engine, value: { kind: string; sql?: string }): boolean {
  return value.kind === 'expression' && value.sql === 'NULL' && adapterOf(engine) !== 'pgsql';
}

function expectedKey(engine: Engine, key: ForeignKey): CatalogForeignKey {
  const columns = adapterOf(engine) === 'mysql' ? inOrderOfTarget(key) : key.columns;
  return {
    name: engine === 'sqlite' ? undefined : key.name,
    columns: columns.map(({ local }) => local.name),
    foreignTable: tableName(key.foreignTable),
    foreignColumns: columns.map(({ foreign }) => foreign.name),
    onDelete: action(engine, key.onDelete),
    onUpdate: action(engine, key.onUpdate),
  };
}

/** InnoDB accepts a composite key only in the order of the key it points at: here that is always the primary key. */
function inOrderOfTarget({ columns, foreignTable }: ForeignKey): ForeignKey['columns'] {
  const place = ({ foreign }: ForeignKey['columns'][number]): number => foreignTable.primaryKey.indexOf(foreign);
  return [...columns].sort((a, b) => place(a) - place(b));
}

/** No clause means NO ACTION, which MariaDB shows as RESTRICT: in InnoDB the two are the same. */
function action(engine: Engine, given: ReferentialAction | undefined): string {
  return given ?? (engine === 'mariadb' ? 'RESTRICT' : 'NO ACTION');
}

/** Its kind, its columns with what they are beyond their names, and a word for a condition. */
function expectedIndex(engine: Engine, { name, columns, include, where, using }: Index): CatalogIndex {
  const prefix = (size: number | undefined): string =>
    size === undefined || adapterOf(engine) !== 'mysql' ? '' : `(${size})`;
  return {
    name,
    columns: [
      ...(using === undefined || using === 'btree' ? [] : [using.toUpperCase()]),
      ...columns.map(
        ({ column, size, order }) =>
          `${column?.name ?? '(expression)'}${prefix(size)}${order === undefined ? '' : ' DESC'}`,
      ),
      ...include.map((column) => `INCLUDE ${column.name}`),
      ...(where === undefined ? [] : ['WHERE']),
    ],
  };
}

/** InnoDB wants an index that starts with the columns of each foreign key, and one that starts with the auto-increment column. */
function mysqlIndexes(table: Table, keys: readonly ForeignKey[]): CatalogIndex[] {
  const known = [
    table.primaryKey,
    ...[...table.uniques, ...table.indexes].map((index) => index.columns.map((part) => part.column)),
  ];
  const added: CatalogIndex[] = [];
  const starts = (columns: readonly unknown[]): boolean =>
    known.some((index) => columns.every((column, i) => index[i] === column));
  for (const column of table.columns) {
    if (column.autoIncrement && !starts([column]))
      added.push({ name: NUMBERED[table.name] ?? '', columns: [column.name] });
  }
  for (const key of keys) {
    const columns = inOrderOfTarget(key).map(({ local }) => local);
    if (starts(columns)) continue;
    known.push(columns);
    // One of a key with a name of its own has that name, as InnoDB would call it.
    added.push({ name: key.name.replace('_fk_', '_fi_'), columns: columns.map((column) => column.name) });
  }
  return added;
}

const NUMBERED: Readonly<Record<string, string>> = { numbered_second: 'numbered_second_i_358b23' };
