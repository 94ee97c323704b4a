import { ADAPTERS } from '../../model/adapter.js';
import type { KeyDefinition } from '../keys.js';

const connection = 'database.connections.*';

/** `database`: the connections and what is particular to a vendor. */
export const CONNECTION_KEYS: readonly KeyDefinition[] = [
  {
    path: `${connection}.adapter`,
    type: 'string',
    required: true,
    values: ADAPTERS,
    hints: {
      sqlsrv: 'write mssql; the DSN may still start with sqlsrv: or dblib:',
      sqlserver: 'write mssql',
      mariadb: 'write mysql, which stands for MariaDB too',
      postgres: 'write pgsql',
      postgresql: 'write pgsql',
      oci: 'write oracle; the DSN may still start with oci:',
      oci8: 'write oracle; the DSN starts with oci:',
      sqlite3: 'write sqlite',
    },
    doc: 'Vendor of the database. It decides the SQL that is generated.',
  },
  {
    path: `${connection}.dsn`,
    type: 'template',
    doc: 'Where the database is, as PDO writes it: "pgsql:host=localhost;dbname=library", or as a URL: "postgres://user:password@localhost/library". Needed to connect, not to build.',
  },
  {
    path: `${connection}.user`,
    type: 'template',
    doc: 'Database user. Wins over a user in the DSN; one in a URL must be the same.',
  },
  {
    path: `${connection}.password`,
    type: 'template',
    doc: 'Password of the user. Better given as %env.DB_PASSWORD%, which stays a lookup.',
  },
  {
    path: `${connection}.protected`,
    type: 'boolean',
    default: false,
    doc: 'Refuses whatever could destroy something on this connection, unless a command is given --force.',
  },
  {
    path: `${connection}.classname`,
    type: 'class',
    default: 'Orm\\Runtime\\Connection\\ConnectionWrapper',
    doc: 'PHP class of the connection: Orm\\Runtime\\Connection\\ConnectionWrapper or one that extends it.',
  },
  {
    path: `${connection}.options.*`,
    type: 'setting',
    doc: 'PDO options that are set while connecting, by the name of their constant (MYSQL_ATTR_SSL_CA).',
  },
  {
    path: `${connection}.attributes.*`,
    type: 'setting',
    doc: 'PDO attributes that are set on the connection, by the name of their constant (ATTR_TIMEOUT).',
  },
  {
    path: `${connection}.settings.charset`,
    type: 'template',
    defaultText: 'utf8mb4 (mysql), utf8 (pgsql, sqlite), UTF-8 (mssql), UTF8 (oracle)',
    doc: 'Character set of the connection.',
  },
  {
    path: `${connection}.settings.queries.*`,
    type: 'template',
    defaultText: 'utf8: a statement that sets UTF-8 (mysql, pgsql)',
    doc: 'SQL statements that run on connecting, in this order. The names are free; an empty text switches a default off.',
  },
  {
    path: `${connection}.settings.statementCache`,
    type: 'boolean',
    default: true,
    doc: 'Keeps prepared statements for the next use. Behind a PostgreSQL pooler the runtime switches it off by itself.',
  },
  {
    path: `${connection}.settings.instancePool`,
    type: 'boolean',
    default: true,
    doc: 'Gives one object for one row, as long as it is in use anywhere. Off saves time on large lists.',
  },
  {
    path: `${connection}.settings.queryLog`,
    type: 'boolean',
    default: false,
    doc: 'Logs every statement of the PHP runtime with its time, at level debug.',
  },
  {
    path: `${connection}.settings.slowQuery`,
    type: 'number',
    minimum: 0,
    doc: 'Seconds from which on a statement of the PHP runtime is logged as a warning. Switches the query log on.',
  },
  {
    path: `${connection}.settings.primaryAfterWrite`,
    type: 'number',
    minimum: 0,
    defaultText: 'until the end of the request',
    doc: 'Seconds that reads stay on the primary after a write. For workers; a connection without replicas ignores it.',
  },
  {
    path: `${connection}.pool.max`,
    type: 'integer',
    minimum: 1,
    defaultText: '10',
    doc: 'How many connections a Node process has at most. PHP has one per process.',
  },
  {
    path: `${connection}.pool.idleTimeout`,
    type: 'number',
    minimum: 0,
    defaultText: '30',
    doc: 'Seconds that a Node process keeps a connection which nobody uses.',
  },
  {
    path: `${connection}.pool.acquireTimeout`,
    type: 'number',
    minimum: 0,
    defaultText: '30',
    doc: 'Seconds that code in a Node process waits for a connection when all are in use.',
  },
  ...['replicas', 'slaves'].flatMap((list): readonly KeyDefinition[] => [
    {
      path: `${connection}.${list}.#.dsn`,
      type: 'template',
      required: true,
      doc: 'The DSN of a replica that reads may go to.',
      ...(list === 'slaves' ? { aliasOf: `${connection}.replicas.#.dsn` } : {}),
    },
    {
      path: `${connection}.${list}.#.user`,
      type: 'template',
      defaultText: 'the user of the connection',
      doc: 'User of the replica.',
      ...(list === 'slaves' ? { aliasOf: `${connection}.replicas.#.user` } : {}),
    },
    {
      path: `${connection}.${list}.#.password`,
      type: 'template',
      defaultText: 'the password of the connection',
      doc: 'Password of the replica.',
      ...(list === 'slaves' ? { aliasOf: `${connection}.replicas.#.password` } : {}),
    },
  ]),
  {
    path: `${connection}.model_paths`,
    type: 'strings',
    doc: 'Folders of model classes in Propel.',
    replacedBy: 'Remove it: classes are found by the autoloader.',
  },
  {
    path: 'database.adapters.mysql.tableType',
    type: 'word',
    default: 'InnoDB',
    doc: 'Storage engine of MySQL and MariaDB tables.',
  },
  {
    path: 'database.adapters.mysql.uuidColumnType',
    type: 'string',
    default: 'binary',
    values: ['binary', 'native'],
    doc: 'How UUID columns are stored: BINARY(16), or the native UUID type that only MariaDB 10.7 and later have.',
  },
  {
    path: 'database.adapters.mysql.tableEngineKeyword',
    type: 'string',
    doc: 'Keyword before the storage engine.',
    replacedBy: 'Remove it: the keyword is ENGINE on every version of MySQL and MariaDB that is supported.',
  },
  {
    path: 'database.adapters.sqlite.foreignKey',
    type: 'string',
    doc: 'Foreign keys on SQLite.',
    replacedBy: 'Remove it: foreign keys are always written, and enforced.',
  },
  {
    path: 'database.adapters.sqlite.tableAlteringWorkaround',
    type: 'boolean',
    doc: 'Altering tables on SQLite.',
    replacedBy: 'Remove it: tables are always altered by the procedure the SQLite manual describes.',
  },
  {
    path: 'database.adapters.oracle.autoincrementSequencePattern',
    type: 'string',
    default: '${table}_SEQ',
    doc: 'Name of the sequence that fills the key of a table, as it is found in an existing database.',
    since: 'database:reverse',
  },
];
