import type { Platform } from '../platform.js';
import { printed } from '../printed.js';
import { check, PARAMETERS } from './check.js';
import { PgsqlDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { IDENTIFIER_LIMIT, PgsqlShaper } from './shape.js';
import { dialect } from './statements.js';
import { stored } from './stored.js';
import { columnType } from './types.js';

const shaper = new PgsqlShaper();

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
  stored,
  ...printed(() => shaper, new PgsqlDdl()),
};
