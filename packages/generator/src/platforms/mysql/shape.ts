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
import { type StoredValue, uuidBytes } from '../default-value.js';
import { parenthesized } from '../parenthesized.js';
import type { PlatformOptions } from '../platform.js';
import { prefixSize } from '../prefix.js';
import {
  type CheckShape,
  type ColumnShape,
  type ForeignKeyShape,
  type IndexPartShape,
  type IndexShape,
  type Options,
  type PrimaryKeyShape,
  said,
} from '../shape.js';
import { Shaper } from '../shaper.js';
import { foreignKeyIndexes, IDENTIFIER_LIMIT, usableColumns } from './foreign-key-indexes.js';
import { identifier, text } from './quoting.js';
import { stored as vendor } from './stored.js';
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

export class MysqlShaper extends Shaper {
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;

  constructor(private readonly platformOptions: PlatformOptions) {
    super();
  }

  columnType(column: Column): string {
    return columnType(column, this.platformOptions);
  }

  /** A verbatim type takes the character set of the column as well, unless it names its own. */
  override type(column: Column): string {
    if (column.sqlType === undefined) return this.columnType(column);
    if (/\b(charset|character set|collate)\b/i.test(column.sqlType)) return column.sqlType;
    return [column.sqlType, ...characterSet(column)].join(' ');
  }

  /** Without the word, servers before explicit_defaults_for_timestamp make every TIMESTAMP NOT NULL. */
  override notNull(column: Column): boolean | undefined {
    return super.notNull(column) ?? (column.type === 'TIMESTAMP' ? false : undefined);
  }

  override column(table: Table, column: Column): ColumnShape {
    const isKept = vendorValue(column.vendor, 'mysql', 'OnUpdate') !== undefined;
    const onUpdate = isKept ? this.defaultExpression(column, 'CURRENT_TIMESTAMP') : undefined;
    return { ...super.column(table, column), ...said({ onUpdate, uuidBytes: this.uuidBytes(table, column) }) };
  }

  override defaultExpression(column: Column, sql: string): string {
    const now = /^(current_timestamp|now|localtimestamp|localtime)(\s*\(\s*\d?\s*\))?$/i.test(sql);
    if (LITERAL.test(sql) && !EXPRESSION_DEFAULT.test(this.type(column))) return sql;
    if (!now || column.family !== 'datetime') return parenthesized(sql);
    // The number of fractional digits must be the column's own; otherwise the server refuses the default.
    if (column.sqlType !== undefined) return sql;
    return `CURRENT_TIMESTAMP${column.size === 0 ? '' : `(${column.size ?? 6})`}`;
  }

  override literal(stored: StoredValue, column: Column, table: Table): string {
    const plain = this.plainLiteral(stored, column, table);
    return EXPRESSION_DEFAULT.test(this.type(column)) ? `(${plain})` : plain;
  }

  private plainLiteral(stored: StoredValue, column: Column, table: Table): string {
    if (stored.kind !== 'uuid') return super.literal(stored, column, table);
    if (this.isUuidText(column)) return text(stored.value);
    return `X'${uuidBytes(stored.value, vendor.swapsUuids(table)).toString('hex').toUpperCase()}'`;
  }

  private uuidBytes(table: Table, column: Column): ColumnShape['uuidBytes'] {
    if (column.family !== 'uuid' || this.isUuidText(column)) return undefined;
    return vendor.swapsUuids(table) ? 'swapped' : 'as written';
  }

  /** What is no bytes is text: the servers' own type, or a CHAR(36). */
  private isUuidText(column: Column): boolean {
    return /^(uuid|(var)?char)\b/i.test(this.type(column));
  }

  /** The servers call every primary key PRIMARY. */
  override primaryKey(table: Table): PrimaryKeyShape | undefined {
    const key = super.primaryKey(table);
    return key && { parts: key.parts };
  }

  override keyPart({ column, size }: KeyPart): IndexPartShape {
    return said({ column: column.name, size: prefixSize(size, this.type(column)) });
  }

  override indexes(table: Table): IndexShape[] {
    return [...super.indexes(table), ...this.autoIncrementIndex(table), ...this.foreignKeyIndexes(table)];
  }

  /** An auto-increment column must be the first of some key, and in a composite primary key it may be the second. */
  private autoIncrementIndex(table: Table): IndexShape[] {
    const column = table.columns.find((candidate) => candidate.autoIncrement);
    const leaders = [
      table.primaryKeyParts[0]?.column,
      ...[...table.uniques, ...table.indexes].map((index) => index.columns[0]?.column),
    ];
    if (!column || leaders.includes(column)) return [];
    return [plainIndex(constraintName(table.name, 'i', `${column.name}:`, this.limit), [column.name])];
  }

