import { createHash } from 'node:crypto';
import { indexedColumns, uniqueColumns } from '../../model/index-columns.js';
import type { Column, ForeignKey, Index, ReferentialAction, Table } from '../../model/model.js';
import { constraintName, type IdentifierLimit } from '../../model/names.js';
import { DdlPrinter } from '../ddl-printer.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { bytes, identifier, text } from './quoting.js';
import { columnType, isLarge } from './types.js';

/** The length of `sysname`. */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 128, unit: 'characters' };

/** An extended property holds 7,500 bytes ("sp_addextendedproperty"): so many characters of NVARCHAR. */
const DESCRIPTION_LIMIT = 3750;

/** The file runs as one batch or statement by statement: a statement of several parts is a block without inner `;`. */
export class MssqlDdl extends DdlPrinter {
  readonly title = 'SQL Server';
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  override prologue(tables: readonly Table[]): string[] {
    const schemas = new Set(tables.flatMap((table) => (table.schema === undefined ? [] : [table.schema])));
    return [
      // A filtered index is refused, and so is every later INSERT, unless these are on; sqlcmd starts with the first one off.
      'SET QUOTED_IDENTIFIER ON',
      'SET ANSI_NULLS ON',
      'SET ANSI_PADDING ON',
      'SET ANSI_WARNINGS ON',
      // CREATE SCHEMA must be the first statement of its batch: EXEC is a batch of its own.
      ...[...schemas].map(
        (schema) => `IF SCHEMA_ID(${text(schema)}) IS NULL EXEC(${text(`CREATE SCHEMA ${identifier(schema)}`)})`,
      ),
    ];
  }

  /** DROP TABLE has no CASCADE here: the foreign keys that point at the table are dropped first, whoever made them. */
  /** CREATE VIEW is a batch of its own. */
  override createView(view: Table): string[] {
    return super.createView(view).map((statement) => `EXEC(${text(statement)})`);
  }

  override dropTable(table: Table): string[] {
    const object = `OBJECT_ID(${text(this.tableName(table))}, N'U')`;
    const keys = this.variable('keys', table);
    return [
      [
        `IF ${object} IS NOT NULL`,
        'BEGIN',
        `  DECLARE ${keys} NVARCHAR(MAX) = (`,
        "    SELECT STRING_AGG(CAST(N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'",
        "      + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) AS NVARCHAR(MAX)), N'; ')",
        '    FROM sys.foreign_keys',
        `    WHERE referenced_object_id = ${object}`,
        '  )',
        `  IF ${keys} IS NOT NULL EXEC(${keys})`,
        `  DROP TABLE ${this.tableName(table)}`,
        'END',
      ].join('\n'),
    ];
  }

  /** Variables live until the end of the batch, which may be the whole file: each table has its own. */
  variable(purpose: string, table: Table): string {
    return `@${purpose}_${createHash('md5').update(this.tableName(table)).digest('hex').slice(0, 12)}`;
  }

  /** Always written: what a bare column means depends on settings of the session and of the database. */
  override nullability(column: Column): string {
    return column.notNull ? 'NOT NULL' : 'NULL';
  }

  /** A computed column has no type but that of its expression, and is NOT NULL only where it is kept. */
  override columnDefinition(table: Table, column: Column): string {
    if (!column.generated) return super.columnDefinition(table, column);
    const { sql, stored } = column.generated;
    const kept = stored ? ` PERSISTED${column.notNull ? ' NOT NULL' : ''}` : '';
    return `${identifier(column.name)} AS (CAST(${sql} AS ${this.type(column)}))${kept}`;
  }

  override identity(): string {
    return 'IDENTITY(1,1)';
  }

  /** A default without a name gets a random one, by which no migration could ever drop it. */
  override defaultClause(table: Table, column: Column): string {
    const clause = super.defaultClause(table, column);
    return clause === '' ? '' : `CONSTRAINT ${identifier(this.defaultName(table, column))} ${clause}`;
  }

  /** In parentheses, as the catalog shows it: what follows the clause cannot become part of the expression. */
  override defaultExpression(_column: Column, sql: string): string {
    return `(${sql})`;
  }

  defaultName(table: Table, column: Column): string {
    return constraintName(table.name, 'df', column.name, this.limit);
  }

  override literal(stored: StoredValue, column: Column): string {
    if (stored.kind === 'bytes') return bytes(stored.value);
    if (stored.kind === 'uuid' && column.type === 'UUID_BINARY') return bytes(uuidBytes(stored.value, false));
    // No implicit conversion leads from NVARCHAR to VARBINARY (error 257).
    if (stored.kind === 'text' && column.family === 'object') return bytes(Buffer.from(stored.value));
    return super.literal(stored, column);
  }

