import { indexedColumns } from '../../model/index-columns.js';
import type { Column, GeneratedValue, Index, ReferentialAction, Table } from '../../model/model.js';
import { fitIdentifier, type IdentifierLimit } from '../../model/names.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import type { ColumnShape, IndexShape, Options, PrimaryKeyShape } from '../shape.js';
import { Shaper } from '../shaper.js';
import { physicalAttributes } from './physical-attributes.js';
import { bytes, identifier, text } from './quoting.js';
import { columnType, isLarge } from './types.js';

/** Since 12.2; before it was 30 ("Database Object Naming Rules"). */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 128, unit: 'bytes' };

/** A comment is a string literal, which has at most 4,000 bytes. */
const COMMENT_LIMIT = 4000;

export class OracleShaper extends Shaper {
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  override numbering(table: Table): Pick<ColumnShape, 'sequence'> {
    return { sequence: { name: sequenceName(table) } };
  }

  /** It keeps no generated value: each is worked out when it is read. */
  override generated({ sql }: GeneratedValue): { sql: string; stored: boolean } {
    return { sql, stored: false };
  }

  override literal(stored: StoredValue, column: Column, table: Table): string {
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
        return super.literal(stored, column, table);
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

  override primaryKey(table: Table): PrimaryKeyShape | undefined {
    const key = super.primaryKey(table);
    return key && { ...key, ...someOptions(physicalAttributes(table.vendor, 'PK')) };
  }

  override options(table: Table): Options {
    return physicalAttributes(table.vendor, '');
  }

  /** "You cannot designate the same combination of columns as both a primary key and a unique key": the first one serves. */
  override unique(table: Table, unique: Index): IndexShape[] {
    if (isRankIndex(unique)) return [this.rankIndex(unique)];
    if (!this.isConstraint(table, unique)) return super.unique(table, unique);
    const earlier = table.uniques
      .slice(0, table.uniques.indexOf(unique))
      .filter((other) => this.isConstraint(table, other))
      .map(columnSet);
    return [keySet(table.primaryKey), ...earlier].includes(columnSet(unique)) ? [] : super.unique(table, unique);
  }

  /**
   * Two rows of a NULL rank and equal other columns are equal for a unique. An index of functions that are all NULL for
   * them has no entry for either.
   */
  private rankIndex(unique: Index): IndexShape {
    const { name, exchanged } = unique;
    const rank = identifier(exchanged?.name ?? '');
    const parts = indexedColumns(unique).map((column) =>
      column === exchanged
        ? { column: column.name }
        : { expression: `CASE WHEN ${rank} IS NOT NULL THEN ${identifier(column.name)} END` },
    );
    return { name, kind: 'unique index', parts };
  }

  /** The index of a key, or another, on the same list of columns makes a second one an error (ORA-01408). */
  override index(table: Table, index: Index): IndexShape[] {
    const uniques = table.uniques.filter((unique) => this.unique(table, unique).some(({ kind }) => kind === 'unique'));
    const earlier = [...uniques, ...table.indexes.slice(0, table.indexes.indexOf(index))];
    const list = (each: Index): string => JSON.stringify(each.columns.map((part) => this.indexPart(part)));
    const key = JSON.stringify(table.primaryKeyParts.map((part) => this.keyPart(part)));
    // `check` has warned about an index on a large column.
    if ([key, ...earlier.map(list)].includes(list(index)) || indexedColumns(index).some(isLarge)) return [];
    return super
      .index(table, index)
      .map((shape) => ({ ...shape, ...someOptions(physicalAttributes(index.vendor, '')) }));
  }

  /** ON DELETE CASCADE and SET NULL are all there is; no clause means NO ACTION. `check` refuses what is lost. */
  override onDelete(action: ReferentialAction | undefined): ReferentialAction | undefined {
    return action === 'CASCADE' || action === 'SET NULL' ? action : undefined;
  }

  override onUpdate(): undefined {
    return undefined;
  }

  override comment(description: string | undefined): string | undefined {
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
}

const someOptions = (options: Options): { options?: Options } => (Object.keys(options).length === 0 ? {} : { options });

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
