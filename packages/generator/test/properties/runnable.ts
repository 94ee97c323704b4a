import type { Database } from '../../src/model/model.js';
import { adapterOf, type Engine } from '../support/engines.js';

/** Constraints that point at tables which somebody else has to create, or at other databases of the server. */
export function needsOthers(database: Database, engine: Engine): boolean {
  const named = database.tables.some(({ schema }) => schema !== undefined);
  return (
    (named && adapterOf(engine) !== 'pgsql') ||
    database.tables.every(({ skipSql }) => skipSql) ||
    database.tables.some(({ foreignKeys }) => foreignKeys.some((key) => key.constraint && key.foreignTable.skipSql))
  );
}

/** MyISAM of MySQL refuses descending indexes, that of MariaDB takes them. */
export const isForMariaDb = (sql: string, engine: Engine): boolean =>
  engine === 'mysql9' && sql.split('\n\n').some((each) => / DESC\b/.test(each) && /ENGINE=MyISAM/i.test(each));
