import { indexedColumns } from '../../model/index-columns.js';
import type { Column, Database, ForeignKey, GeneratedValue, Index, Table } from '../../model/model.js';
import { fitIdentifier, type IdentifierLimit } from '../../model/names.js';
import { DdlPrinter } from '../ddl-printer.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { physicalAttributes } from './physical-attributes.js';
import { bytes, identifier, text } from './quoting.js';
import { columnType, isLarge } from './types.js';

/** Since 12.2; before it was 30 ("Database Object Naming Rules"). */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 128, unit: 'bytes' };

/** A comment is a string literal, which has at most 4,000 bytes. */
const COMMENT_LIMIT = 4000;

export class OracleDdl extends DdlPrinter {
  readonly title = 'Oracle';
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  override header(database: Database, project: string | undefined): string {
    // Its own client would ask for the value of every &name and end a statement at an empty line within a text.
    return `${super.header(database, project)}\n-- In SQL*Plus and SQLcl: SET DEFINE OFF and SET SQLBLANKLINES ON before you start it.`;
  }

  /** SQL*Plus runs a PL/SQL block at a line with `/`: the block's own `;` does not end it. */
  override terminate(statement: string): string {
    return statement.startsWith('BEGIN\n') ? `${statement}\n/` : `${statement};`;
  }

  /** A schema is a user: the tables are created in that of whoever is connected, and `check` refuses another. */
  override tableName(table: Table): string {
    return identifier(table.name);
  }

  override dropTable(table: Table): string[] {
    const drop = [dropBlock(`DROP TABLE ${this.tableName(table)} CASCADE CONSTRAINTS PURGE`, -942)];
    if (hasSequence(table)) drop.push(dropBlock(`DROP SEQUENCE ${identifier(sequenceName(table))}`, -2289));
    return drop;
  }

  override dropView(view: Table): string[] {
    return [dropBlock(`DROP VIEW ${this.tableName(view)}`, -942)];
  }

  override beforeTable(table: Table): string[] {
    return hasSequence(table) ? [`CREATE SEQUENCE ${identifier(sequenceName(table))}`] : [];
  }

  override identity(table: Table): string {
    return `DEFAULT ${identifier(sequenceName(table))}.NEXTVAL`;
  }

  /** It keeps no generated value: each is worked out when it is read. */
  override generatedClause(generated: GeneratedValue): string {
    return super.generatedClause({ ...generated, stored: false });
  }

  override literal(stored: StoredValue, column: Column): string {
    switch (stored.kind) {
      case 'bytes':
        return stored.value.length === 0 && isLarge(column) ? 'EMPTY_BLOB()' : bytes(stored.value);
      case 'uuid':
        return bytes(uuidBytes(stored.value, false));
      case 'date':
        return `DATE ${text(stored.value)}`;
      case 'datetime':
        return `TIMESTAMP ${text(timestamp(stored.value))}`;
      case 'time':
        return `INTERVAL ${text(timeOfDay(stored.value))} HOUR TO SECOND(${column.size ?? 6})`;
      case 'text':
        if (column.family === 'object') return bytes(Buffer.from(stored.value));
        // '' is NULL, but a CLOB of no characters exists.
        return stored.value === '' && isLarge(column) ? 'EMPTY_CLOB()' : text(stored.value);
      default:
        return super.literal(stored, column);
    }
  }

  override checkCondition(column: Column): string | undefined {
    if (column.sqlType !== undefined) return undefined;
    const name = identifier(column.name);
    if (column.family === 'boolean') return `${name} IN (0, 1)`;
    if (column.family === 'json') return `${name} IS JSON`;
    if (column.family === 'time') return `${name} >= INTERVAL '0' SECOND`;
    return super.checkCondition(column);
  }

  override primaryKey(table: Table): string[] {
    const attributes = physicalAttributes(table.vendor, 'PK');
    const using = attributes.length > 0 ? `\n    USING INDEX ${attributes.join(' ')}` : '';
    return super.primaryKey(table).map((line) => line + using);
  }

  override tableOptions(table: Table): string {
    return physicalAttributes(table.vendor, '')
      .map((clause) => `\n${clause}`)
      .join('');
  }

  /** "You cannot designate the same combination of columns as both a primary key and a unique key": the first one serves. */
  override unique(table: Table, unique: Index): string[] {
    if (isRankIndex(unique)) return [];
    const set = columnSet(unique);
    const earlier = table.uniques
      .slice(0, table.uniques.indexOf(unique))
      .filter((other) => this.isConstraint(table, other))
      .map(columnSet);
    return [keySet(table.primaryKey), ...earlier].includes(set) ? [] : super.unique(table, unique);
  }

