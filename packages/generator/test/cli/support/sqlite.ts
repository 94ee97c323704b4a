import Database from 'better-sqlite3';

/** Opens a SQLite file outside of `orm`, for as long as the function takes. */
export function sqliteFile(
  path: string,
  work: (run: (sql: string) => void, rows: (sql: string) => unknown[]) => void,
): void {
  const database = new Database(path);
  try {
    work(
      (sql) => void database.exec(sql),
      (sql) => database.prepare(sql).all(),
    );
  } finally {
    database.close();
  }
}
