import { failure } from '../diagnostics/diagnostic.js';
import type { Adapter } from '../model/adapter.js';
import type { Introspection } from './introspection.js';

const INTROSPECTIONS: Readonly<Record<Adapter, (() => Promise<{ introspection: Introspection }>) | string>> = {
  pgsql: () => import('./pgsql/introspect.js'),
  mysql: () => import('./mysql/introspect.js'),
  sqlite: () => import('./sqlite/introspect.js'),
  mssql: 'SQL Server',
  oracle: 'Oracle',
};

export const canIntrospect = (adapter: Adapter): boolean => typeof INTROSPECTIONS[adapter] !== 'string';

/** How a database of the vendor is read back into a schema; loaded only when somebody wants to. */
export async function loadIntrospection(adapter: Adapter): Promise<Introspection> {
  const load = INTROSPECTIONS[adapter];
  if (typeof load !== 'string') return (await load()).introspection;
  throw failure({
    code: 'reverse/vendor',
    message: `reading a database back is not there for ${load} yet`,
    help: 'it is for PostgreSQL, MySQL, MariaDB and SQLite; for other databases write the schema by hand, docs/schema.md has the words',
  });
}
