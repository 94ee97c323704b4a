import type { EngineDatabase, Row } from '../engines.js';
import type { CatalogForeignKey, CatalogIndex, CatalogTable } from './catalog.js';

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

export async function readCatalog(database: EngineDatabase): Promise<CatalogTable[]> {
  const tables = await database.query(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  const found: CatalogTable[] = [];
  for (const { name, sql } of tables) found.push(await readTable(database, name ?? '', sql ?? ''));
  return found;
}

async function readTable(database: EngineDatabase, name: string, sql: string): Promise<CatalogTable> {
  const columns = await database.query(`SELECT * FROM pragma_table_xinfo(${text(name)}) ORDER BY cid`);
  const keys = await database.query(`SELECT * FROM pragma_foreign_key_list(${text(name)}) ORDER BY id, seq`);
  const indexes = await database.query(`SELECT * FROM pragma_index_list(${text(name)}) WHERE origin = 'c'`);
  const notes = commentsOf(sql);
  const named: (CatalogIndex & { unique: boolean })[] = [];
  for (const index of indexes) {
    const parts = await database.query(
      `SELECT name, desc FROM pragma_index_xinfo(${text(index['name'] ?? '')}) WHERE key ORDER BY seqno`,
    );
    named.push({
      name: index['name'] ?? '',
      columns: [
        ...parts.map((part) => `${part['name'] ?? '(expression)'}${part['desc'] === '1' ? ' DESC' : ''}`),
        ...(index['partial'] === '1' ? ['WHERE'] : []),
      ],
      unique: index['unique'] === '1',
    });
  }
  const plain = ({ name: own, columns: parts }: CatalogIndex): CatalogIndex => ({ name: own, columns: parts });
  return {
    name,
    comment: notes.get(''),
    columns: columns.map((row) => ({
      name: row['name'] ?? '',
      type: row['type'] ?? '',
      nullable: row['notnull'] === '0',
      hasDefault: row['dflt_value'] !== null && row['dflt_value'] !== 'NULL',
      defaultText: defaultText(row['dflt_value'] ?? null),
      // The word is nowhere but in the statement.
      autoIncrement: row['pk'] === '1' && row['type']?.toUpperCase() === 'INTEGER' && /\bAUTOINCREMENT\b/i.test(sql),
      comment: notes.get(row['name'] ?? ''),
    })),
    primaryKey: columns
      .filter((row) => row['pk'] !== '0')
      .sort((a, b) => Number(a['pk']) - Number(b['pk']))
      .map((row) => row['name'] ?? ''),
    foreignKeys: foreignKeysOf(keys),
    uniques: named.filter((index) => index.unique).map(plain),
    indexes: named.filter((index) => !index.unique).map(plain),
    checked: [...sql.matchAll(/CHECK \((?:json_valid\()?"((?:[^"]|"")+)"/g)].map((match) =>
      (match[1] ?? '').replaceAll('""', '"'),
    ),
    checks: [...sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*/g, '').matchAll(/\bCHECK\s*\(/gi)].length,
  };
}

/** The text of the statement; words of SQL in one case, as they mean the same in any. */
function defaultText(sql: string | null): string | undefined {
  if (sql === null || sql === 'NULL') return undefined;
  return /["'`]/.test(sql) ? sql : sql.toUpperCase();
}

function foreignKeysOf(rows: readonly Row[]): CatalogForeignKey[] {
  const ids = [...new Set(rows.map((row) => row['id']))];
  return ids.map((id) => {
    const parts = rows.filter((row) => row['id'] === id);
    return {
      name: undefined,
      columns: parts.map((row) => row['from'] ?? ''),
      foreignTable: parts[0]?.['table'] ?? '',
      foreignColumns: parts.map((row) => row['to'] ?? ''),
      onDelete: parts[0]?.['on_delete'] ?? '',
      onUpdate: parts[0]?.['on_update'] ?? '',
    };
  });
}

/** Descriptions are comments in the statement that SQLite keeps: that of the table in its first line, key ''. */
function commentsOf(sql: string): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  const lines = sql.split('\n');
  const first = / \( -- (.*)$/.exec(lines[0] ?? '');
  if (first?.[1] !== undefined) notes.set('', first[1]);
  for (const [i, line] of lines.entries()) {
    const note = /^ {2}-- (.*)$/.exec(line);
    const column = /^ {2}"((?:[^"]|"")+)"/.exec(lines[i + 1] ?? '');
    if (note?.[1] !== undefined && column?.[1] !== undefined) notes.set(column[1].replaceAll('""', '"'), note[1]);
  }
  return notes;
}
