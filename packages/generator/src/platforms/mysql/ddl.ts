import type {
  Check,
  Column,
  ColumnReference,
  ForeignKey,
  Index,
  IndexColumn,
  KeyPart,
  Table,
} from '../../model/model.js';
import { constraintName } from '../../model/names.js';
import { vendorFlag, vendorValue } from '../../model/vendor-parameter.js';
import { DdlPrinter } from '../ddl-printer.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { parenthesized } from '../parenthesized.js';
import type { PlatformOptions } from '../platform.js';
import { foreignKeyIndexes, IDENTIFIER_LIMIT } from './foreign-key-indexes.js';
import { identifier, text } from './quoting.js';
import { characterSet, columnType } from './types.js';

/** Types whose default both MySQL and MariaDB take only as an expression in parentheses. */
const EXPRESSION_DEFAULT = /^((tiny|medium|long)?(text|blob)|json|geometry)\b/i;

/** What is a plain value, and so a plain default: `X'00FF'`, `b'101'`, `4294967295`, `'0000-00-00'`. */
const LITERAL = /^(-?\d+(\.\d*)?|0x[0-9a-f]+|[xb]'[0-9a-f]*'|'([^'\\]|''|\\.)*')$/is;

/** Vendor parameters that become table options, and whether their value is a number, a word, or a quoted string. */
const TABLE_OPTIONS: readonly (readonly [parameter: string, option: string, form: 'number' | 'word' | 'string'])[] = [
  ['AutoIncrement', 'AUTO_INCREMENT', 'number'],
  ['AvgRowLength', 'AVG_ROW_LENGTH', 'number'],
  ['Charset', 'CHARACTER SET', 'word'],
  ['Checksum', 'CHECKSUM', 'number'],
  ['Collate', 'COLLATE', 'word'],
  ['Connection', 'CONNECTION', 'string'],
  ['DataDirectory', 'DATA DIRECTORY', 'string'],
  ['DelayKeyWrite', 'DELAY_KEY_WRITE', 'number'],
  ['IndexDirectory', 'INDEX DIRECTORY', 'string'],
  ['InsertMethod', 'INSERT_METHOD', 'word'],
  ['KeyBlockSize', 'KEY_BLOCK_SIZE', 'number'],
  ['MaxRows', 'MAX_ROWS', 'number'],
  ['MinRows', 'MIN_ROWS', 'number'],
  ['PackKeys', 'PACK_KEYS', 'word'],
  ['RowFormat', 'ROW_FORMAT', 'word'],
];

export const TABLE_PARAMETERS: readonly string[] = TABLE_OPTIONS.map(([parameter]) => parameter);

/** `Pack_Keys` is `PackKeys`: the name of the option in SQL names the parameter as well. */
const sqlName = (option: string): string => option.replace(' ', '_');

export const TABLE_PARAMETER_NAMES: ReadonlyMap<string, string> = new Map(
  TABLE_OPTIONS.map(([parameter, option]) => [sqlName(option).toLowerCase(), parameter]),
);

export function tableEngine(table: Table, options: PlatformOptions): string {
  return vendorValue(table.vendor, 'mysql', 'Engine', 'Type') ?? options.mysqlEngine;
}

export class MysqlDdl extends DdlPrinter {
  readonly title = 'MySQL and MariaDB';
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;

  constructor(private readonly options: PlatformOptions) {
    super();
  }

  columnType(column: Column): string {
    return columnType(column, this.options);
  }

  /** A verbatim type takes the character set of the column as well, unless it names its own. */
  override type(column: Column): string {
    if (column.sqlType === undefined) return this.columnType(column);
    if (/\b(charset|character set|collate)\b/i.test(column.sqlType)) return column.sqlType;
    return [column.sqlType, ...characterSet(column)].join(' ');
  }

  override prologue(tables: readonly Table[]): string[] {
    const schemas = new Set(tables.flatMap((table) => (table.schema === undefined ? [] : [table.schema])));
    return [
      // Tables are dropped parents first, and a cycle has no first.
      'SET FOREIGN_KEY_CHECKS = 0',
      ...[...schemas].map((schema) => `CREATE DATABASE IF NOT EXISTS ${identifier(schema)}`),
    ];
  }

  override epilogue(): string[] {
    return ['SET FOREIGN_KEY_CHECKS = 1'];
  }

  dropTable(table: Table): string[] {
    return [`DROP TABLE IF EXISTS ${this.tableName(table)}`];
  }

  override identity(): string {
    return 'AUTO_INCREMENT';
  }