  /**
   * Two rows of a NULL rank and equal other columns are equal for a unique. An index of functions that are all NULL for
   * them has no entry for either.
   */
  override createUnique(table: Table, unique: Index): string[] {
    if (!isRankIndex(unique)) return super.createUnique(table, unique);
    const { name, exchanged } = unique;
    const rank = identifier(exchanged?.name ?? '');
    const parts = indexedColumns(unique).map((column) =>
      column === exchanged ? rank : `CASE WHEN ${rank} IS NOT NULL THEN ${identifier(column.name)} END`,
    );
    return [`CREATE UNIQUE INDEX ${identifier(name)} ON ${this.tableName(table)} (${parts.join(', ')})`];
  }

  /** The one other kind of index that Oracle has stands before the word. */
  override indexStatement(table: Table, index: Index, what: string): string {
    const isBitmap = index.using === 'bitmap';
    return super.indexStatement(table, { ...index, using: undefined }, isBitmap ? `BITMAP ${what}` : what);
  }

  /** The index of a key, or another, on the same list of columns makes a second one an error (ORA-01408). */
  override createIndex(table: Table, index: Index): string[] {
    const list = this.indexColumns(index);
    const uniques = table.uniques.filter((unique) => this.unique(table, unique).length > 0);
    const earlier = [...uniques, ...table.indexes.slice(0, table.indexes.indexOf(index))].map((other) =>
      this.indexColumns(other),
    );
    const key = table.primaryKeyParts.map(({ column }) => identifier(column.name)).join(', ');
    // `check` has warned about an index on a large column.
    if ([key, ...earlier].includes(list) || indexedColumns(index).some(isLarge)) return [];
    const attributes = physicalAttributes(index.vendor, '').map((clause) => `\n  ${clause}`);
    return super.createIndex(table, index).map((statement) => statement + attributes.join(''));
  }

  /** ON DELETE CASCADE and SET NULL are all there is; no clause means NO ACTION. `check` refuses what is lost. */
  override foreignKeyActions(key: ForeignKey): string {
    return key.onDelete === 'CASCADE' || key.onDelete === 'SET NULL' ? ` ON DELETE ${key.onDelete}` : '';
  }

  override comments(table: Table): string[] {
    const columns = table.columns.map((column) => ({ ...column, description: cut(column.description) }));
    return super.comments({ ...table, description: cut(table.description), columns });
  }
}

/** A unique over a rank that may be NULL, and something else. */
function isRankIndex({ exchanged, columns }: Index): boolean {
  return exchanged !== undefined && !exchanged.notNull && columns.length > 1;
}

export function hasSequence(table: Table): boolean {
  return table.columns.some((column) => column.autoIncrement);
}

/** The name in `<id-method-parameter>`, else Propel's. */
export function sequenceName(table: Table): string {
  return table.sequence ?? fitIdentifier(`${table.name}_SEQ`, IDENTIFIER_LIMIT);
}

/** DROP has no IF EXISTS before release 23: the error that means "does not exist" is let pass. */
function dropBlock(statement: string, missing: number): string {
  return [
    'BEGIN',
    `  EXECUTE IMMEDIATE ${text(statement)};`,
    'EXCEPTION',
    '  WHEN OTHERS THEN',
    `    IF SQLCODE != ${missing} THEN RAISE; END IF;`,
    'END;',
  ].join('\n');
}

const columnSet = (index: Index): string => keySet(indexedColumns(index));

function keySet(columns: readonly Column[]): string {
  return columns
    .map((column) => column.name)
    .sort()
    .join('\0');
}

/** A TIMESTAMP literal has a space between day and time, and seconds. */
function timestamp(value: string): string {
  const [day = '', time] = value.trim().split(/[T ]+/);
  return `${day} ${timeOfDay(time ?? '00:00:00')}`;
}

function timeOfDay(value: string): string {
  return /^\d+:\d+$/.test(value) ? `${value}:00` : value;
}

function cut(description: string | undefined): string | undefined {
  if (description === undefined || Buffer.byteLength(description) <= COMMENT_LIMIT) return description;
  let head = '';
  let left = COMMENT_LIMIT - Buffer.byteLength('…');
  for (const character of description) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    head += character;
  }
  return `${head}…`;
}
