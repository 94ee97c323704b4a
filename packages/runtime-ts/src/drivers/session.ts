/** What is bound to a placeholder. Dates, documents and labels are texts by then. */
export type Parameter = string | number | bigint | boolean | Uint8Array | null;

/** What a driver hands over for a column of a row; which of them it is for a type depends on the driver. */
export type Cell = string | number | bigint | Uint8Array | null;

export type Row = readonly Cell[];

/** What a connection is for. */
export type Access = 'writes' | 'reads';

export type Vendor = 'pgsql' | 'mysql' | 'sqlite';

/** One statement with the placeholders of its vendor: `$1` for PostgreSQL, `?` for the others. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Parameter[];
  /** Not worth being kept: its text will hardly come again. */
  readonly once?: boolean;
}

export interface Result<T = Row> {
  readonly rows: readonly T[];
  /** Rows that the statement changed. */
  readonly affected: number;
  /** The key that the database made, for vendors whose INSERT returns nothing. */
  readonly insertId: number | bigint | undefined;
}

/**
 * One connection. It runs a statement at a time: whoever shares it takes turns, which is what frames are for. What
 * the database refuses rejects with a `DatabaseError`; what `make` throws is passed on.
 */
export interface Session {
  readonly vendor: Vendor;
  /** False after `close`, and once the connection is lost. */
  readonly isOpen: boolean;
  /** Whether a transaction is open, as the server has told with its last answer. */
  readonly inTransaction: boolean;
  /** Whether a statement or stream is under way; another one is refused with a `TransactionError`. */
  readonly isBusy: boolean;
  /** Runs a text without placeholders, which is not prepared: BEGIN, SET, DDL. */
  command(sql: string): Promise<void>;
  /** Runs a statement; `make` turns each row into what is wanted as it arrives. */
  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  /**
   * Runs statements one after the other, in one round trip where the protocol can. The first that fails ends it, and none behind
   * it has run. What ran before it stays, but on PostgreSQL outside of a transaction, where all of them are one.
   */
  together(statements: readonly Statement[]): Promise<readonly Result[]>;
  /** The rows of a statement in portions, so that memory does not grow with their number. */
  stream(statement: Statement, portion: number): AsyncIterableIterator<readonly Row[]>;
  /** Says good-bye; a connection that does not answer is cut. */
  close(): Promise<void>;
}

/** Where statements go while a transaction is open. */
export interface OpenConnection {
  /** False once the transaction has failed. */
  readonly canRun: boolean;
  run(statement: Statement): Promise<Result>;
}

/** What transactions have to know of a vendor. */
export interface TransactionRules {
  /** What begins one: at an isolation level, or at that of the session. */
  begin(level: string | undefined): readonly string[];
  quoted(name: string): string;
  /** Whether the server refuses every statement after one that failed, until it is told to roll back. */
  readonly failureAborts: boolean;
  /**
   * Whether the level that was set for a transaction stays for the next one when the server ends the transaction itself, as after a
   * deadlock. ROLLBACK takes it back. Variables of the session do not show it.
   */
  readonly levelOutlives: boolean;
  /** Whether a statement sets the level of the transaction that the connection has next. */
  setsNextLevel(sql: string): boolean;
  /** Whether several statements are one round trip. */
  readonly sendsTogether: boolean;
  /** The rows of a statement in portions, between which other statements of the transaction may run; for those who can. */
  cursor?(con: OpenConnection, statement: Statement, portion: number): AsyncGenerator<readonly Row[], undefined>;
  /** Whether a transaction that writes is alone. */
  readonly isAlone: boolean;
}

/** Opens connections to one database. */
export interface Driver {
  readonly vendor: Vendor;
  readonly rules: TransactionRules;
  /** How many connections may write at once; 1 for SQLite, whose file has one writer. */
  readonly writers: number;
  /** Whether connections that can only read may be had beside the writer; not for a database in memory, which is one connection's. */
  readonly hasReaders: boolean;
  /** `reads`: only reads, and the database refuses everything else. Without effect for vendors whose connections all write. */
  connect(access?: Access): Promise<Session>;
}