  override nullability(column: Column): string {
    // Without the word, servers before explicit_defaults_for_timestamp make every TIMESTAMP NOT NULL.
    if (!column.notNull) return column.type === 'TIMESTAMP' ? 'NULL' : '';
    return 'NOT NULL';
  }

  override columnDefinition(table: Table, column: Column): string {
    const isKept = vendorValue(column.vendor, 'mysql', 'OnUpdate') !== undefined;
    const onUpdate = isKept ? ` ON UPDATE ${this.defaultExpression(column, 'CURRENT_TIMESTAMP')}` : '';
    const definition = super.columnDefinition(table, column) + onUpdate;
    return column.description === undefined ? definition : `${definition} COMMENT ${text(column.description)}`;
  }

  override defaultExpression(column: Column, sql: string): string {
    const now = /^(current_timestamp|now|localtimestamp|localtime)(\s*\(\s*\d?\s*\))?$/i.test(sql);
    if (LITERAL.test(sql) && !EXPRESSION_DEFAULT.test(this.type(column))) return sql;
    if (!now || column.family !== 'datetime') return parenthesized(sql);
    // The number of fractional digits must be the column's own; otherwise the server refuses the default.
    if (column.sqlType !== undefined) return sql;
    return `CURRENT_TIMESTAMP${column.size === 0 ? '' : `(${column.size ?? 6})`}`;
  }

  override literal(stored: StoredValue, column: Column): string {
    const plain = this.plainLiteral(stored, column);
    return EXPRESSION_DEFAULT.test(this.type(column)) ? `(${plain})` : plain;
  }

  private plainLiteral(stored: StoredValue, column: Column): string {
    if (stored.kind !== 'uuid') return super.literal(stored, column);
    // What is no bytes is text: the servers' own type, or a CHAR(36).
    if (/^(uuid|(var)?char)\b/i.test(this.type(column))) return text(stored.value);
    // UUID columns are swapped by default, as Propel stores them; UUID_BINARY too unless the table says otherwise.
    return `X'${uuidBytes(stored.value, this.swapsUuids).toString('hex').toUpperCase()}'`;
  }

  private swapsUuids = true;

  override createTable(table: Table, deferred: ReadonlySet<ForeignKey>): string {
    this.swapsUuids = vendorValue(table.vendor, 'mysql', 'UuidSwapFlag')?.toLowerCase() !== 'false';
    return super.createTable(table, deferred);
  }

  override primaryKey(table: Table): string[] {
    if (table.primaryKeyParts.length === 0) return [];
    return [`PRIMARY KEY (${table.primaryKeyParts.map(keyPart).join(', ')})`];
  }

  /** An auto-increment column must be the first of some key, and in a composite primary key it may be the second. */
  private autoIncrementIndex(table: Table): string[] {
    const column = table.columns.find((candidate) => candidate.autoIncrement);
    const leaders = [
      table.primaryKeyParts[0]?.column,
      ...[...table.uniques, ...table.indexes].map((index) => index.columns[0]?.column),
    ];
    if (!column || leaders.includes(column)) return [];
    return [
      `INDEX ${identifier(constraintName(table.name, 'i', `${column.name}:`, this.limit))} (${identifier(column.name)})`,
    ];
  }

  override unique(_table: Table, unique: Index): string[] {
    return [this.inlineIndex(unique, 'UNIQUE INDEX')];
  }

  /** MariaDB has no expressions in an index: there such a statement fails, and only the server knows which one it is. */
  override indexPart({ column, expression, size, order }: IndexColumn): string {
    const part = column === undefined ? `(${expression ?? ''})` : keyPart({ column, size });
    return order === undefined ? part : `${part} DESC`;
  }

  override indexStatements(): string[] {
    return [];
  }

  private inlineIndex(index: Index, what: string): string {
    const { using } = index;
    const method = using === undefined || isSpecial(index) ? '' : ` USING ${using.toUpperCase()}`;
    return `${what} ${identifier(index.name)}${method} (${this.indexColumns(index)})`;
  }

  override inlineIndexes(table: Table): string[] {
    const indexes = table.indexes.map((index) =>
      this.inlineIndex(index, isSpecial(index) ? `${(index.using ?? '').toUpperCase()} INDEX` : 'INDEX'),
    );
    return [...indexes, ...this.autoIncrementIndex(table), ...this.foreignKeyIndexes(table)];
  }

