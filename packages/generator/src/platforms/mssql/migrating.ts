import type { DatabaseConnection } from '../connection.js';
import type { Migrating } from '../migrating.js';
import { identifier, text } from './quoting.js';

// Written from the documentation: no SQL Server can be had where this project is tested.

async function value(connection: DatabaseConnection, sql: string): Promise<unknown> {
  return (await connection.query(sql))[0]?.[0];
}

export const migrating: Migrating = {
  types: { name: 'NVARCHAR(190)', word: 'NVARCHAR(64)', number: 'INT', time: 'DATETIME2(0)', text: 'NVARCHAR(MAX)' },
  now: 'SYSUTCDATETIME()',
  begin: 'BEGIN TRANSACTION',
  ifNotExists: '',
  tableOptions: '',
  identifier,
  text,
  hasTable: async (connection, name) =>
    (await value(connection, `SELECT OBJECT_ID(${text(identifier(name))}, N'U')`)) !== null,
  prepare: (connection, lockTimeout) =>
    connection.execute(`SET LOCK_TIMEOUT ${String(Math.round(lockTimeout * 1000))}`),
  isLockTimeout: ({ code }) => code === '1222' || code === '1205',
  async lock(connection, table) {
    const answer = await value(
      connection,
      `DECLARE @answer INT; EXEC @answer = sp_getapplock @Resource = ${text(`orm:${table}`)}, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0; SELECT @answer`,
    );
    return Number(answer) >= 0;
  },
  unlock: (connection, table) =>
    connection.execute(`EXEC sp_releaseapplock @Resource = ${text(`orm:${table}`)}, @LockOwner = 'Session'`),
};
