import type { Platform } from '../platform.js';
import { check, PARAMETERS } from './check.js';
import { IDENTIFIER_LIMIT, MssqlDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { dialect } from './statements.js';
import { columnType } from './types.js';
import { wire } from './wire.js';

export const platform: Platform = {
  adapter: 'mssql',
  title: 'SQL Server',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'native',
  // Indexes belong to their table; the names of constraints, which do not, are compared in `check`.
  indexNamesPerSchema: false,
  script,
  dialect,
  lists,
  check,
  parameters: PARAMETERS,
  columnType,
  wire,
  typeChecks: (table) => new MssqlDdl().typeChecks(table),
  ddl: (database, options) => new MssqlDdl().script(database, options),
  tableDdl: (database) => new MssqlDdl().tableScripts(database),
};
