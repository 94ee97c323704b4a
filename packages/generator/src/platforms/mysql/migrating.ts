import type { DatabaseConnection } from '../connection.js';
import { textOf } from '../lock-holder.js';
import type { Migrating } from '../migrating.js';
import type { Presence } from '../presence.js';
import type { ObjectName } from '../shape.js';
import { blockers, sessions } from './lock-holders.js';
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

/** A condition for a name. The catalog compares most of them without regard to capital letters. */
const isName = (column: string, name: string, exact = false): string =>
  `${column} = ${text(name)}${exact ? ` AND HEX(${column}) = HEX(${text(name)})` : ''}`;

function presenceQuery({ kind, of, name, exact }: Presence): string {
  const constraint = CONSTRAINTS[kind];
  if (constraint !== undefined) {
    const named = kind === 'primary key' ? '' : ` AND ${isName('constraint_name', name, exact)}`;
    return `information_schema.table_constraints WHERE ${place(of)} AND constraint_type = ${text(constraint)}${named}`;
  }
  if (kind === 'column')
    return `information_schema.columns WHERE ${place(of)} AND ${isName('column_name', name, exact)}`;
  if (kind === 'index' || kind === 'valid index')
    return `information_schema.statistics WHERE ${place(of)} AND ${isName('index_name', name, exact)}`;
  return `information_schema.tables WHERE ${place(of)} AND ${isName('table_name', of.name, exact)} AND table_type ${kind === 'view' ? '=' : '<>'} 'VIEW'`;
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
  prepare: (connection, lockTimeout) => {
    const seconds = String(Math.ceil(lockTimeout));
    return connection.execute(
      `SET SESSION lock_wait_timeout = ${seconds}, SESSION innodb_lock_wait_timeout = ${seconds}, SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES')`,
    );
  },
  isLockTimeout: ({ code }) => code === '1205' || code === '1213',
  sessionId: async (connection) => String(await value(connection, 'SELECT CONNECTION_ID()')),
  blockers,
  async runners(connection, table) {
    const id = await value(connection, `SELECT IS_USED_LOCK(${lockName(table)})`);
    return id === null ? [] : sessions(connection, [textOf(id)], true);
  },
  lock: async (connection, table) => Number(await value(connection, `SELECT GET_LOCK(${lockName(table)}, 0)`)) === 1,
  unlock: (connection, table) => connection.execute(`DO RELEASE_LOCK(${lockName(table)})`),
  // Galera. There GET_LOCK is of one node, and a node may be behind.
  async joinCluster(connection) {
    const [variable] = await connection.query("SHOW VARIABLES LIKE 'wsrep_on'");
    if (String(variable?.[1]).toUpperCase() !== 'ON') return false;
    await connection.execute('SET SESSION wsrep_sync_wait = 7');
    return true;
  },
  scratch: {
    async create(connection, name) {
      const [row = []] = await connection.query(
        'SELECT default_character_set_name, default_collation_name FROM information_schema.schemata WHERE schema_name = DATABASE()',
      );
      const [charset = '', collation = ''] = row.map(String);
      return [`CREATE DATABASE ${identifier(name)} CHARACTER SET ${charset} COLLATE ${collation}`];
    },
    drop: (name) => [`DROP DATABASE IF EXISTS ${identifier(name)}`],
    settings: (settings, name) => ({ ...settings, database: name }),
  },
  isThere: async (connection, what) =>
    Number(await value(connection, `SELECT COUNT(*) FROM ${presenceQuery(what)}`)) > 0,
};