  private foreignKeyIndexes(table: Table): string[] {
    if (!this.hasForeignKeys(table)) return [];
    const written = [...table.uniques, ...table.indexes].map((index) => ({
      name: index.name,
      // One for words or places serves no foreign key.
      columns: isSpecial(index) ? [] : leadingColumns(index),
    }));
    const keys = table.foreignKeys
      .filter((key) => key.constraint)
      .map((key) => ({ name: key.name, columns: inKeyOrder(key).map(({ local }) => local.name) }));
    const primaryKey = { name: 'PRIMARY', columns: table.primaryKeyParts.map(({ column }) => column.name) };
    return foreignKeyIndexes(table.name, keys, [primaryKey, ...written]).map(
      ({ name, columns }) => `INDEX ${identifier(name)} (${columns.map(identifier).join(', ')})`,
    );
  }

  private hasForeignKeys(table: Table): boolean {
    return tableEngine(table, this.options).toLowerCase() === 'innodb';
  }

  override inlineForeignKey(key: ForeignKey): boolean {
    return key.constraint && this.hasForeignKeys(key.table);
  }

  override foreignKey(key: ForeignKey): string {
    return super.foreignKey({ ...key, columns: inKeyOrder(key) });
  }

  override lateForeignKeys(): ForeignKey[] {
    // FOREIGN_KEY_CHECKS = 0 lets a key name a table that comes later.
    return [];
  }

  /**
   * A column that a foreign key may write to cannot have a check (MySQL error 3823, MariaDB 1901). It loses nothing:
   * its values are those of the referenced column, which has the check.
   */
  override canCheck(table: Table, column: Column): boolean {
    const writes = (key: ForeignKey): boolean =>
      key.onUpdate === 'CASCADE' || key.onUpdate === 'SET NULL' || key.onDelete === 'SET NULL';
    const written = table.foreignKeys.some(
      (key) => key.constraint && writes(key) && key.columns.some(({ local }) => local === column),
    );
    return !written || !this.hasForeignKeys(table);
  }

  override checkCondition(column: Column): string | undefined {
    return column.family === 'enum' && column.enumStorage !== 'index' ? undefined : super.checkCondition(column);
  }

  override checkOptions({ vendor }: Check): string {
    return vendorFlag(vendor, 'mysql', 'notEnforced') === true ? ' NOT ENFORCED' : '';
  }

  override tableOptions(table: Table): string {
    const parts = [`ENGINE=${tableEngine(table, this.options)}`];
    for (const [parameter, option, form] of TABLE_OPTIONS) {
      const value = vendorValue(table.vendor, 'mysql', parameter, sqlName(option));
      if (value !== undefined) parts.push(`${option}=${form === 'string' ? text(value) : value}`);
    }
    const union = vendorValue(table.vendor, 'mysql', 'Union');
    if (union !== undefined)
      parts.push(
        `UNION=(${union
          .split(',')
          .map((name) => identifier(name.trim()))
          .join(', ')})`,
      );
    if (table.description !== undefined) parts.push(`COMMENT=${text(table.description)}`);
    const partitions = table.partitionBy === undefined ? '' : `\nPARTITION BY ${table.partitionBy}`;
    return ` ${parts.join(' ')}${partitions}`;
  }

  override comments(): string[] {
    return [];
  }
}

/** Words and places are indexed by a kind of index of their own. */
export const isSpecial = ({ using }: Index): boolean => using === 'fulltext' || using === 'spatial';

const keyPart = ({ column, size }: KeyPart): string =>
  identifier(column.name) + (size === undefined ? '' : `(${size})`);

/** The columns before the first expression. */
function leadingColumns({ columns }: Index): string[] {
  const names = columns.map(({ column }) => column?.name);
  const end = names.indexOf(undefined);
  return names.slice(0, end < 0 ? undefined : end).flatMap((name) => name ?? []);
}

/** InnoDB looks for a key of the referenced table whose columns come in the order of the foreign key. */
function inKeyOrder({ columns, foreignTable }: ForeignKey): readonly ColumnReference[] {
  const indexes = [...foreignTable.uniques, ...foreignTable.indexes].map((index) =>
    index.columns.map((part) => part.column),
  );
  const keys = [foreignTable.primaryKeyParts.map(({ column }) => column), ...indexes].filter(
    (key) => key.length === columns.length && columns.every(({ foreign }) => key.includes(foreign)),
  );
  const target = keys.find((key) => columns.every(({ foreign }, i) => key[i] === foreign)) ?? keys[0];
  return target ? [...columns].sort((a, b) => target.indexOf(a.foreign) - target.indexOf(b.foreign)) : columns;
}
