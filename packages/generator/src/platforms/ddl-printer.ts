import { printable } from '../diagnostics/printable.js';
import type { PlatformOptions } from './platform.js';
import type {
  CheckShape,
  ColumnShape,
  DatabaseShape,
  Deferrable,
  ForeignKeyShape,
  IndexPartShape,
  IndexShape,
  ObjectName,
  PrimaryKeyShape,
  TableShape,
  ViewShape,
} from './shape.js';

/** What a table brings along in a file: the sequences that no table before it has, and the keys it can have from the start. */
interface Place {
  readonly sequences: readonly ObjectName[];
  readonly early: readonly ForeignKeyShape[];
  readonly late: readonly ForeignKeyShape[];
}

/** In the order of the file. */
export type Places = ReadonlyMap<TableShape, Place>;

/**
 * The SQL file of a database, printed from its shape: the default form, from which each vendor overrides what differs.
 * Every method returns whole statements without the final `;`, or lines of one; only `script` puts the file together.
 */
export abstract class DdlPrinter {
  abstract readonly title: string;

  /** A quoted identifier. */
  abstract identifier(name: string): string;
  /** A quoted string literal. */
  abstract text(value: string): string;
  /** Statements that make sure the table is gone; never an error when it was not there. */
  abstract dropTable(table: TableShape): string[];

  script(shape: DatabaseShape, { project }: Pick<PlatformOptions, 'project'> = {}): string {
    const places = this.places(shape);
    const parts = [this.header(shape, project)];
    parts.push(...this.prologue(shape, places).map((statement) => this.terminate(statement)));
    const viewDrops = shape.views.toReversed().flatMap((view) => this.dropView(view));
    if (viewDrops.length > 0) parts.push(viewDrops.map((statement) => this.terminate(statement)).join('\n'));
    for (const [table, place] of places) {
      parts.push(this.heading(table));
      const drops = this.dropsFirst(shape) ? [] : this.drops(table, place);
      const statements = [...drops, ...this.withSequences(table, place)];
      parts.push(...statements.map((statement) => this.terminate(statement)));
    }
    const late = [...places].flatMap(([table, place]) => place.late.map((key) => this.addForeignKey(table, key)));
    if (late.length > 0) parts.push('-- Foreign keys that close a cycle of tables');
    parts.push(...late.map((statement) => this.terminate(statement)));
    for (const view of shape.views) {
      parts.push(this.heading(view), ...this.createView(view).map((statement) => this.terminate(statement)));
    }
    parts.push(...this.epilogue().map((statement) => this.terminate(statement)));
    return `${parts.join('\n\n')}\n`;
  }

  /** The SQL of each table by itself, for people to read: without drops, with the keys that the file adds at its end. */
  tableScripts(shape: DatabaseShape): readonly string[] {
    return [...this.places(shape)].map(([table, place]) => {
      const late = place.late.map((key) => this.addForeignKey(table, key));
      const statements = [...this.withSequences(table, place), ...late];
      return `${statements.map((statement) => this.terminate(statement)).join('\n\n')}\n`;
    });
  }

  /** Whether a key may name a table that comes later. */
  readonly namesLaterTables: boolean = false;

  /** A sequence that two tables share comes with the first: dropping it again would take the default of that table away. */
  private places({ tables }: DatabaseShape): Places {
    const position = new Map(tables.map((table, at) => [this.name(table), at]));
    const made = new Set<string>();
    const isNew = (name: string): boolean => !made.has(name) && made.add(name).size > 0;
    return new Map(
      tables.map((table, at) => {
        const sequences = table.columns.flatMap(({ sequence }) => sequence ?? []);
        const isLate = ({ foreignTable }: ForeignKeyShape): boolean =>
          !this.namesLaterTables && (position.get(this.name(foreignTable)) ?? at) > at;
        return [
          table,
          {
            sequences: sequences.filter((sequence) => isNew(this.name(sequence))),
            early: table.foreignKeys.filter((key) => !isLate(key)),
            late: table.foreignKeys.filter(isLate),
          },
        ];
      }),
    );
  }

  private withSequences(table: TableShape, { sequences, early }: Place): string[] {
    return [...sequences.map((sequence) => `CREATE SEQUENCE ${this.name(sequence)}`), ...this.creation(table, early)];
  }

