import { fitIdentifier } from '../../model/names.js';
import type { CatalogColumn, CatalogItem, CatalogTable } from '../catalog.js';
import type { PrimaryKeyText } from './create-table.js';
import { isRowIdType } from './declared-type.js';
import { canonicalDefault } from './default-text.js';
import { foreignKeysOf } from './foreign-key-catalog.js';
import { collationOf, indexesOf } from './index-catalog.js';
import type { ColumnRow } from './pragmas.js';
import { withStrings } from './quoted-strings.js';
import { itemSql } from './rest.js';
import { IDENTIFIER_LIMIT } from './shape.js';
import { isUnusual, NO_PARAMETERS, sameName, type TableFacts } from './table-facts.js';
import { oneLine } from './tokens.js';

const TRUE = 'true';

/**
 * A table as the schema can say it, with everything else as an item. `taken` are the names of tables and indexes: those
 * of unique constraints become names of indexes, and are added to it.
 */
export function catalogTable(
  facts: TableFacts,
  all: ReadonlyMap<string, TableFacts>,
  taken: Set<string>,
): CatalogTable {
  const key = keyOf(facts);
  const { uniques, indexes, items: indexItems } = indexesOf(facts, taken);
  const { foreignKeys, items: foreignKeyItems } = foreignKeysOf(facts, all);
  const autoIncrement = key.rowId !== undefined && isAutoIncrement(facts, key.rowId, key.text);
  return {
    schema: undefined,
    name: facts.name,
    comment: facts.text.comment,
    columns: facts.columns.map((column) => catalogColumn(facts, column, autoIncrement && column === key.rowId)),
    primaryKey: key.columns.length === 0 ? undefined : { name: keyName(facts, key.text), columns: key.columns },
    uniques,
    indexes,
    foreignKeys,
    checks: facts.text.constraints.flatMap((constraint) =>
      constraint.kind === 'check'
        ? [
            {
              name: constraint.name,
              sql: withStrings(constraint.sql, facts.columns, !facts.withoutRowid),
              vendor: NO_PARAMETERS,
            },
          ]
        : [],
    ),
    vendor: new Map([
      ...(facts.strict ? [['strict', TRUE] as const] : []),
      ...(facts.withoutRowid ? [['withoutRowid', TRUE] as const] : []),
      ...(autoIncrement && key.text?.autoIncrement !== true ? [[AUTO_INCREMENT, 'false'] as const] : []),
    ]),
    items: [...keyItems(facts, key), ...indexItems, ...foreignKeyItems, ...triggersOf(facts)],
  };
}

/** The vendor parameter of tables with auto-increment but without the word AUTOINCREMENT. */
export const AUTO_INCREMENT = 'autoIncrement';

/** The name of the key, unless the generator would give it by itself. */
function keyName({ name }: TableFacts, text: PrimaryKeyText | undefined): string | undefined {
  const given = text?.name;
  const isUsual = text?.ofTable === true && given === fitIdentifier(`${name}_pk`, IDENTIFIER_LIMIT);
  return given === '' || isUsual ? undefined : given;
}

interface Key {
  readonly columns: readonly string[];
  readonly text: PrimaryKeyText | undefined;
  /** The column that is another name of the row id: SQLite has no index for such a key. */
  readonly rowId: ColumnRow | undefined;
}

function keyOf(facts: TableFacts): Key {
  const rows = facts.columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key);
  const hasIndex = facts.withoutRowid || facts.indexes.some(({ origin }) => origin === 'pk');
  return {
    columns: rows.map(({ name }) => name),
    text: facts.text.constraints.find((constraint) => constraint.kind === 'primary key'),
    rowId: hasIndex ? undefined : rows[0],
  };
}

/**
 * Every column that is the row id is an auto-increment column where no value is given. It is not meant to be where it refers to another
 * table, nor where the generator has written its key: there it would have written AUTOINCREMENT.
 */
function isAutoIncrement(facts: TableFacts, column: ColumnRow, text: PrimaryKeyText | undefined): boolean {
  if (text?.autoIncrement === true) return true;
  const isGenerators = text?.ofTable === true && text.name === fitIdentifier(`${facts.name}_pk`, IDENTIFIER_LIMIT);
  return !isGenerators && !facts.foreignKeys.some(({ columns }) => columns.includes(column.name));
}

function catalogColumn(facts: TableFacts, row: ColumnRow, autoIncrement: boolean): CatalogColumn {
  const text = facts.text.columns.find(({ name }) => sameName(name, row.name));
  const isRowId = row.key > 0 && keyOf(facts).rowId === row;
  const collation = text?.collation;
  const hasCollation = collation !== undefined && !sameName(collation, 'BINARY');
  return {
    name: row.name,
    type: row.type,
    nullable: !row.notNull && row.key === 0,
    // The row id never takes its default.
    default: row.default === undefined || isRowId ? undefined : canonicalDefault(row.default),
    autoIncrement: autoIncrement ? {} : undefined,
    generated:
      row.generated === 'no'
        ? undefined
        : { sql: withStrings(text?.generated?.sql ?? '', facts.columns, false), stored: row.generated === 'stored' },
    comment: text?.comment,
    vendor: hasCollation ? new Map([['collate', collation]]) : NO_PARAMETERS,
    items: columnItems(row, text?.conflict),
  };
}

function columnItems(row: ColumnRow, conflict: string | undefined): CatalogItem[] {
  const items: CatalogItem[] = [];
  if (row.type === '') {
    items.push({
      kind: 'column without a type',
      name: row.name,
      detail: 'it becomes a BLOB, which takes and keeps every value as well',
    });
  }
  if (isUnusual(conflict)) {
    items.push({ kind: 'conflict clause', name: row.name, detail: `NOT NULL ON CONFLICT ${conflict}` });
  }
  return items;
}

function keyItems(facts: TableFacts, { columns, text, rowId }: Key): CatalogItem[] {
  const items: CatalogItem[] = [];
  const rows = facts.columns.filter(({ key }) => key > 0);
  const nullable = rows.filter((row) => !row.notNull && !rowId && !facts.withoutRowid && !facts.strict);
  for (const { name } of nullable) {
    items.push({ kind: 'primary key column that can be NULL', name, detail: 'it becomes NOT NULL' });
  }
  const [first, second] = rows;
  if (first && !second && !rowId && !facts.withoutRowid && isRowIdType(first.type)) {
    items.push({ kind: 'primary key beside the row id', name: first.name, detail: 'it becomes the row id itself' });
  }
  const index = facts.indexes.find(({ origin }) => origin === 'pk');
  for (const column of index?.columns ?? []) {
    const { name = '', descending, collation } = column;
    if (descending) items.push({ kind: 'descending primary key', name, detail: 'it becomes ascending' });
    const usual = collationOf(facts, column);
    if (!sameName(collation, usual)) {
      const detail = `COLLATE ${collation} in the key becomes ${usual}, the collation of the column`;
      items.push({ kind: 'collation of a primary key column', name, detail });
    }
  }
  const conflict = text?.conflict;
  if (isUnusual(conflict)) {
    items.push({
      kind: 'conflict clause',
      name: `(${columns.join(', ')})`,
      detail: `PRIMARY KEY ON CONFLICT ${conflict}`,
    });
  }
  return items;
}

function triggersOf({ statements }: TableFacts): CatalogItem[] {
  return statements.flatMap((row) =>
    row.type === 'trigger' ? [{ kind: 'trigger', name: row.name, detail: oneLine(row.sql), sql: itemSql(row) }] : [],
  );
}
