import type { Platform } from '../platform.js';
import { check } from './check.js';
import { IDENTIFIER_LIMIT, OracleDdl } from './ddl.js';

export const platform: Platform = {
  adapter: 'oracle',
  title: 'Oracle',
  identifierLimit: IDENTIFIER_LIMIT,
  schemas: 'none',
  indexNamesPerSchema: true,
  check,
  ddl: (database, options) => new OracleDdl().script(database, options),
};
