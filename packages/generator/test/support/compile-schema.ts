import { BEHAVIORS } from '../../src/behaviors/registry.js';
import { type Diagnostic, Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../src/model/adapter.js';
import type { Database } from '../../src/model/model.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { checkDocument } from '../../src/schema/check.js';
import { buildModels } from '../../src/schema/models.js';
import { parseXml } from '../../src/schema/xml.js';

export const ADAPTERS: readonly Adapter[] = ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'];

export interface Compiled {
  readonly diagnostics: readonly Diagnostic[];
  /** Only when there was no error. */
  readonly sql: string | undefined;
  readonly database: Database | undefined;
}

export async function loadPlatforms(): Promise<ReadonlyMap<Adapter, Platform>> {
  const loaded = await Promise.all(ADAPTERS.map(async (adapter) => [adapter, await loadPlatform(adapter)] as const));
  return new Map(loaded);
}

/** The way of a schema through the generator without files: the text of one `schema.xml` for the connection `app`. */
export function compileSchema(text: string, platform: Platform): Compiled {
  const reporter = new Reporter();
  const root = parseXml({ path: 'schema.xml', text }, reporter);
  const broken = root && checkDocument(root, reporter);
  if (!broken) return { diagnostics: reporter.diagnostics, sql: undefined, database: undefined };
  const document = { root, broken, database: root.attributes['name'] ?? '', referenceOnly: false };
  const models = buildModels(
    { documents: [document], complete: true },
    {
      platforms: new Map([['app', platform]]),
      platformOptions: DEFAULT_PLATFORM_OPTIONS,
      tablePrefix: '',
      behaviors: BEHAVIORS,
      configurationName: 'orm.yaml',
    },
    reporter,
  );
  const database = reporter.hasErrors ? undefined : models[0]?.database;
  return {
    diagnostics: reporter.diagnostics,
    sql: database && platform.ddl(database, DEFAULT_PLATFORM_OPTIONS),
    database,
  };
}