  /** A table and what belongs to it, with some of its foreign keys. */
  creation(table: TableShape, foreignKeys: readonly ForeignKeyShape[]): string[] {
    return [this.createTable(table, foreignKeys), ...this.indexStatements(table), ...this.comments(table)];
  }

  /** Whether all tables are dropped in the prologue. */
  dropsFirst(_shape: DatabaseShape): boolean {
    return false;
  }

  drops(table: TableShape, { sequences }: Place): string[] {
    return [...this.dropTable(table), ...sequences.flatMap((sequence) => this.dropSequence(sequence))];
  }

  dropSequence(sequence: ObjectName): string[] {
    return [`DROP SEQUENCE IF EXISTS ${this.name(sequence)} CASCADE`];
  }

  header({ name }: DatabaseShape, project: string | undefined): string {
    const owner = project === undefined ? '' : ` of ${printable(project)}`;
    return [
      `-- Database "${name}"${owner} for ${this.title}`,
      '-- Generated by orm from the schema: change schema.xml and run "orm sql:build" again.',
      '-- This file drops each table below, with the rows in it, and creates it anew.',
    ].join('\n');
  }

  heading({ schema, name }: ObjectName): string {
    const rule = `-- ${'-'.repeat(69)}`;
    return [rule, `-- ${schema === undefined ? '' : `${schema}.`}${name}`, rule].join('\n');
  }

  /** Statements before the first and after the last table. */
  prologue(_shape: DatabaseShape, _places: Places): string[] {
    return [];
  }

  epilogue(): string[] {
    return [];
  }

  /** Ends a statement as the vendor's tools expect it. */
  terminate(statement: string): string {
    return `${statement};`;
  }

  /** The quoted name of a table, a sequence and the like. */
  name({ schema, name }: ObjectName): string {
    return schema === undefined ? this.identifier(name) : `${this.identifier(schema)}.${this.identifier(name)}`;
  }

  /** Views stand on tables and on views before them: they are dropped first, the last one before the others. */
  dropView(view: ViewShape): string[] {
    return [`DROP VIEW IF EXISTS ${this.name(view)}`];
  }

  createView(view: ViewShape): string[] {
    return [`CREATE VIEW ${this.name(view)} AS\n${view.sql}`];
  }

  createTable(table: TableShape, foreignKeys: readonly ForeignKeyShape[]): string {
    const lines = [
      ...table.columns.map((column) => this.columnLine(table, column)),
      ...this.keyLines(table),
      ...table.checks.map((check) => this.check(check)),
      ...foreignKeys.map((key) => this.foreignKey(key)),
    ];
    return `CREATE TABLE ${this.name(table)} (\n  ${lines.join(',\n  ')}\n)${this.tableOptions(table)}`;
  }

  /** The keys and indexes that are lines of CREATE TABLE. */
  keyLines(table: TableShape): string[] {
    return [
      ...(table.primaryKey === undefined ? [] : [this.primaryKey(table.primaryKey)]),
      ...table.indexes.filter(({ kind }) => kind === 'unique').map((index) => this.unique(index)),
    ];
  }

  tableOptions(_table: TableShape): string {
    return '';
  }

  columnLine(table: TableShape, column: ColumnShape): string {
    return `${this.identifier(column.name)} ${this.columnWords(table, column).join(' ')}`;
  }

  /** Everything behind the name of a column. */
  columnWords(table: TableShape, column: ColumnShape): string[] {
    const { type, generated, notNull } = column;
    return [
      type,
      ...(generated === undefined
        ? []
        : [`GENERATED ALWAYS AS (${generated.sql}) ${generated.stored ? 'STORED' : 'VIRTUAL'}`]),
      ...this.numbering(table, column),
      ...this.defaultWords(column),
      ...(notNull === undefined ? [] : [notNull ? 'NOT NULL' : 'NULL']),
    ];
  }

  /** What makes the database number the column by itself. */
  numbering(_table: TableShape, { identity }: ColumnShape): string[] {
    return identity === undefined ? [] : [`GENERATED ${identity.toUpperCase()} AS IDENTITY`];
  }

  defaultWords(column: ColumnShape): string[] {
    return column.default === undefined ? [] : [`DEFAULT ${column.default}`];
  }

