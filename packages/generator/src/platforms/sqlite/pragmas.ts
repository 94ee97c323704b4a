import type { DatabaseConnection } from '../connection.js';

/** A row of `sqlite_master`, in the order in which things were made. */
export interface MasterRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** Empty for the indexes that SQLite makes by itself. */
  readonly sql: string;
  /** Its place in the order. */
  readonly order: number;
}

/** A row of `pragma_table_list`. */
export interface TableRow {
  readonly name: string;
  readonly type: string;
  readonly withoutRowid: boolean;
  readonly strict: boolean;
}

/** A row of `pragma_table_xinfo`. */
export interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default: string | undefined;
  /** Place in the primary key, from 1; 0 for none. */
  readonly key: number;
  readonly generated: 'no' | 'virtual' | 'stored';
}

/** A row of `pragma_index_list` with those of its `pragma_index_xinfo`. */
export interface IndexRow {
  readonly name: string;
  readonly unique: boolean;
  /** `c` for CREATE INDEX, `u` for a UNIQUE, `pk` for a primary key. */
  readonly origin: string;
  readonly partial: boolean;
  readonly columns: readonly IndexColumnRow[];
}

export interface IndexColumnRow {
  /** Undefined for an expression. */
  readonly name: string | undefined;
  readonly descending: boolean;
  readonly collation: string;
}

/** The rows of one key in `pragma_foreign_key_list`. */
export interface ForeignKeyRow {
  readonly foreignTable: string;
  readonly columns: readonly string[];
  /** Empty where the key names none: then it points at the primary key. */
  readonly foreignColumns: readonly string[];
  readonly onUpdate: string;
  readonly onDelete: string;
}

/** All that the pragmas say of the main database. */
export class Pragmas {
  constructor(private readonly connection: DatabaseConnection) {}

  async #rows(sql: string, ...values: readonly string[]): Promise<readonly (readonly string[])[]> {
    const rows = await this.connection.run(sql, values);
    return rows.map((row) => row.map((value) => (value === null ? '' : String(value))));
  }

  async attached(): Promise<string[]> {
    const rows = await this.#rows("SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp')");
    return rows.map(([name = '']) => name);
  }

  async master(): Promise<MasterRow[]> {
    const rows = await this.#rows('SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY rowid');
    return rows.map(([type = '', name = '', table = '', sql = ''], order) => ({ type, name, table, sql, order }));
  }

  async tables(): Promise<TableRow[]> {
    const rows = await this.#rows("SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main'");
    return rows.map(([name = '', type = '', wr, strict]) => ({
      name,
      type,
      withoutRowid: wr === '1',
      strict: strict === '1',
    }));
  }

  async columns(table: string): Promise<ColumnRow[]> {
    const rows = await this.#rows(
      `SELECT name, type, "notnull", dflt_value IS NOT NULL, dflt_value, pk, hidden
        FROM pragma_table_xinfo(?, 'main') ORDER BY cid`,
      table,
    );
    return rows.map(([name = '', type = '', notNull, hasDefault, text, key, hidden]) => ({
      name,
      type,
      notNull: notNull === '1',
      default: hasDefault === '1' ? text : undefined,
      key: Number(key),
      generated: hidden === '2' ? 'virtual' : hidden === '3' ? 'stored' : 'no',
    }));
  }

  /** The newest first, as SQLite lists them. */
  async indexes(table: string): Promise<IndexRow[]> {
    const rows = await this.#rows(
      `SELECT i.name, i."unique", i.origin, i.partial, x.cid, x.name AS part, x.desc, x.coll
        FROM pragma_index_list(?, 'main') AS i JOIN pragma_index_xinfo(i.name, 'main') AS x ON x.key
        ORDER BY i.seq, x.seqno`,
      table,
    );
    const found = new Map<string, IndexRow & { columns: IndexColumnRow[] }>();
    for (const [name = '', unique, origin = '', partial, cid, column, desc, collation = ''] of rows) {
      const index = found.get(name) ?? { name, unique: unique === '1', origin, partial: partial === '1', columns: [] };
      found.set(name, index);
      index.columns.push({
        name: Number(cid) < 0 ? undefined : column,
        descending: desc === '1',
        collation,
      });
    }
    return [...found.values()];
  }

  /** In the order of the text; SQLite lists them from the last to the first. */
  async foreignKeys(table: string): Promise<ForeignKeyRow[]> {
    const rows = await this.#rows(
      `SELECT id, "table", "from", "to" IS NOT NULL, "to", on_update, on_delete
        FROM pragma_foreign_key_list(?, 'main') ORDER BY id DESC, seq`,
      table,
    );
    const found = new Map<string, ForeignKeyRow & { columns: string[]; foreignColumns: string[] }>();
    for (const [id = '', foreignTable = '', from = '', isNamed, to = '', onUpdate = '', onDelete = ''] of rows) {
      const key = found.get(id) ?? { foreignTable, columns: [], foreignColumns: [], onUpdate, onDelete };
      found.set(id, key);
      key.columns.push(from);
      if (isNamed === '1') key.foreignColumns.push(to);
    }
    return [...found.values()];
  }
}
