import type { Platform } from '../platform.js';
import { printed } from '../printed.js';
import { check, PARAMETERS } from './check.js';
import { MysqlDdl } from './ddl.js';
import { IDENTIFIER_LIMIT } from './foreign-key-indexes.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { MysqlShaper } from './shape.js';
import { dialect } from './statements.js';
import { stored } from './stored.js';
import { columnType } from './types.js';

export const platform: Platform = {
  adapter: 'mysql',
  title: 'MySQL and MariaDB',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'native',
  indexNamesPerSchema: false,
  script,
  dialect,
  lists,
  check,
  parameters: PARAMETERS,
  columnType,
  stored,
  ...printed((options) => new MysqlShaper(options), new MysqlDdl()),
};
