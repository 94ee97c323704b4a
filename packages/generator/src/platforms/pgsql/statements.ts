import { type StatementDialect, standardDialect } from '../dialect.js';
import { identifier } from './quoting.js';

/** `lastInsertId()` would be a second round trip. */
export const dialect: StatementDialect = standardDialect(identifier, {
  generatedKey: (_table, column) => ({
    kind: 'result',
    output: '',
    returning: ` RETURNING ${identifier(column.name)}`,
  }),
});
