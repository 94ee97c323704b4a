import type { EngineDatabase, Row } from '../engines.js';
import type { CatalogIndex, CatalogTable } from './catalog.js';

const HERE = 'TABLE_SCHEMA = DATABASE()';

export async function readCatalog(database: EngineDatabase): Promise<CatalogTable[]> {
  const read = (sql: string): Promise<readonly Row[]> => database.query(sql);
  const tables = await read(
    `SELECT TABLE_NAME AS table_name, TABLE_COMMENT AS comment FROM information_schema.TABLES WHERE TABLE_TYPE <> 'VIEW' AND ${HERE} ORDER BY TABLE_NAME`,
  );
  const columns = await read(`
    SELECT TABLE_NAME AS table_name, COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable,
      COLUMN_DEFAULT AS default_text, EXTRA AS extra, COLUMN_COMMENT AS comment
    FROM information_schema.COLUMNS WHERE ${HERE} ORDER BY TABLE_NAME, ORDINAL_POSITION`);
  const keys = await read(`
    SELECT r.TABLE_NAME AS table_name, r.CONSTRAINT_NAME AS name, r.REFERENCED_TABLE_NAME AS foreign_table,
      r.DELETE_RULE AS on_delete, r.UPDATE_RULE AS on_update, k.COLUMN_NAME AS column_name,
      k.REFERENCED_COLUMN_NAME AS foreign_column
    FROM information_schema.REFERENTIAL_CONSTRAINTS r JOIN information_schema.KEY_COLUMN_USAGE k
      ON k.CONSTRAINT_SCHEMA = r.CONSTRAINT_SCHEMA AND k.CONSTRAINT_NAME = r.CONSTRAINT_NAME
      AND k.TABLE_NAME = r.TABLE_NAME AND k.REFERENCED_TABLE_NAME IS NOT NULL
    WHERE r.CONSTRAINT_SCHEMA = DATABASE() ORDER BY r.TABLE_NAME, r.CONSTRAINT_NAME, k.ORDINAL_POSITION`);
  const statistics = await read(`
    SELECT TABLE_NAME AS table_name, INDEX_NAME AS name, COLUMN_NAME AS column_name, SUB_PART AS prefix,
      COLLATION AS direction,
      NON_UNIQUE AS repeats, INDEX_TYPE AS kind
    FROM information_schema.STATISTICS WHERE ${HERE} ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`);
  const checks = await read(`
    SELECT t.TABLE_NAME AS table_name, c.CHECK_CLAUSE AS clause
    FROM information_schema.TABLE_CONSTRAINTS t JOIN information_schema.CHECK_CONSTRAINTS c
      ON c.CONSTRAINT_SCHEMA = t.CONSTRAINT_SCHEMA AND c.CONSTRAINT_NAME = t.CONSTRAINT_NAME
      ${database.engine.startsWith('mariadb') ? 'AND c.TABLE_NAME = t.TABLE_NAME' : ''}
    WHERE t.CONSTRAINT_SCHEMA = DATABASE() AND t.CONSTRAINT_TYPE = 'CHECK' ORDER BY t.TABLE_NAME, t.CONSTRAINT_NAME`);
  return tables.map(({ table_name: name, comment }) => {
    const own = (rows: readonly Row[]): Row[] => rows.filter((row) => row['table_name'] === name);
    const indexes = indexesOf(own(statistics));
    return {
      name: name ?? '',
      comment: emptyIsNone(comment),
      columns: own(columns).map((row) => ({
        name: row['name'] ?? '',
        type: withoutDisplayWidth(row['type'] ?? ''),
        nullable: row['nullable'] === 'YES',
        hasDefault: hasDefault(row),
        defaultText: hasDefault(row) ? (row['default_text'] ?? undefined) : undefined,
        autoIncrement: row['extra']?.includes('auto_increment') ?? false,
        comment: emptyIsNone(row['comment']),
      })),
      primaryKey: indexes.filter((index) => index.name === 'PRIMARY').flatMap((index) => index.columns),
      foreignKeys: [...byName(own(keys))].map(([keyName, rows]) => ({
        name: keyName,
        columns: rows.map((row) => row['column_name'] ?? ''),
        foreignTable: rows[0]?.['foreign_table'] ?? '',
        foreignColumns: rows.map((row) => row['foreign_column'] ?? ''),
        onDelete: rows[0]?.['on_delete'] ?? '',
        onUpdate: rows[0]?.['on_update'] ?? '',
      })),
      uniques: indexes.filter((index) => index.unique && index.name !== 'PRIMARY').map(plain),
      indexes: indexes.filter((index) => !index.unique).map(plain),
      checked: own(checks).flatMap((row) => columnOfCheck(row['clause'] ?? '')),
      checks: own(checks).length,
    };
  });
}

const emptyIsNone = (text: string | null | undefined): string | undefined => text || undefined;

/** MariaDB shows `int(11)`, which says nothing; `tinyint(1)` is how both show a boolean. */
function withoutDisplayWidth(type: string): string {
  return type === 'tinyint(1)' ? type : type.replace(/^(tinyint|smallint|int|bigint)\(\d+\)/, '$1');
}

/** MariaDB writes the word NULL for the default of a nullable column without one. */
function hasDefault(row: Row): boolean {
  const text = row['default_text'] ?? null;
  return text !== null && text !== 'NULL';
}

function byName(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row['name'] ?? '', [...(found.get(row['name'] ?? '') ?? []), row]);
  return found;
}

interface NamedIndex extends CatalogIndex {
  readonly unique: boolean;
}

/** The prefix of a column is written after it: `words(20)`. A special kind of index before its first column. */
function indexesOf(rows: readonly Row[]): NamedIndex[] {
  return [...byName(rows)].map(([name, parts]) => {
    const kind = parts[0]?.['kind'] ?? 'BTREE';
    // Both report a prefix of 32 bytes for a SPATIAL index.
    const prefix = (row: Row): string => (row['prefix'] && kind === 'BTREE' ? `(${row['prefix']})` : '');
    const order = (row: Row): string => (row['direction'] === 'D' ? ' DESC' : '');
    const columns = parts.map((row) => (row['column_name'] ?? '') + prefix(row) + order(row));
    return { name, unique: parts[0]?.['repeats'] === '0', columns: kind === 'BTREE' ? columns : [kind, ...columns] };
  });
}

const plain = ({ name, columns }: NamedIndex): CatalogIndex => ({ name, columns });

/** Our own checks start with the column; MariaDB's JSON has one of its own. MySQL shows a clause with escapes. */
function columnOfCheck(clause: string): string[] {
  const match = /^\(?(?:json_valid\()?`((?:[^`]|``)+)`/.exec(clause);
  return match?.[1] === undefined ? [] : [match[1].replaceAll('``', '`').replaceAll("\\'", "'")];
}
