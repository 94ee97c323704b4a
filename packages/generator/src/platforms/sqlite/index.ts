import type { Platform } from '../platform.js';
import { check } from './check.js';
import { IDENTIFIER_LIMIT, SqliteDdl } from './ddl.js';

export const platform: Platform = {
  adapter: 'sqlite',
  title: 'SQLite',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'joined',
  indexNamesPerSchema: true,
  check,
  ddl: (database, options) => new SqliteDdl().script(database, options),
};
