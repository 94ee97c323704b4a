import type { Platform } from '../platform.js';
import { printed } from '../printed.js';
import { check, PARAMETERS } from './check.js';
import { OracleDdl } from './ddl.js';
import { lists } from './lists.js';
import { dialect as script } from './script.js';
import { IDENTIFIER_LIMIT, OracleShaper } from './shape.js';
import { dialect } from './statements.js';
import { stored } from './stored.js';
import { columnType } from './types.js';

const shaper = new OracleShaper();

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
  stored,
  ...printed(() => shaper, new OracleDdl()),
};
