import type { Adapter } from '../../model/adapter.js';
import type { Catalog } from '../../platforms/catalog.js';
import type { DatabaseConnection } from '../../platforms/connection.js';

/** What is in a database; nothing for vendors that cannot be read yet. */
export async function readCatalog(_adapter: Adapter, _database: DatabaseConnection): Promise<Catalog | undefined> {
  return Promise.resolve(undefined);
}
