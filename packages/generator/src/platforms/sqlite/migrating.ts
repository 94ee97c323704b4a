import type { Migrating } from '../migrating.js';
import { fileOf } from './file.js';
import { identifier, text } from './quoting.js';

export const migrating: Migrating = {
  types: { name: 'VARCHAR(190)', word: 'VARCHAR(64)', number: 'INTEGER', time: 'TIMESTAMP', text: 'TEXT' },
  now: 'CURRENT_TIMESTAMP',
  begin: 'BEGIN IMMEDIATE',
  ifNotExists: 'IF NOT EXISTS ',
  tableOptions: '',
  identifier,
  text,
  async hasTable(connection, name) {
    const found = await connection.query(
      `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${text(name)} COLLATE NOCASE`,
    );
    return found.length > 0;
  },
  async triggers(connection) {
    const found = await connection.query(
      "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    );
    return found.map(([name, table, sql]) => ({ name: String(name), table: String(table), sql: String(sql) }));
  },
  scratch: {
    create: () => Promise.resolve([]),
    drop: () => [],
    settings: (settings) => ({ ...settings, path: ':memory:' }),
  },
  isLockTimeout: ({ code, message }) => /BUSY|LOCKED/.test(code ?? '') || /database is locked/.test(message),
  heldFile: ({ message }, settings) => (message === 'database is locked' ? fileOf(settings).path : undefined),
  withWait: (settings, seconds) => ({ ...settings, timeout: seconds }),
};
