import { type StatementDialect, standardDialect } from '../dialect.js';
import { identifier } from './quoting.js';

/** SCOPE_IDENTITY() does not see an INSERT that ran as a prepared statement; OUTPUT does. */
export const dialect: StatementDialect = standardDialect(identifier, {
  generatedKey: (_table, column) => ({
    kind: 'result',
    output: ` OUTPUT INSERTED.${identifier(column.name)}`,
    returning: '',
  }),
});
