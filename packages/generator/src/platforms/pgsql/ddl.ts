import type { Check, Column, Database, ForeignKey, Index, NativeType, Table } from '../../model/model.js';
import { fitIdentifier, type IdentifierLimit } from '../../model/names.js';
import { isRequiredType } from '../../model/native-type.js';
import { splitList } from '../../model/value-list.js';
import { vendorFlag, vendorValue } from '../../model/vendor-parameter.js';
import { DdlPrinter } from '../ddl-printer.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { deferralClause } from '../deferral.js';
import { createTypes, dropTypes, isDomainDefault } from './native-types.js';
import { identifier, text } from './quoting.js';
import { columnType } from './types.js';

/** NAMEDATALEN - 1 of every ordinary build; the server silently truncates longer names. */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 63, unit: 'bytes' };

export class PgsqlDdl extends DdlPrinter {
  readonly title = 'PostgreSQL';
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  override header(database: Database, project: string | undefined): string {
    const header = super.header(database, project);
    return database.types.some(({ skipSql }) => !skipSql)
      ? header.replace('each table below', 'each type and table below')
      : header;
  }

  override prologue(tables: readonly Table[], types: readonly NativeType[]): string[] {
    const schemas = new Set([...types, ...tables].flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
    this.sequences.clear();
    for (const table of tables) {
      const name = this.sequenceName(table);
      if (table.sequence !== undefined && !this.sequences.has(name)) this.sequences.set(name, table);
    }
    const extensions = neededExtensions(tables);
    for (const { schema } of extensions) if (schema !== undefined) schemas.add(schema);
    this.hasDropped = false;
    // A type goes behind the tables that use it, and before those that will.
    const drops = types.length === 0 ? [] : [...tables.flatMap((table) => this.dropTable(table)), ...dropTypes(types)];
    this.hasDropped = drops.length > 0;
    return [
      ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`),
      ...extensions.map(
        ({ name, schema }) =>
          `CREATE EXTENSION IF NOT EXISTS ${identifier(name)}${schema === undefined ? '' : ` SCHEMA ${identifier(schema)}`}`,
      ),
      ...drops,
      ...createTypes(types),
    ];
  }

  /** True when all tables were dropped at the beginning. */
  private hasDropped = false;

  /** The first table that uses each sequence: dropping it a second time would take the default of that table away. */
  private readonly sequences = new Map<string, Table>();

  private makesSequence(table: Table): boolean {
    return this.sequences.get(this.sequenceName(table)) === table;
  }

  override dropTable(table: Table): string[] {
    if (this.hasDropped) return [];
    const drop = [`DROP TABLE IF EXISTS ${this.tableName(table)} CASCADE`];
    if (this.makesSequence(table)) drop.push(`DROP SEQUENCE IF EXISTS ${this.sequenceName(table)} CASCADE`);
    return drop;
  }

  override beforeTable(table: Table): string[] {
    return this.makesSequence(table) ? [`CREATE SEQUENCE ${this.sequenceName(table)}`] : [];
  }

  /** Views that no schema knows may stand on it. */
  override dropView(view: Table): string[] {
    return super.dropView(view).map((statement) => `${statement} CASCADE`);
  }

  override createView(view: Table): string[] {
    const comments = this.comments(view).map((statement) => statement.replace(/^COMMENT ON TABLE/, 'COMMENT ON VIEW'));
    return [...super.createView(view), ...comments];
  }

  override tableOptions({ partitionBy }: Table): string {
    return partitionBy === undefined ? '' : ` PARTITION BY ${partitionBy}`;
  }

  sequenceName(table: Table): string {
    const name = identifier(table.sequence ?? '');
    return table.schema === undefined ? name : `${identifier(table.schema)}.${name}`;
  }

  override identity(table: Table, _column: Column): string {
    const always = /^always$/i.test(vendorValue(table.vendor, 'pgsql', 'identity') ?? '');
    if (table.sequence === undefined) return `GENERATED ${always ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`;
    return `DEFAULT nextval(${text(this.sequenceName(table))})`;
  }

  override columnDefinition(table: Table, column: Column): string {
    const collation = vendorValue(column.vendor, 'pgsql', 'collate');
    return super.columnDefinition(table, column) + (collation === undefined ? '' : ` COLLATE ${identifier(collation)}`);
  }

  /** What a domain says is not said again. */
  override nullability(column: Column): string {
    return isRequiredType(column.nativeType) && column.type !== 'ARRAY' ? '' : super.nullability(column);
  }

  override defaultClause(table: Table, column: Column): string {
    return isDomainDefault(column) ? '' : super.defaultClause(table, column);
  }

  /** A text of another width than the longest label is an ENUM as well. */
  override checkCondition(column: Column): string | undefined {
    if (column.nativeType !== undefined) return undefined;
    const isLabel = column.family === 'enum' && column.enumStorage === 'label' && TEXT_TYPE.test(column.sqlType ?? '');
    return super.checkCondition(isLabel ? { ...column, sqlType: undefined } : column);
  }

  override checkOptions({ vendor }: Check): string {
    const noInherit = vendorFlag(vendor, 'pgsql', 'noInherit') === true ? ' NO INHERIT' : '';
    return noInherit + (vendorFlag(vendor, 'pgsql', 'notEnforced') === true ? ' NOT ENFORCED' : '');
  }

  override primaryKeyName(table: Table): string {
    return table.primaryKeyName ?? usualKeyName(table.name);
  }

  /** Ranks are exchanged by one UPDATE: an ordinary unique would be checked at each of its rows. */
  override unique(table: Table, unique: Index): string[] {
    const exchanged = unique.exchanged === undefined ? '' : ' DEFERRABLE INITIALLY IMMEDIATE';
    const deferral = deferralClause(unique.vendor, 'pgsql') || exchanged;
    const nulls = unique.nullsNotDistinct ? ' NULLS NOT DISTINCT' : '';
    const columns = `${nulls} (${this.indexColumns(unique)})${this.includeClause(unique.include)}${deferral}`;
    return this.isConstraint(table, unique) ? [`CONSTRAINT ${identifier(unique.name)} UNIQUE${columns}`] : [];
  }

  /** A second key over the same columns is left out of CREATE TABLE by the server in silence. */
  private repeats(table: Table, line: string): boolean {
    const body = (constraint: string): string => constraint.replace(/^.*? (?:PRIMARY KEY|UNIQUE)(?= )/s, '');
    const earlier = [...this.primaryKey(table), ...table.uniques.flatMap((unique) => this.unique(table, unique))];
    return earlier.slice(0, earlier.indexOf(line)).some((other) => body(other) === body(line));
  }

  override createTable(table: Table, deferred: ReadonlySet<ForeignKey>): string {
    const uniques = table.uniques.filter(
      (unique) => !this.unique(table, unique).some((line) => this.repeats(table, line)),
    );
    return super.createTable(uniques.length === table.uniques.length ? table : { ...table, uniques }, deferred);
  }

  override createUnique(table: Table, unique: Index): string[] {
    const again = this.unique(table, unique).filter((line) => this.repeats(table, line));
    return [
      ...again.map((line) => `ALTER TABLE ${this.tableName(table)} ADD ${line}`),
      ...super.createUnique(table, unique),
    ];
  }

  override literal(stored: StoredValue, column: Column): string {
    switch (stored.kind) {
      case 'boolean':
        return stored.value ? 'TRUE' : 'FALSE';
      case 'bytes':
        return `'\\x${stored.value.toString('hex')}'::bytea`;
      case 'uuid':
        return column.type === 'UUID_BINARY'
          ? `'\\x${uuidBytes(stored.value, false).toString('hex')}'::bytea`
          : text(stored.value);
      default:
        return super.literal(stored, column);
    }
  }

  override foreignKeyActions(key: ForeignKey): string {
    return super.foreignKeyActions(key) + deferralClause(key.vendor, 'pgsql');
  }
}

/** What PostgreSQL itself calls the primary key of a table. */
export const usualKeyName = (table: string): string => fitIdentifier(`${table}_pkey`, IDENTIFIER_LIMIT);

const TEXT_TYPE = /^(text|varchar|character varying|char|character|bpchar|citext)\b(?!.*\[)/i;

/** Of the parameter `extensions`: `citext, extras.hstore`. It is inherited from the database, so tables repeat it. */
function neededExtensions(tables: readonly Table[]): { name: string; schema: string | undefined }[] {
  const written = tables.flatMap((table) => splitList(vendorValue(table.vendor, 'pgsql', 'extensions') ?? ''));
  return [...new Set(written)].map((extension) => {
    const dot = extension.indexOf('.');
    return { name: extension.slice(dot + 1), schema: dot < 0 ? undefined : extension.slice(0, dot) };
  });
}
