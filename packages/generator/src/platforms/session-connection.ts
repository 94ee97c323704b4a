import type { Cell, Driver, Result, Session } from '../../../runtime-ts/src/drivers/session.js';
import { CertificateError, FailedSetting } from '../../../runtime-ts/src/drivers/settings.js';
import {
  isDatabaseError,
  ReadOnlyServerError,
  type DatabaseError as RuntimeError,
} from '../../../runtime-ts/src/errors/database-error.js';
import { originOf } from '../../../runtime-ts/src/errors/origin.js';
import { ConnectionError } from '../../../runtime-ts/src/errors/orm-error.js';
import type { ConnectionSettings } from '../config/connection-settings.js';
import { failure } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { type DatabaseConnection, DatabaseError, type SqlValue } from './connection.js';
import type { DriverLoader } from './driver.js';

/** What the commands need to know of a vendor whose connections are those of the runtime for TypeScript. */
export interface SessionVendor {
  /** Connects with the settings that the commands want. */
  driver(settings: ConnectionSettings, load: DriverLoader): Driver;
  readonly begin: string;
  /** SQL with the placeholders that its driver knows. */
  placeholders(sql: string): string;
  /** What a driver has thrown for a statement, in the driver's own words: whoever runs a command wrote the statement. */
  error(thrown: unknown, sql: string): DatabaseError;
}

/** Connects by a driver of the runtime. */
export async function openConnection(
  vendor: SessionVendor,
  settings: ConnectionSettings,
  load: DriverLoader,
): Promise<DatabaseConnection> {
  try {
    return new SessionConnection(await vendor.driver(settings, load).connect(), vendor);
  } catch (error) {
    throw refusalOf(error, vendor, settings);
  }
}

/** What the runtime has thrown, as commands report it. Anything else stays what it is. */
export function refusalOf(error: unknown, vendor: SessionVendor, { queries }: ConnectionSettings): unknown {
  if (error instanceof CertificateError) return certificateFailure(error);
  if (isDatabaseError(error)) return statementRefusal(error, vendor, error.sql);
  if (!(error instanceof ConnectionError)) return error;
  const refusal = vendor.error(originOf(error) ?? error, '');
  if (!(error instanceof FailedSetting)) return refusal;
  return new DatabaseError(refusal.message, {
    code: refusal.code,
    details: [...refusal.details, `in settings.queries: ${queries[error.index] ?? ''}`],
  });
}

function statementRefusal(error: RuntimeError, vendor: SessionVendor, sql: string): DatabaseError {
  const thrown = originOf(error);
  if (thrown !== undefined) return vendor.error(thrown, sql);
  return new DatabaseError(
    error instanceof ReadOnlyServerError
      ? 'the server takes no writes: it is a replica, or read-only'
      : 'the connection to the database is lost',
  );
}

function certificateFailure({ path, reason }: CertificateError): Error {
  const message =
    path === undefined
      ? 'this Node cannot read the authorities that the system trusts'
      : `cannot read the certificate or key ${printable(path)}`;
  return failure({ code: 'database/certificate', message, help: printable(reason) });
}

class SessionConnection implements DatabaseConnection {
  /** A session refuses a statement while it is at another; one that was given up may still be under way. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: Session,
    private readonly vendor: SessionVendor,
  ) {}

  execute(sql: string): Promise<void> {
    return this.#inTurn(sql, () => this.session.command(sql));
  }

  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    const { rows } = await this.#inTurn(sql, () => this.session.run({ sql, values: [], once: true }));
    return rows;
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<readonly (readonly SqlValue[])[]> {
    const sent = this.vendor.placeholders(sql);
    const { rows } = await this.#inTurn<Result>(sent, () =>
      this.session.run({ sql: sent, values: values.map(asCell) }),
    );
    return rows;
  }

  begin(): Promise<void> {
    return this.execute(this.vendor.begin);
  }

  commit(): Promise<void> {
    return this.execute('COMMIT');
  }

  rollback(): Promise<void> {
    return this.execute('ROLLBACK');
  }

  close(): Promise<void> {
    return this.session.close();
  }

  #inTurn<T>(sql: string, work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work).catch((error: unknown) => {
      throw isDatabaseError(error) ? statementRefusal(error, this.vendor, sql) : error;
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

/** What these vendors gave is never a `Date`, and what is given to them is what they gave. */
export const asCell = (value: SqlValue): Cell => (value instanceof Date ? value.toISOString() : value);
