import type { Platform } from '../platform.js';
import { printed } from '../printed.js';
import { check, PARAMETERS } from './check.js';
import { SqliteDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { IDENTIFIER_LIMIT, SqliteShaper } from './shape.js';
import { dialect } from './statements.js';
import { stored } from './stored.js';
import { columnType } from './types.js';

const shaper = new SqliteShaper();

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
  stored,
  ...printed(() => shaper, new SqliteDdl()),
};
