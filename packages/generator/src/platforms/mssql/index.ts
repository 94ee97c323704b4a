import type { Platform } from '../platform.js';
import { printed } from '../printed.js';
import { check, PARAMETERS } from './check.js';
import { MssqlDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { IDENTIFIER_LIMIT, MssqlShaper } from './shape.js';
import { dialect } from './statements.js';
import { stored } from './stored.js';
import { columnType } from './types.js';

const shaper = new MssqlShaper();

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
  stored,
  ...printed(() => shaper, new MssqlDdl()),
};
