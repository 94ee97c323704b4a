import type { ConnectionSettings } from '../config/connection-settings.js';
import type { Database } from '../model/model.js';
import { loadAccess } from '../platforms/access.js';
import type { Catalog } from '../platforms/catalog.js';
import type { DatabaseConnection } from '../platforms/connection.js';
import { driverLoader } from '../platforms/driver.js';
import type { IntrospectOptions, RecoverOptions } from '../platforms/introspection.js';
import { loadIntrospection } from '../platforms/introspections.js';
import { DEFAULT_PLATFORM_OPTIONS, type PlatformOptions } from '../platforms/platform.js';
import { loadPlatform } from '../platforms/registry.js';
import type { ClassNaming } from '../targets/php/classes.js';
import { type SchemaDifference, schemaDifferences } from './differences.js';
import type { Finding } from './finding.js';
import { type Reversed, reverseCatalog } from './reverse.js';

/** What to read of a database, and what the schema is called. Everything but the name has a default. */
export interface ReverseRequest extends RecoverOptions {
  /** `name` of the root element: the name of the connection in the configuration. */
  readonly databaseName: string;
  readonly namespace?: string | undefined;
  /** Path of the XSD from the folder of the schema, for editors. */
  readonly xsd?: string | undefined;
  /** Schemas to read; none means the vendor's default one. */
  readonly schemas?: readonly string[];
  /** Tables to leave out: names, with `*` for any characters. */
  readonly exclude?: readonly string[];
  /** Reads views as tables with `viewSql`, as far as that can say them. */
  readonly views?: boolean;
  /** `generator.tablePrefix` of the configuration. */
  readonly tablePrefix?: string;
  readonly platformOptions?: PlatformOptions;
  readonly classNaming?: ClassNaming;
  /** Leaves names in PHP as the generator makes them. */
  readonly keepNames?: boolean;
  /** Hears what is about to be done, where that may take a while. */
  readonly onStep?: ((what: string) => void) | undefined;
}

/** What classes are called where the configuration says nothing. */
export const DEFAULT_CLASS_NAMING: ClassNaming = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };

/** Connects, reads the database and makes its schema. Throws `DatabaseError` for what the database refuses. */
export async function reverseDatabase(
  settings: ConnectionSettings,
  root: string,
  request: ReverseRequest,
): Promise<Reversed> {
  // Said before anybody waits for a connection.
  await loadIntrospection(settings.adapter);
  const { connect } = await loadAccess(settings.adapter);
  const connection = await connect(settings, driverLoader(root));
  try {
    return await reverseConnection(connection, settings, request);
  } finally {
    await connection.close().catch(() => undefined);
  }
}

/** The same on a connection that is open already. */
export async function reverseConnection(
  connection: DatabaseConnection,
  { adapter }: Pick<ConnectionSettings, 'adapter'>,
  request: ReverseRequest,
): Promise<Reversed> {
  const introspection = await loadIntrospection(adapter);
  const platform = await loadPlatform(adapter);
  const options: IntrospectOptions = {
    schemas: request.schemas ?? [],
    exclude: matching(request.exclude ?? []),
    withSql: true,
    withViews: request.views ?? false,
  };
  const catalog = await introspection.read(connection, options);
  return reverseCatalog(catalog, introspection, {
    platform,
    platformOptions: request.platformOptions ?? DEFAULT_PLATFORM_OPTIONS,
    tablePrefix: request.tablePrefix ?? '',
    classNaming: request.classNaming ?? DEFAULT_CLASS_NAMING,
    keepNames: request.keepNames ?? false,
    databaseName: request.databaseName,
    tinyint1: request.tinyint1,
    namespace: request.namespace,
    xsd: request.xsd,
    onStep: request.onStep,
  });
}

/** Whether a name is one of the patterns, in which `*` stands for any characters. */
export function matching(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|/-]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 'su');
  });
  return (name) => tests.some((test) => test.test(name));
}

/** How a database is not what the schema of a project says, and what no schema could say of it. */
export interface ComparedDatabase {
  readonly differences: readonly SchemaDifference[];
  readonly findings: readonly Finding[];
}

/** Reads the schemas that a model has tables in, and compares. Throws `DatabaseError` for what the database refuses. */
export async function compareDatabase(
  connection: DatabaseConnection,
  { adapter }: Pick<ConnectionSettings, 'adapter'>,
  model: Database,
  request: Pick<ReverseRequest, 'exclude' | 'platformOptions' | 'onStep'> = {},
): Promise<ComparedDatabase> {
  const introspection = await loadIntrospection(adapter);
  const platform = await loadPlatform(adapter);
  const platformOptions = request.platformOptions ?? DEFAULT_PLATFORM_OPTIONS;
  const exclude = matching(request.exclude ?? []);
  const parts = [...model.types, ...model.tables];
  const named = [...new Set(parts.flatMap(({ schema }) => (schema === undefined ? [] : [schema])))];
  const isUsual = named.length === 0 || parts.some(({ schema }) => schema === undefined);
  const usual = isUsual ? await introspection.read(connection, { schemas: [], exclude }) : undefined;
  const others = named.length > 0 ? await introspection.read(connection, { schemas: named, exclude }) : undefined;
  const catalog = joined(usual, others);
  const reversed = reverseCatalog(catalog, introspection, {
    platform,
    platformOptions,
    tablePrefix: '',
    classNaming: DEFAULT_CLASS_NAMING,
    // What classes are called is no part of a database.
    keepNames: true,
    databaseName: model.name,
    modelOnly: true,
    namespace: undefined,
    xsd: undefined,
    onStep: request.onStep,
  });
  const isView = ({ kind }: Finding): boolean => kind === 'view';
  const views = new Map(reversed.findings.filter(isView).map(({ name, detail }) => [name, detail]));
  const compared = {
    model,
    reversed: reversed.database,
    platform,
    platformOptions,
    introspection,
    views,
    usualCollations: catalog.usualCollations ?? [],
  };
  const ours = new Set(
    model.tables
      .filter(({ viewSql }) => viewSql !== undefined)
      .map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`)),
  );
  const findings = reversed.findings.filter((finding) => !isView(finding) || !ours.has(finding.name));
  return { differences: schemaDifferences(compared), findings };
}

function joined(first: Catalog | undefined, second: Catalog | undefined): Catalog {
  if (first === undefined || second === undefined) return first ?? second ?? { tables: [], others: [] };
  const known = new Set(first.tables.map(({ schema, name }) => JSON.stringify([schema, name])));
  const more = second.tables.filter(({ schema, name }) => !known.has(JSON.stringify([schema, name])));
  const types = new Map(
    [...(first.types ?? []), ...(second.types ?? [])].map((type) => [JSON.stringify([type.schema, type.name]), type]),
  );
  return {
    ...first,
    tables: [...first.tables, ...more],
    types: [...types.values()],
    others: [...first.others, ...second.others],
  };
}
