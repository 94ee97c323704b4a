import { conninfoValue, doubled } from '../../../../runtime-ts/src/drivers/dsn/values.js';
import type { Adapter } from '../../model/adapter.js';

/** Where a database is, as a person is asked for it. */
export interface DatabasePlace {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  /** The database; on Oracle the service, on SQLite the file. */
  readonly database: string;
}

/** The DSN of a place, as PDO reads it; what cannot be said in a DSN gives nothing. */
export function writeDsn(adapter: Adapter, { host, port, database }: DatabasePlace): string | undefined {
  const all = [host ?? '', port ?? '', database];
  if (all.some((part) => part.includes('@DB@') || part.includes('\0'))) return undefined;
  switch (adapter) {
    case 'sqlite':
      return `sqlite:${database}`;
    case 'pgsql':
      // PDO turns every semicolon into a space, also one in quotes.
      if (all.some((part) => part.includes(';'))) return undefined;
      return pairs('pgsql', conninfoValue, { host, port, dbname: database });
    case 'mysql':
      return host?.startsWith('/') === true
        ? pairs('mysql', doubled, { unix_socket: host, dbname: database })
        : pairs('mysql', doubled, { host, port, dbname: database });
    case 'mssql':
      return pairs('sqlsrv', braced, {
        Server: host === undefined || port === undefined ? host : `${host},${port}`,
        Database: database,
      });
    case 'oracle':
      return pairs('oci', doubled, {
        dbname: `//${host ?? 'localhost'}${port === undefined ? '' : `:${port}`}/${database}`,
      });
  }
}

function pairs(
  driver: string,
  written: (value: string) => string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${written(value)}`],
  );
  return `${driver}:${given.join(';')}`;
}

const braced = (value: string): string => (/^[\w.,:\\-]+$/.test(value) ? value : `{${value.replaceAll('}', '}}')}}`);
