import type { Platform } from '../platform.js';
import { check, PARAMETERS } from './check.js';
import { IDENTIFIER_LIMIT, PgsqlDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { dialect } from './statements.js';
import { columnType } from './types.js';
import { wire } from './wire.js';

export const platform: Platform = {
  adapter: 'pgsql',
  title: 'PostgreSQL',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'native',
  indexNamesPerSchema: true,
  script,
  dialect,
  lists,
  check,
  parameters: PARAMETERS,
  columnType,
  wire,
  typeChecks: (table) => new PgsqlDdl().typeChecks(table),
  ddl: (database, options) => new PgsqlDdl().script(database, options),
  tableDdl: (database) => new PgsqlDdl().tableScripts(database),
};
