import { DdlPrinter, deferralClause, type Places } from '../ddl-printer.js';
import type {
  ColumnShape,
  DatabaseShape,
  DomainShape,
  ForeignKeyShape,
  IndexShape,
  ObjectName,
  TableShape,
  TypeShape,
  ViewShape,
} from '../shape.js';
import { identifier, text } from './quoting.js';

export class PgsqlDdl extends DdlPrinter {
  readonly title = 'PostgreSQL';
  identifier = identifier;
  text = text;

  override header(shape: DatabaseShape, project: string | undefined): string {
    const header = super.header(shape, project);
    return this.dropsFirst(shape) ? header.replace('each table below', 'each type and table below') : header;
  }

  /** A type goes behind the tables that use it, and before those that will. */
  override dropsFirst({ types }: DatabaseShape): boolean {
    return types.length > 0;
  }

  override prologue(shape: DatabaseShape, places: Places): string[] {
    const { schemas, extensions, types } = shape;
    const drops = [...places].flatMap(([table, place]) => this.drops(table, place));
    return [
      ...schemas.map((schema) => `CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`),
      ...extensions.map((extension) => this.createExtension(extension)),
      ...(this.dropsFirst(shape) ? drops : []),
      // Those that are made of others first. DROP TYPE drops domains as well.
      ...types.toReversed().map((type) => `DROP TYPE IF EXISTS ${this.name(type)} CASCADE`),
      ...types.flatMap((type) => this.createType(type)),
    ];
  }

  createExtension({ name, schema }: ObjectName): string {
    const place = schema === undefined ? '' : ` SCHEMA ${identifier(schema)}`;
    return `CREATE EXTENSION IF NOT EXISTS ${identifier(name)}${place}`;
  }

  createType(type: TypeShape): string[] {
    const kind = type.kind === 'enum' ? 'TYPE' : 'DOMAIN';
    const made = type.kind === 'enum' ? ` ENUM (${type.labels.map(text).join(', ')})` : this.domainClauses(type);
    const create = `CREATE ${kind} ${this.name(type)} AS${made}`;
    if (type.comment === undefined) return [create];
    return [create, `COMMENT ON ${kind} ${this.name(type)} IS ${text(type.comment)}`];
  }

  private domainClauses({ type, notNull, default: value, checks }: DomainShape): string {
    const lines = checks.map(({ name, expression }) => {
      const constraint = name === undefined ? '' : `CONSTRAINT ${identifier(name)} `;
      return `\n  ${constraint}CHECK (${expression})`;
    });
    const words = `${value === undefined ? '' : ` DEFAULT ${value}`}${notNull === true ? ' NOT NULL' : ''}`;
    return ` ${type}${words}${lines.join('')}`;
  }

  override dropTable(table: TableShape): string[] {
    return [`DROP TABLE IF EXISTS ${this.name(table)} CASCADE`];
  }

  /** Views that no schema knows may stand on it. */
  override dropView(view: ViewShape): string[] {
    return super.dropView(view).map((statement) => `${statement} CASCADE`);
  }

  override createView(view: ViewShape): string[] {
    return [...super.createView(view), ...this.commentsOn('VIEW', view)];
  }

  override tableOptions({ partitionBy }: TableShape): string {
    return partitionBy === undefined ? '' : ` PARTITION BY ${partitionBy}`;
  }

  override columnWords(table: TableShape, column: ColumnShape): string[] {
    const { collation } = column;
    return [
      ...super.columnWords(table, column),
      ...(collation === undefined ? [] : [`COLLATE ${identifier(collation)}`]),
    ];
  }

  override numbering(table: TableShape, column: ColumnShape): string[] {
    const { sequence } = column;
    return sequence === undefined ? super.numbering(table, column) : [`DEFAULT nextval(${text(this.name(sequence))})`];
  }

  override unique(unique: IndexShape): string {
    return `CONSTRAINT ${identifier(unique.name)} UNIQUE${this.uniqueBody(unique)}`;
  }

  private uniqueBody({ nullsNotDistinct, parts, include, deferrable }: IndexShape): string {
    const nulls = nullsNotDistinct === true ? ' NULLS NOT DISTINCT' : '';
    return `${nulls} (${this.parts(parts)})${this.includeClause(include)}${deferralClause(deferrable)}`;
  }

  /** Uniques over the columns of a key before them: the server leaves those out of CREATE TABLE in silence. */
  private repeated({ primaryKey, indexes }: TableShape): ReadonlySet<IndexShape> {
    const bodies = new Set(primaryKey === undefined ? [] : [` (${this.parts(primaryKey.parts)})`]);
    const repeated = new Set<IndexShape>();
    for (const index of indexes) {
      if (index.kind !== 'unique') continue;
      const body = this.uniqueBody(index);
      if (bodies.has(body)) repeated.add(index);
      bodies.add(body);
    }
    return repeated;
  }

  override createTable(table: TableShape, foreignKeys: readonly ForeignKeyShape[]): string {
    const repeated = this.repeated(table);
    const indexes = table.indexes.filter((index) => !repeated.has(index));
    return super.createTable({ ...table, indexes }, foreignKeys);
  }

  override indexStatements(table: TableShape): string[] {
    const repeated = this.repeated(table);
    return table.indexes.flatMap((index) => {
      if (repeated.has(index)) return [`ALTER TABLE ${this.name(table)} ADD ${this.unique(index)}`];
      return index.kind === 'unique' ? [] : [this.createIndex(table, index)];
    });
  }
}
