export { errorMessage, errorProperty } from '../../../runtime-ts/src/drivers/thrown.js';

/** A value of a parameter, or of a column such that it can be given again as a parameter. */
export type SqlValue = string | number | bigint | Uint8Array | Date | null;

/** An open connection, as the generator's own commands need it. Every method throws `DatabaseError`. */
export interface DatabaseConnection {
  /** Runs one statement and throws away what it returns. */
  execute(sql: string): Promise<void>;
  /** Runs one statement and gives its rows, each as the values of its columns. */
  query(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Runs one statement with values for its placeholders, which are `?` for every vendor, and gives its rows. */
  run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]>;
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseErrorDetails {
  /** The vendor's own number or name of the error: `42P01`, `1064`, `SQLITE_ERROR`. */
  readonly code?: string | undefined;
  /** More that the database said, such as PostgreSQL's DETAIL and HINT. */
  readonly details?: readonly string[];
  /** Where in the statement, as a UTF-16 offset, when the database told. */
  readonly position?: number | undefined;
}

/** What a database or its driver refused, in its own words. */
export class DatabaseError extends Error {
  readonly code: string | undefined;
  readonly details: readonly string[];
  readonly position: number | undefined;

  constructor(message: string, { code, details = [], position }: DatabaseErrorDetails = {}) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.details = details;
    this.position = position;
  }
}

/** Runs the statements of `settings.queries`; a connection on which one fails is closed. */
export async function runInitialQueries(connection: DatabaseConnection, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    try {
      await connection.execute(query);
    } catch (error) {
      await connection.close().catch(() => undefined);
      if (!(error instanceof DatabaseError)) throw error;
      throw new DatabaseError(error.message, {
        code: error.code,
        details: [...error.details, `in settings.queries: ${query}`],
      });
    }
  }
}

/** The offset of a line of a text; lines count from 1. */
export function lineOffset(text: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return at;
    at = end + 1;
  }
  return at;
}
