import type { Adapter } from '../../model/adapter.js';
import type { Catalog } from '../../platforms/catalog.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import { loadIntrospection } from '../../platforms/introspections.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../platforms/platform.js';
import { loadPlatform } from '../../platforms/registry.js';
import { DEFAULT_CLASS_NAMING } from '../../reverse/database.js';
import { type Reversed, reverseCatalog } from '../../reverse/reverse.js';
import type { SchemaHead } from './schema-file.js';

/** Vendors whose databases can be read back into a schema. */
const READABLE: ReadonlySet<Adapter> = new Set(['pgsql', 'mysql', 'sqlite']);

/** What is in a database; nothing where it cannot be read, which is no reason to stop. */
export async function readCatalog(adapter: Adapter, database: DatabaseConnection): Promise<Catalog | undefined> {
  if (!READABLE.has(adapter)) return undefined;
  try {
    const introspection = await loadIntrospection(adapter);
    return await introspection.read(database, { schemas: [], exclude: () => false });
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}

/** The schema of a database that was read, and what a schema cannot say of it. */
export async function importSchema(
  adapter: Adapter,
  catalog: Catalog,
  { name, namespace, xsd }: SchemaHead,
): Promise<Reversed> {
  return reverseCatalog(catalog, await loadIntrospection(adapter), {
    platform: await loadPlatform(adapter),
    platformOptions: DEFAULT_PLATFORM_OPTIONS,
    tablePrefix: '',
    classNaming: DEFAULT_CLASS_NAMING,
    databaseName: name,
    namespace: namespace === '' ? undefined : namespace,
    xsd,
  });
}
