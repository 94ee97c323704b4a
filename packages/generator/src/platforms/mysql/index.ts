import type { Platform } from '../platform.js';
import { check } from './check.js';
import { IDENTIFIER_LIMIT, MysqlDdl } from './ddl.js';

export const platform: Platform = {
  adapter: 'mysql',
  title: 'MySQL and MariaDB',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'native',
  indexNamesPerSchema: false,
  check,
  ddl: (database, options) => new MysqlDdl(options).script(database, options),
};