  private foreignKeyIndexes(table: Table): IndexShape[] {
    if (!this.keepsForeignKeys(table)) return [];
    const written = [...table.uniques, ...table.indexes].map((index) => ({
      name: index.name,
      // One for words or places serves no foreign key.
      columns: isSpecial(index) ? [] : this.usableColumns(index.columns),
    }));
    const keys = table.foreignKeys
      .filter((key) => key.constraint)
      .map((key) => ({ name: key.name, columns: inKeyOrder(key).map(({ local }) => local.name) }));
    const primaryKey = { name: 'PRIMARY', columns: this.usableColumns(table.primaryKeyParts) };
    return foreignKeyIndexes(table.name, keys, [primaryKey, ...written]).map(({ name, columns }) =>
      plainIndex(name, columns),
    );
  }

  private usableColumns(parts: readonly Partial<IndexColumn>[]): string[] {
    return usableColumns(
      parts.map(({ column, size, order }) => ({
        column: column?.name,
        isDescending: order === 'desc',
        isPrefix: column !== undefined && this.keyPart({ column, size }).size !== undefined,
      })),
    );
  }

  override isConstraint(): boolean {
    return false;
  }

  override indexShape(index: Index, kind: IndexShape['kind']): IndexShape {
    const { name, columns, using } = index;
    return {
      name,
      kind,
      ...said({ using: using?.toUpperCase() }),
      parts: columns.map((part) => this.indexPart(part)),
    };
  }

  /** MariaDB has no expressions in an index: there such a statement fails, and only the server knows which one it is. */
  override indexPart({ column, expression, size, order }: IndexColumn): IndexPartShape {
    const part = column === undefined ? { expression: `(${expression ?? ''})` } : this.keyPart({ column, size });
    return { ...part, ...said({ order }) };
  }

  override keepsForeignKeys(table: Table): boolean {
    return tableEngine(table, this.platformOptions).toLowerCase() === 'innodb';
  }

  override foreignKey(key: ForeignKey): ForeignKeyShape {
    return super.foreignKey({ ...key, columns: inKeyOrder(key) });
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
    return !written || !this.keepsForeignKeys(table);
  }

  override checkCondition(column: Column): string | undefined {
    return column.family === 'enum' && column.enumStorage !== 'index' ? undefined : super.checkCondition(column);
  }

  override check(check: Check): CheckShape {
    const notEnforced = vendorFlag(check.vendor, 'mysql', 'notEnforced') === true || undefined;
    return { ...super.check(check), ...said({ notEnforced }) };
  }

  override options(table: Table): Options {
    const union = vendorValue(table.vendor, 'mysql', 'Union')
      ?.split(',')
      .map((name) => identifier(name.trim()));
    return {
      ENGINE: tableEngine(table, this.platformOptions),
      ...Object.fromEntries(
        TABLE_OPTIONS.flatMap(([parameter, option, form]) => {
          const value = vendorValue(table.vendor, 'mysql', parameter, sqlName(option));
          return value === undefined ? [] : [[option, form === 'string' ? text(value) : value]];
        }),
      ),
      ...said({ UNION: union && `(${union.join(', ')})` }),
    };
  }

  override partitionBy({ partitionBy }: Table): string | undefined {
    return partitionBy;
  }
}

const plainIndex = (name: string, columns: readonly string[]): IndexShape => ({
  name,
  kind: 'index',
  parts: columns.map((column) => ({ column })),
});

/** Words and places are indexed by a kind of index of their own. */
export const isSpecial = ({ using }: Index): boolean => using === 'fulltext' || using === 'spatial';

/** InnoDB looks for a key of the referenced table whose columns come in the order of the foreign key. */
function inKeyOrder({ columns, foreignTable }: ForeignKey): readonly ColumnReference[] {
  const isTarget = (key: readonly (Column | undefined)[]): boolean =>
    key.length === columns.length && columns.every(({ foreign }) => key.includes(foreign));
  const columnsOf = (index: Index): readonly (Column | undefined)[] => index.columns.map(({ column }) => column);
  const primaryKey = foreignTable.primaryKeyParts.map(({ column }) => column);
  const keys = [primaryKey, ...foreignTable.uniques.map(columnsOf)].filter(isTarget);
  // MariaDB takes indexes that are not unique, too.
  const targets = keys.length > 0 ? keys : foreignTable.indexes.map(columnsOf).filter(isTarget);
  const target = targets.find((key) => columns.every(({ foreign }, i) => key[i] === foreign)) ?? targets[0];
  return target ? [...columns].sort((a, b) => target.indexOf(a.foreign) - target.indexOf(b.foreign)) : columns;
}
