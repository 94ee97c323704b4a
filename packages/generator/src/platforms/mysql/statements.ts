import { type StatementDialect, standardDialect } from '../dialect.js';
import { identifier } from './quoting.js';

/** The id comes with the answer to the INSERT. */
const standard = standardDialect(identifier, { generatedKey: () => ({ kind: 'last-insert-id' }) });

export const dialect: StatementDialect = {
  ...standard,
  insertDefaults: (table) => `INSERT INTO ${standard.tableName(table)} () VALUES ()`,
};
