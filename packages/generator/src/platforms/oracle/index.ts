import type { Platform } from '../platform.js';
import { check, PARAMETERS } from './check.js';
import { IDENTIFIER_LIMIT, OracleDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { dialect } from './statements.js';
import { columnType } from './types.js';
import { wire } from './wire.js';

export const platform: Platform = {
  adapter: 'oracle',
  title: 'Oracle',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'none',
  indexNamesPerSchema: true,
  script,
  dialect,
  lists,
  check,
  parameters: PARAMETERS,
  columnType,
  wire,
  typeChecks: (table) => new OracleDdl().typeChecks(table),
  ddl: (database, options) => new OracleDdl().script(database, options),
  tableDdl: (database) => new OracleDdl().tableScripts(database),
};
