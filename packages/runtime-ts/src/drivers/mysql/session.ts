import { Duplex, type Readable } from 'node:stream';
import type { Connection, FieldPacket, Query } from 'mysql2';
import type { DatabaseError } from '../../errors/database-error.js';
import { connectionClosed, translate } from '../../errors/translate.js';
import { busy, mayCommit } from '../refusals.js';
import type { Parameter, Result, Row, Session, Statement } from '../session.js';
import { errorProperty } from '../thrown.js';
import { type Answer, answerOf } from './answer.js';
import { mysqlErrors, mysqlReport } from './errors.js';

/** SERVER_STATUS_IN_TRANS and SERVER_STATUS_AUTOCOMMIT of the protocol. */
const IN_TRANSACTION = 1;
const AUTOCOMMIT = 2;

/** The server has forgotten a prepared statement, or cannot use it any more: nothing has run. */
const STALE: ReadonlySet<unknown> = new Set([1243, 1615]);

/** Milliseconds until a connection is cut that does not answer a good-bye. */
const GOOD_BYE = 1000;

type Sent = string | Buffer | boolean | null;

export class MysqlSession implements Session {
  readonly vendor = 'mysql';
  readonly #connection: Connection;
  #status = AUTOCOMMIT;
  #isOpen = true;
  #isBusy = false;
  /** Fails what is under way. */
  #abort: (error: unknown) => void = () => undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
    const lost = (error: unknown): void => {
      this.#isOpen = false;
      this.#abort(error);
    };
    connection.on('error', lost);
    connection.on('end', () => lost(new BrokenConnection()));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** With autocommit off, every statement begins one, and that is nobody's. */
  get inTransaction(): boolean {
    return this.#isOpen && isInTransaction(this.#status);
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  async command(sql: string): Promise<void> {
    await this.#answer({ sql, values: [] });
  }

  run(statement: Statement): Promise<Result>;
  run<T>(statement: Statement, make: (row: Row) => T): Promise<Result<T>>;
  async run<T>(statement: Statement, make?: (row: Row) => T): Promise<Result<T | Row>> {
    const { rows, affected, insertId } = await this.#answer(statement);
    return {
      rows: make === undefined ? rows : rows.map(make),
      affected,
      insertId: insertId === 'inexact' ? await this.#lastInsertId() : insertId,
    };
  }

  /** One by one: the protocol would carry on behind an error. */
  async together(statements: readonly Statement[]): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (const statement of statements) results.push(await this.run(statement));
    return results;
  }

  async *stream(statement: Statement, portion: number): AsyncGenerator<readonly Row[], undefined> {
    const { sql, values } = statement;
    this.#take(sql);
    const command: Query =
      values.length === 0 ? this.#connection.query(sql) : this.#connection.execute(sql, values.map(asSent));
    command.on('fields', geometriesAsBytes);
    const over = new Promise<void>((resolve) => command.once('end', () => resolve()));
    const lost = new Promise<void>((resolve) => {
      this.#abort = (error) => {
        rows.destroy(error as Error);
        resolve();
      };
    });
    const rows: Readable = command.stream({ highWaterMark: portion });
    try {
      let gathered: Row[] = [];
      for await (const row of rows as AsyncIterable<Row>) {
        gathered.push(row);
        if (gathered.length < portion) continue;
        yield gathered;
        gathered = [];
      }
      if (gathered.length > 0) yield gathered;
    } catch (error) {
      throw await this.#failed(error, sql);
    } finally {
      // What is left of an abandoned result still arrives, and is thrown away.
      await Promise.race([over, lost]);
      this.#release();
    }
    return undefined;
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#isBusy) {
      this.#cut();
      return;
    }
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => {
        this.#cut();
        resolve();
      }, GOOD_BYE);
      this.#connection.end(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  /** The driver's own `destroy` lets a statement run to its end. */
  #cut(): void {
    const stream = errorProperty(this.#connection, 'stream');
    this.#connection.destroy();
    if (stream instanceof Duplex) stream.destroy();
    this.#abort(new BrokenConnection());
  }

  async #answer(statement: Statement): Promise<Answer> {
    const { sql, values, once = false } = statement;
    this.#take(sql);
    try {
      const sent = values.map(asSent);
      const answer = await this.#send(sql, sent).catch((error: unknown) => {
        if (!STALE.has(errorProperty(error, 'errno'))) throw error;
        this.#connection.unprepare(sql);
        return this.#send(sql, sent);
      });
      if (once && values.length > 0) this.#connection.unprepare(sql);
      this.#status = answer.status ?? this.#status;
      return answer;
    } catch (error) {
      throw await this.#failed(error, sql);
    } finally {
      this.#release();
    }
  }

  /**
   * Statements with values are prepared by the server: the driver itself would take every `?` for a placeholder, also one in a
   * name. Without values the text is enough, in one trip.
   */
  #send(sql: string, values: Sent[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#abort = reject;
      const done = (error: Error | null, rows: unknown, fields: unknown): void => {
        if (error === null) resolve(answerOf(sql, rows, fields));
        else reject(error);
      };
      const command: Query =
        values.length === 0 ? this.#connection.query(sql, done) : this.#connection.execute(sql, values, done);
      command.on('fields', geometriesAsBytes);
    });
  }

  /** The driver has rounded the number that it was told; as a column of a row it is exact. */
  async #lastInsertId(): Promise<bigint> {
    const { rows } = await this.#answer({ sql: 'SELECT LAST_INSERT_ID()', values: [] });
    return BigInt(rows[0]?.[0]?.toString() ?? 0);
  }

  async #failed(error: unknown, sql: string): Promise<DatabaseError> {
    const wasInTransaction = isInTransaction(this.#status);
    const failure = translate(mysqlErrors, mysqlReport(error), sql, mayCommit([sql], wasInTransaction));
    if (failure.kind === 'connectionLost') this.#isOpen = false;
    else if (wasInTransaction) await this.#askStatus();
    return failure;
  }

  /** An error says nothing of the transaction, which it may have ended; the next answer does. */
  async #askStatus(): Promise<void> {
    try {
      this.#status = (await this.#send('DO 0', [])).status ?? this.#status;
    } catch {
      this.#isOpen = false;
    }
  }

  #take(sql: string): void {
    if (!this.#isOpen) throw connectionClosed(sql);
    if (this.#isBusy) throw busy();
    this.#isBusy = true;
  }

  #release(): void {
    this.#isBusy = false;
    this.#abort = () => undefined;
  }
}

function isInTransaction(status: number): boolean {
  return (status & IN_TRANSACTION) !== 0 && (status & AUTOCOMMIT) !== 0;
}

/** The server has closed the connection, and sent no error before. */
class BrokenConnection extends Error {
  readonly fatal = true;

  constructor() {
    super('the server closed the connection');
  }
}

/** Types of the protocol. */
const GEOMETRY = 255;
const BLOB = 252;

/**
 * The driver would make points of a geometry and forget its reference system. It tells of the columns before it decides how to
 * read them.
 */
function geometriesAsBytes(fields: readonly FieldPacket[] | undefined): void {
  for (const field of fields ?? []) if (field.columnType === GEOMETRY) field.columnType = BLOB;
}

/** A number of JavaScript would arrive as a DOUBLE. */
function asSent(value: Parameter): Sent {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}
