import type { TargetName } from '../../config/keys/generator.js';
import type { Adapter } from '../../model/adapter.js';
import type { Catalog } from '../../platforms/catalog.js';
import type { DatabaseConnection } from '../../platforms/connection.js';
import { loadIntrospection } from '../../platforms/introspections.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../platforms/platform.js';
import { loadPlatform } from '../../platforms/registry.js';
import { DEFAULT_CLASS_NAMING } from '../../reverse/database.js';
import { type Reversed, reverseCatalog } from '../../reverse/reverse.js';
import { otherLanguage } from '../reverse/other-language.js';
import type { SchemaHead } from './schema-file.js';

/** Vendors whose databases can be read back into a schema. */
const READABLE: ReadonlySet<Adapter> = new Set(['pgsql', 'mysql', 'sqlite']);

/** What is in a database; nothing for vendors that cannot be read back yet. */
export async function readCatalog(adapter: Adapter, database: DatabaseConnection): Promise<Catalog | undefined> {
  if (!READABLE.has(adapter)) return undefined;
  const introspection = await loadIntrospection(adapter);
  return introspection.read(database, { schemas: [], exclude: () => false, withSql: true });
}

/** The schema of a database that was read, and what a schema cannot say of it. */
export async function importSchema(
  adapter: Adapter,
  catalog: Catalog,
  { name, namespace, xsd }: SchemaHead,
  keepNames: boolean,
  languages: readonly TargetName[],
): Promise<Reversed> {
  return reverseCatalog(catalog, await loadIntrospection(adapter), {
    platform: await loadPlatform(adapter),
    platformOptions: DEFAULT_PLATFORM_OPTIONS,
    tablePrefix: '',
    classNaming: DEFAULT_CLASS_NAMING,
    otherLanguage: await otherLanguage(languages),
    keepNames,
    databaseName: name,
    namespace: namespace === '' ? undefined : namespace,
    xsd,
  });
}
