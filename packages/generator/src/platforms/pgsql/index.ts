import type { Platform } from '../platform.js';
import { check } from './check.js';
import { IDENTIFIER_LIMIT, PgsqlDdl } from './ddl.js';

export const platform: Platform = {
  adapter: 'pgsql',
  title: 'PostgreSQL',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'native',
  indexNamesPerSchema: true,
  check,
  ddl: (database, options) => new PgsqlDdl().script(database, options),
};
