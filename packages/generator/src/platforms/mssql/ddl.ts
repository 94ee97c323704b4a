import { createHash } from 'node:crypto';
import { DdlPrinter } from '../ddl-printer.js';
import type { ColumnShape, DatabaseShape, ObjectName, TableShape, ViewShape } from '../shape.js';
import { identifier, text } from './quoting.js';

/** The file runs as one batch or statement by statement: a statement of several parts is a block without inner `;`. */
export class MssqlDdl extends DdlPrinter {
  readonly title = 'SQL Server';
  identifier = identifier;
  text = text;

  override prologue({ schemas }: DatabaseShape): string[] {
    return [
      // A filtered index is refused, and so is every later INSERT, unless these are on; sqlcmd starts with the first one off.
      'SET QUOTED_IDENTIFIER ON',
      'SET ANSI_NULLS ON',
      'SET ANSI_PADDING ON',
      'SET ANSI_WARNINGS ON',
      ...schemas.map((schema) => this.createSchema(schema)),
    ];
  }

  /** CREATE SCHEMA must be the first statement of its batch: EXEC is a batch of its own. */
  createSchema(name: string): string {
    return `IF SCHEMA_ID(${text(name)}) IS NULL EXEC(${text(`CREATE SCHEMA ${identifier(name)}`)})`;
  }

  /** CREATE VIEW is a batch of its own. */
  override createView(view: ViewShape): string[] {
    return super.createView(view).map((statement) => `EXEC(${text(statement)})`);
  }

  /** DROP TABLE has no CASCADE here: the foreign keys that point at the table are dropped first, whoever made them. */
  override dropTable(table: TableShape): string[] {
    const object = `OBJECT_ID(${text(this.name(table))}, N'U')`;
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
        `  DROP TABLE ${this.name(table)}`,
        'END',
      ].join('\n'),
    ];
  }

  /** Variables live until the end of the batch, which may be the whole file: each table has its own. */
  variable(purpose: string, table: ObjectName): string {
    return `@${purpose}_${createHash('md5').update(this.name(table)).digest('hex').slice(0, 12)}`;
  }

  /** A computed column has no type but that of its expression, and is NOT NULL only where it is kept. */
  override columnWords(table: TableShape, column: ColumnShape): string[] {
    const { type, generated, notNull } = column;
    if (generated === undefined) return super.columnWords(table, column);
    const kept = generated.stored ? ['PERSISTED', ...(notNull === true ? ['NOT NULL'] : [])] : [];
    return [`AS (CAST(${generated.sql} AS ${type}))`, ...kept];
  }

  override numbering(_table: TableShape, { identity }: ColumnShape): string[] {
    return identity === undefined ? [] : ['IDENTITY(1,1)'];
  }

  override defaultWords(column: ColumnShape): string[] {
    const { defaultName } = column;
    const constraint = defaultName === undefined ? [] : [`CONSTRAINT ${identifier(defaultName)}`];
    return [...constraint, ...super.defaultWords(column)];
  }

  override comments(table: TableShape): string[] {
    const ofColumns = table.columns.map(({ name, comment }) => ({ column: name, is: comment }));
    return this.describe(table, this.variable('schema', table), [{ is: table.comment }, ...ofColumns]);
  }

  /**
   * Descriptions are the extended property MS_Description, which the server's own tools show. Without a schema the table
   * is in the default schema of whoever runs the file, which goes into the variable: EXEC takes no function call.
   */
  describe(table: ObjectName, variable: string, descriptions: readonly Description[]): string[] {
    const schema = table.schema === undefined ? variable : text(table.schema);
    const statements = descriptions.flatMap(({ column, was, is }) => {
      if (was === is) return [];
      const verb = was === undefined ? 'add' : is === undefined ? 'drop' : 'update';
      const words = [
        "N'MS_Description'",
        ...(is === undefined ? [] : [text(is)]),
        `N'SCHEMA', ${schema}, N'TABLE', ${text(table.name)}`,
        ...(column === undefined ? [] : ["N'COLUMN'", text(column)]),
      ];
      return [`EXEC sys.sp_${verb}extendedproperty ${words.join(', ')}`];
    });
    if (statements.length === 0 || table.schema !== undefined) return statements;
    return [
      ['BEGIN', `  DECLARE ${variable} sysname = SCHEMA_NAME()`, ...statements.map((line) => `  ${line}`), 'END'].join(
        '\n',
      ),
    ];
  }
}

/** What is said of a table or of one of its columns, before and after. */
interface Description {
  readonly column?: string;
  readonly was?: string | undefined;
  readonly is: string | undefined;
}
