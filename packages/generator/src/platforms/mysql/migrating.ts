import type { DatabaseConnection } from '../connection.js';
import type { Migrating } from '../migrating.js';
import type { Presence } from '../presence.js';
import type { ObjectName } from '../shape.js';
import { identifier, text } from './quoting.js';

/** Locks are of the whole server, and their names have 64 characters at most. */
const lockName = (table: string): string => `CONCAT('orm:', SHA2(CONCAT(DATABASE(), '/', ${text(table)}), 224))`;

async function value(connection: DatabaseConnection, sql: string): Promise<unknown> {
  return (await connection.query(sql))[0]?.[0];
}

const place = ({ schema, name }: ObjectName): string =>
  `table_schema = ${schema === undefined ? 'DATABASE()' : text(schema)} AND table_name = ${text(name)}`;

const CONSTRAINTS: Readonly<Partial<Record<Presence['kind'], string>>> = {
  'primary key': 'PRIMARY KEY',
  check: 'CHECK',
  'foreign key': 'FOREIGN KEY',
};

function presenceQuery({ kind, of, name }: Presence): string {
  const constraint = CONSTRAINTS[kind];
  if (constraint !== undefined) {
    const named = kind === 'primary key' ? '' : ` AND constraint_name = ${text(name)}`;
    return `information_schema.table_constraints WHERE ${place(of)} AND constraint_type = ${text(constraint)}${named}`;
  }
  if (kind === 'column') return `information_schema.columns WHERE ${place(of)} AND column_name = ${text(name)}`;
  if (kind === 'index') return `information_schema.statistics WHERE ${place(of)} AND index_name = ${text(name)}`;
  return `information_schema.tables WHERE ${place(of)} AND table_type ${kind === 'view' ? '=' : '<>'} 'VIEW'`;
}

export const migrating: Migrating = {
  types: { name: 'VARCHAR(190)', word: 'VARCHAR(64)', number: 'INTEGER', time: 'DATETIME', text: 'TEXT' },
  now: 'UTC_TIMESTAMP()',
  begin: 'START TRANSACTION',
  ifNotExists: 'IF NOT EXISTS ',
  tableOptions: ' ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  identifier,
  text,
  hasTable: async (connection, name) =>
    Number(await value(connection, `SELECT COUNT(*) FROM information_schema.tables WHERE ${place({ name })}`)) > 0,
  // Else texts that are too long are cut, and a label that is gone becomes an empty text.
  prepare: (connection) =>
    connection.execute(
      "SET SESSION lock_wait_timeout = 5, SESSION innodb_lock_wait_timeout = 5, SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES')",
    ),
  isLockTimeout: ({ code }) => code === '1205' || code === '1213',
  lock: async (connection, table) => Number(await value(connection, `SELECT GET_LOCK(${lockName(table)}, 0)`)) === 1,
  unlock: (connection, table) => connection.execute(`DO RELEASE_LOCK(${lockName(table)})`),
  isThere: async (connection, what) =>
    Number(await value(connection, `SELECT COUNT(*) FROM ${presenceQuery(what)}`)) > 0,
};
