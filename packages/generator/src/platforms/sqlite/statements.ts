import { type StatementDialect, standardDialect } from '../dialect.js';
import { identifier } from './quoting.js';

/** The id is known to the driver; RETURNING takes twice as long. */
export const dialect: StatementDialect = standardDialect(identifier, {
  generatedKey: () => ({ kind: 'last-insert-id' }),
});