  primaryKey({ name, parts }: PrimaryKeyShape): string {
    const constraint = name === undefined ? '' : `CONSTRAINT ${this.identifier(name)} `;
    return `${constraint}PRIMARY KEY (${this.parts(parts)})`;
  }

  unique({ name, parts }: IndexShape): string {
    return `CONSTRAINT ${this.identifier(name)} UNIQUE (${this.parts(parts)})`;
  }

  parts(parts: readonly IndexPartShape[]): string {
    return parts.map((part) => this.part(part)).join(', ');
  }

  part({ column, expression, size, collation, opclass, order, nulls }: IndexPartShape): string {
    return [
      column === undefined ? (expression ?? '') : this.identifier(column) + (size === undefined ? '' : `(${size})`),
      ...(collation === undefined ? [] : [`COLLATE ${this.identifier(collation)}`]),
      ...(opclass === undefined ? [] : [opclass]),
      ...(order === undefined ? [] : ['DESC']),
      ...(nulls === undefined ? [] : [`NULLS ${nulls.toUpperCase()}`]),
    ].join(' ');
  }

  /** Every index of the table that is a statement of its own. */
  indexStatements(table: TableShape): string[] {
    return table.indexes.filter(({ kind }) => kind !== 'unique').map((index) => this.createIndex(table, index));
  }

  createIndex(table: ObjectName, index: IndexShape): string {
    const { name, kind, using, parts, include, nullsNotDistinct, where } = index;
    const method = using === undefined ? '' : ` USING ${using}`;
    return [
      `CREATE ${kind.toUpperCase()} ${this.identifier(name)} ON ${this.name(table)}${method} (${this.parts(parts)})`,
      this.includeClause(include),
      nullsNotDistinct === true ? ' NULLS NOT DISTINCT' : '',
      where === undefined ? '' : `\n  WHERE (${where})`,
    ].join('');
  }

  includeClause(columns: readonly string[] | undefined): string {
    return columns === undefined ? '' : ` INCLUDE (${columns.map((name) => this.identifier(name)).join(', ')})`;
  }

  check({ name, expression, noInherit, notEnforced }: CheckShape): string {
    const options = `${noInherit === true ? ' NO INHERIT' : ''}${notEnforced === true ? ' NOT ENFORCED' : ''}`;
    return `CONSTRAINT ${this.identifier(name)} CHECK (${expression})${options}`;
  }

  foreignKey({ name, columns, foreignTable, foreignColumns, onDelete, onUpdate, deferrable }: ForeignKeyShape): string {
    const list = (names: readonly string[]): string => names.map((each) => this.identifier(each)).join(', ');
    const actions = [
      ...(onDelete === undefined ? [] : [` ON DELETE ${onDelete}`]),
      ...(onUpdate === undefined ? [] : [` ON UPDATE ${onUpdate}`]),
      deferralClause(deferrable),
    ];
    return [
      `CONSTRAINT ${this.identifier(name)} FOREIGN KEY (${list(columns)})`,
      `REFERENCES ${this.name(foreignTable)} (${list(foreignColumns)})${actions.join('')}`,
    ].join('\n    ');
  }

  addForeignKey(table: ObjectName, key: ForeignKeyShape): string {
    return `ALTER TABLE ${this.name(table)} ADD ${this.foreignKey(key)}`;
  }

  comments(table: Pick<TableShape, 'schema' | 'name' | 'comment'> & Commented): string[] {
    return this.commentsOn('TABLE', table);
  }

  commentsOn(what: 'TABLE' | 'VIEW', object: ObjectName & { readonly comment?: string } & Commented): string[] {
    const name = this.name(object);
    return [
      ...(object.comment === undefined ? [] : [`COMMENT ON ${what} ${name} IS ${this.text(object.comment)}`]),
      ...object.columns.flatMap((column) =>
        column.comment === undefined
          ? []
          : [`COMMENT ON COLUMN ${name}.${this.identifier(column.name)} IS ${this.text(column.comment)}`],
      ),
    ];
  }
}

interface Commented {
  readonly columns: readonly { readonly name: string; readonly comment?: string }[];
}

export const deferralClause = (deferrable: Deferrable | undefined): string =>
  deferrable === undefined ? '' : ` ${deferrable}`;
