import { type Diagnostic, Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../src/model/adapter.js';
import type { Database } from '../../src/model/model.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { buildText } from '../../src/schema/text.js';
import { PHP_NAMES } from '../../src/targets/php/check/name-rules.js';

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
  const source = { path: 'schema.xml', text };
  const built = buildText(
    {
      source,
      connection: 'app',
      platform,
      platformOptions: DEFAULT_PLATFORM_OPTIONS,
      tablePrefix: '',
      names: [PHP_NAMES],
    },
    reporter,
  );
  const database = reporter.hasErrors ? undefined : built?.database;
  return {
    diagnostics: reporter.diagnostics,
    sql: database && platform.ddl(database, DEFAULT_PLATFORM_OPTIONS),
    database,
  };
}
