import { mysqlDsn } from '../../../runtime-ts/src/drivers/mysql/dsn-rules.js';
import { pgsqlDsn } from '../../../runtime-ts/src/drivers/pgsql/dsn-rules.js';
import type { Adapter } from '../model/adapter.js';

/** How the part of a DSN after its driver is written. */
type DsnSyntax =
  /** `a=b;c=d`, and `;;` for a semicolon: PDO's own reader. */
  | 'pairs'
  /** libpq's `a=b c='d e'`, where PDO turns every semicolon into a space. */
  | 'conninfo'
  /** `A=b;C={d;e}` with keywords in any case. */
  | 'braces'
  /** A file name. */
  | 'path';

export interface DsnDriver {
  readonly adapter: Adapter;
  readonly syntax: DsnSyntax;
  /** An example that people can start from. */
  readonly example: string;
  /** Parameters in lower case that connections of the generator follow too. */
  readonly used: readonly string[];
  /** Parameters in lower case that only PDO knows. */
  readonly pdoOnly: readonly string[];
  /** What people write and this driver does not take, with the advice. */
  readonly hints?: Readonly<Record<string, string>>;
}

const CHARSET = 'set settings.charset of the connection instead';
const CREDENTIALS = 'set the keys user and password of the connection instead';

/** The PDO drivers, by the word before the first colon of a DSN. */
export const DSN_DRIVERS: Readonly<Record<string, DsnDriver>> = {
  pgsql: {
    adapter: 'pgsql',
    syntax: 'conninfo',
    example: 'pgsql:host=localhost;port=5432;dbname=library',
    used: pgsqlDsn.used,
    pdoOnly: pgsqlDsn.pdoOnly,
    hints: { charset: CHARSET },
  },
  mysql: {
    adapter: 'mysql',
    syntax: 'pairs',
    example: 'mysql:host=localhost;port=3306;dbname=library',
    used: mysqlDsn.used,
    pdoOnly: mysqlDsn.pdoOnly,
    hints: { socket: 'write unix_socket', database: 'write dbname', username: 'write user' },
  },
  sqlite: {
    adapter: 'sqlite',
    syntax: 'path',
    example: 'sqlite:data/library.sqlite',
    used: [],
    pdoOnly: [],
  },
  sqlsrv: {
    adapter: 'mssql',
    syntax: 'braces',
    example: 'sqlsrv:Server=localhost,1433;Database=library',
    used: [
      'server',
      'database',
      'app',
      'encrypt',
      'trustservercertificate',
      'logintimeout',
      'wsid',
      'applicationintent',
      'multisubnetfailover',
    ],
    pdoOnly: [
      'accesstoken',
      'authentication',
      'columnencryption',
      'connectionpooling',
      'connectretrycount',
      'connectretryinterval',
      'driver',
      'failover_partner',
      'keystoreauthentication',
      'keystoreprincipalid',
      'keystoresecret',
      'language',
      'multipleactiveresultsets',
      'quotedid',
      'tracefile',
      'traceon',
      'transactionisolation',
      'transparentnetworkipresolution',
    ],
    hints: {
      host: 'write Server=host,port',
      port: 'write the port behind the server: Server=host,port',
      dbname: 'write Database',
      charset: CHARSET,
      uid: CREDENTIALS,
      pwd: CREDENTIALS,
      user: CREDENTIALS,
      password: CREDENTIALS,
    },
  },
  dblib: {
    adapter: 'mssql',
    syntax: 'pairs',
    example: 'dblib:host=localhost:1433;dbname=library',
    used: ['host', 'dbname', 'charset', 'appname', 'user', 'password'],
    pdoOnly: ['version', 'secure'],
    hints: { port: 'write the port behind the host: host=localhost:1433' },
  },
  oci: {
    adapter: 'oracle',
    syntax: 'pairs',
    example: 'oci:dbname=//localhost:1521/FREEPDB1',
    used: ['dbname', 'charset', 'user', 'password'],
    pdoOnly: [],
    hints: { host: 'write dbname=//host:port/service', port: 'write dbname=//host:port/service' },
  },
};

/** Words people put where a driver belongs, with the advice. */
export const DRIVER_HINTS: Readonly<Record<string, string>> = {
  postgres: 'write pgsql:',
  postgresql: 'write pgsql:',
  mariadb: 'write mysql:, which is the driver of MariaDB too',
  sqlite2: 'SQLite 2 is not supported: convert the file to SQLite 3 and write sqlite:',
  sqlite3: 'write sqlite:',
  mssql: 'write sqlsrv: or dblib:',
  sybase: 'write dblib:',
  odbc: 'write sqlsrv: or dblib:',
  oracle: 'write oci:',
  oci8: 'write oci:',
};
