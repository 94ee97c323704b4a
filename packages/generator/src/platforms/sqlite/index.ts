import type { Platform } from '../platform.js';
import { check, PARAMETERS } from './check.js';
import { IDENTIFIER_LIMIT, SqliteDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { dialect } from './statements.js';
import { columnType } from './types.js';
import { wire } from './wire.js';

export const platform: Platform = {
  adapter: 'sqlite',
  title: 'SQLite',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'joined',
  indexNamesPerSchema: true,
  script,
  dialect,
  lists,
  check,
  parameters: PARAMETERS,
  columnType,
  wire,
  typeChecks: (table) => new SqliteDdl().typeChecks(table),
  ddl: (database, options) => new SqliteDdl().script(database, options),
  tableDdl: (database) => new SqliteDdl().tableScripts(database),
};
