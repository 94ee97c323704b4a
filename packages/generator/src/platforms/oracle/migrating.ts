import type { DatabaseConnection } from '../connection.js';
import type { Migrating } from '../migrating.js';
import { catalogName, identifier, text } from './quoting.js';

// Written from the documentation: no Oracle can be had where this project is tested.

async function value(connection: DatabaseConnection, sql: string): Promise<unknown> {
  return (await connection.query(sql))[0]?.[0];
}

export const migrating: Migrating = {
  types: {
    name: 'VARCHAR2(190 CHAR)',
    word: 'VARCHAR2(64 CHAR)',
    number: 'NUMBER(10)',
    time: 'TIMESTAMP(0)',
    text: 'CLOB',
  },
  now: 'SYS_EXTRACT_UTC(SYSTIMESTAMP)',
  begin: 'SET TRANSACTION READ WRITE',
  ifNotExists: '',
  tableOptions: '',
  identifier,
  text,
  hasTable: async (connection, name) =>
    Number(await value(connection, `SELECT COUNT(*) FROM user_tables WHERE table_name = ${text(catalogName(name))}`)) >
    0,
  prepare: (connection, lockTimeout) =>
    connection.execute(`ALTER SESSION SET ddl_lock_timeout = ${String(Math.ceil(lockTimeout))}`),
  isLockTimeout: ({ code }) => code === '54' || code === '30006' || code === '60',
};