  override checkCondition(column: Column): string | undefined {
    if (column.sqlType === undefined && column.family === 'json') return `ISJSON(${identifier(column.name)}) = 1`;
    if (column.sqlType !== undefined || column.family !== 'enum' || column.enumStorage === 'index') {
      return super.checkCondition(column);
    }
    // The usual collations ignore case: "Draft" would pass for "draft".
    const labels = column.valueSet.map((label) => text(label)).join(', ');
    return `${identifier(column.name)} COLLATE Latin1_General_BIN2 IN (${labels})`;
  }

  /**
   * A UNIQUE constraint takes two NULLs for equal. An index without the NULLs does what the other vendors do, but only a
   * constraint can be the target of a foreign key ("Create unique indexes", "Create foreign key relationships").
   */
  isFilteredUnique(table: Table, unique: Index): boolean {
    if (unique.nullsNotDistinct) return false;
    return indexedColumns(unique).some((column) => !column.notNull) && !isReferenced(table, unique);
  }

  override isConstraint(table: Table, unique: Index): boolean {
    if (this.isFilteredUnique(table, unique) || unique.include.length > 0) return false;
    return super.isConstraint(table, unique);
  }

  override createUnique(table: Table, unique: Index): string[] {
    if (!this.isFilteredUnique(table, unique)) return super.createUnique(table, unique);
    const { exchanged } = unique;
    const nullable = indexedColumns(unique).filter((column) => !column.notNull);
    // Rows that are in a list are compared, with NULL in its scope for a value of its own; others are not.
    const without = exchanged === undefined ? nullable : nullable.filter((column) => column === exchanged);
    const filter = without.map((column) => `${identifier(column.name)} IS NOT NULL`);
    const where = [...(unique.where === undefined ? [] : [unique.where]), ...filter].join(' AND ');
    return super.createUnique(table, { ...unique, where });
  }

  /** NULLs are equal here unless the filter leaves them out. */
  override indexStatement(table: Table, index: Index, what: string): string {
    return super.indexStatement(table, { ...index, nullsNotDistinct: false }, what);
  }

  /** `check` has warned about an index that is left out here. */
  override createIndex(table: Table, index: Index): string[] {
    return indexedColumns(index).some(isLarge) ? [] : super.createIndex(table, index);
  }

  override foreignKeyActions(key: ForeignKey): string {
    // RESTRICT is not in the grammar, and NO ACTION is checked at the end of the statement, which is as strict here.
    const known = (action: ReferentialAction): string => (action === 'RESTRICT' ? 'NO ACTION' : action);
    const onDelete = key.onDelete === undefined ? '' : ` ON DELETE ${known(key.onDelete)}`;
    const onUpdate = key.onUpdate === undefined ? '' : ` ON UPDATE ${known(key.onUpdate)}`;
    return onDelete + onUpdate;
  }

  /** Descriptions are the extended property MS_Description, which the server's own tools show. */
  override comments(table: Table): string[] {
    // Without a schema the table is in the default schema of whoever runs the file; EXEC takes no function call.
    const variable = this.variable('schema', table);
    const schema = table.schema === undefined ? variable : text(table.schema);
    const describe = (description: string, ...path: string[]): string => {
      const place = [`N'SCHEMA', ${schema}, N'TABLE', ${text(table.name)}`, ...path].join(', ');
      return `EXEC sys.sp_addextendedproperty N'MS_Description', ${text(cut(description))}, ${place}`;
    };
    const statements = table.description === undefined ? [] : [describe(table.description)];
    for (const column of table.columns) {
      if (column.description === undefined) continue;
      statements.push(describe(column.description, "N'COLUMN'", text(column.name)));
    }
    if (statements.length === 0 || table.schema !== undefined) return statements;
    return [
      ['BEGIN', `  DECLARE ${variable} sysname = SCHEMA_NAME()`, ...statements.map((line) => `  ${line}`), 'END'].join(
        '\n',
      ),
    ];
  }
}

/** True when a foreign key points at exactly the columns of the unique, in whatever order. */
export function isReferenced(table: Table, unique: Index): boolean {
  const columns = new Set(uniqueColumns(unique));
  return table.referrers.some(
    (key) =>
      key.constraint &&
      !key.table.skipSql &&
      key.columns.length === columns.size &&
      key.columns.every(({ foreign }) => columns.has(foreign)),
  );
}

function cut(description: string): string {
  if (description.length <= DESCRIPTION_LIMIT) return description;
  // Not between the halves of a surrogate pair.
  return `${description.slice(0, DESCRIPTION_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
