import { keyOf, tablesByKey } from '../changes/state.js';
import type { ConnectionSettings } from '../config/connection-settings.js';
import type { Database } from '../model/model.js';
import { loadAccess } from '../platforms/access.js';
import type { Catalog } from '../platforms/catalog.js';
import type { DatabaseConnection } from '../platforms/connection.js';
import { driverLoader } from '../platforms/driver.js';
import type { Introspection, IntrospectOptions, RecoverOptions } from '../platforms/introspection.js';
import { loadIntrospection } from '../platforms/introspections.js';
import { DEFAULT_PLATFORM_OPTIONS, type PlatformOptions } from '../platforms/platform.js';
import { loadPlatform } from '../platforms/registry.js';
import type { CheckShape, DatabaseShape, ObjectName, TableShape } from '../platforms/shape.js';
import { objectName } from '../platforms/shaper.js';
import type { ScriptDialect } from '../platforms/sql-tokens.js';
import type { ClassNaming } from '../targets/php/classes.js';
import type { OtherLanguage } from './compile.js';
import { type SchemaDifference, schemaDifferences } from './differences.js';
import { shownName } from './draft.js';
import type { Finding } from './finding.js';
import { labelsIn } from './labels.js';
import { exact, tolerant, withoutComments } from './likeness.js';
import { type LabelCheck, type Reversed, reverseCatalog } from './reverse.js';
import { type LiveShape, type Reading, settledShape } from './settled.js';

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
  readonly otherLanguage?: OtherLanguage | undefined;
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
    otherLanguage: request.otherLanguage,
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

/** What is read of a database to compare it: everything in the schemas of some objects, or some tables alone. */
interface ReadRequest extends Pick<ReverseRequest, 'exclude' | 'platformOptions' | 'onStep'> {
  /** The only tables to read. */
  readonly only?: readonly ObjectName[] | undefined;
  /** Whether any name of a check will do. */
  readonly anyNames?: boolean;
}

interface SettleRequest extends ReadRequest {
  /** What the server makes of the shape: every text counts then. */
  readonly built?: LiveShape | undefined;
}

/** A database that was read. */
interface ReadDatabase extends Omit<Reading, 'anyNames' | 'like'> {
  readonly live: LiveShape;
  readonly findings: readonly Finding[];
}

/** Objects, by the schemas that they are in. */
type Parts = readonly { readonly schema?: string | undefined }[];

/** Reads the schemas that some objects are in. */
async function readDatabase(
  connection: DatabaseConnection,
  { adapter }: Pick<ConnectionSettings, 'adapter'>,
  name: string,
  parts: Parts,
  request: ReadRequest,
): Promise<ReadDatabase> {
  const introspection = await loadIntrospection(adapter);
  const platform = await loadPlatform(adapter);
  const platformOptions = request.platformOptions ?? DEFAULT_PLATFORM_OPTIONS;
  const exclude = matching(request.exclude ?? []);
  const { only } = request;
  const read = async (objects: Parts, tables: readonly ObjectName[] | undefined): Promise<Catalog> => {
    const named = [...new Set(objects.flatMap(({ schema }) => (schema === undefined ? [] : [schema])))];
    const isUsual = named.length === 0 || objects.some(({ schema }) => schema === undefined);
    const asked = { exclude, only: tables };
    const usual = isUsual ? await introspection.read(connection, { schemas: [], ...asked }) : undefined;
    const others = named.length > 0 ? await introspection.read(connection, { schemas: named, ...asked }) : undefined;
    return joined(usual, others);
  };
  const first = await read(parts, only);
  const far = only === undefined ? [] : farTargets(first, only);
  const catalog = onlyTables(far.length > 0 ? joined(first, await read(far, far)) : first, only);
  const { database, findings, labelChecks } = reverseCatalog(catalog, introspection, {
    platform,
    platformOptions,
    tablePrefix: '',
    classNaming: DEFAULT_CLASS_NAMING,
    // What classes are called is no part of a database.
    keepNames: true,
    databaseName: name,
    modelOnly: true,
    namespace: undefined,
    xsd: undefined,
    onStep: request.onStep,
  });
  const views = new Map(findings.filter(isView).map(({ name: view, detail }) => [view, detail]));
  const { usualCollations = [] } = catalog;
  const built = withConstraints(platform.shape(database, platformOptions), catalog);
  const shape = request.anyNames === true ? built : withOwnChecks(built, labelChecks, platform.script);
  const live = { shape, views, usualCollations };
  return { introspection, script: platform.script, live, findings };
}

/** A schema does not say which form a unique has, and the vendor would make the usual one. */
function withConstraints(shape: DatabaseShape, { tables }: Catalog): DatabaseShape {
  const constraints = new Set(
    tables.flatMap(({ uniques, ...table }) =>
      uniques
        .filter(({ isConstraint }) => isConstraint)
        .map(({ name }) => JSON.stringify([keyOf(objectName(table)), name])),
    ),
  );
  if (constraints.size === 0) return shape;
  return {
    ...shape,
    tables: shape.tables.map((table) => ({
      ...table,
      indexes: table.indexes.map((index) =>
        constraints.has(JSON.stringify([keyOf(table), index.name])) ? { ...index, kind: 'unique' } : index,
      ),
    })),
  };
}

/**
 * A check that keeps a text to some labels may be one of the schema, and not that of an ENUM: then it has a name of its own, and is
 * what the database has.
 */
function withOwnChecks(shape: DatabaseShape, labelChecks: readonly LabelCheck[], script: ScriptDialect): DatabaseShape {
  if (labelChecks.length === 0) return shape;
  const byTable = new Map<string, LabelCheck[]>();
  for (const each of labelChecks) byTable.set(keyOf(each.table), [...(byTable.get(keyOf(each.table)) ?? []), each]);
  const own = (table: TableShape, check: CheckShape): CheckShape => {
    const known = byTable.get(keyOf(table)) ?? [];
    const column = known.length === 0 ? undefined : labelsIn(check.expression, script)?.column;
    const its = known.filter((each) => each.column === column);
    const [found] = its;
    if (found?.check.name === undefined || its.some((each) => each.check.name === check.name)) return check;
    return { ...check, name: found.check.name, expression: found.check.sql };
  };
  return {
    ...shape,
    tables: shape.tables.map((table) => ({ ...table, checks: table.checks.map((check) => own(table, check)) })),
  };
}

const isView = ({ kind }: Finding): boolean => kind === 'view';

/** Reads the schemas that a model has tables in, and compares. Throws `DatabaseError` for what the database refuses. */
export async function compareDatabase(
  connection: DatabaseConnection,
  settings: Pick<ConnectionSettings, 'adapter'>,
  model: Database,
  request: Pick<ReverseRequest, 'exclude' | 'platformOptions' | 'onStep'> = {},
): Promise<ComparedDatabase> {
  const platformOptions = request.platformOptions ?? DEFAULT_PLATFORM_OPTIONS;
  const expected = (await loadPlatform(settings.adapter)).shape(model, platformOptions);
  const parts = [...model.types, ...model.tables];
  const { live, findings, ...read } = await readDatabase(connection, settings, model.name, parts, {
    ...request,
    anyNames: true,
  });
  const ours = new Set(expected.views.map(({ schema, name }) => shownName(schema, name)));
  const known = [...parts, ...live.shape.types.filter((type) => isNamedType(model, type, read.introspection))];
  return {
    differences: schemaDifferences({
      expected,
      live,
      by: 'schema',
      known: known.map(({ schema, name }) => objectName({ schema, name })),
      anyNames: true,
      like: tolerant(read.introspection, read.script),
      ...read,
    }),
    findings: findings.filter((finding) => !isView(finding) || !ours.has(finding.name)),
  };
}

/** A schema may name a type with `sqlType` and leave it to somebody else. */
function isNamedType({ tables }: Database, type: ObjectName, introspection: Introspection): boolean {
  const name = shownName(type.schema, type.name);
  const isIt = (sqlType: string): boolean => [name, `${name}[]`].some((each) => introspection.sameType(sqlType, each));
  return tables.some(({ columns }) => columns.some(({ sqlType }) => sqlType !== undefined && isIt(sqlType)));
}

/** What a database is, in the words of what it should be by the migrations, and in what it differs from that. */
export interface SettledDatabase {
  readonly shape: () => DatabaseShape;
  readonly differences: readonly SchemaDifference[];
}

/** A database as a shape, with the SQL of its views. */
export async function readShape(
  connection: DatabaseConnection,
  settings: Pick<ConnectionSettings, 'adapter'>,
  expected: DatabaseShape,
): Promise<LiveShape> {
  const parts = [...expected.types, ...expected.tables, ...expected.views];
  return (await readDatabase(connection, settings, expected.name, parts, {})).live;
}

/** What a shape is called by the server that has made it. */
function asBuilt(
  expected: DatabaseShape,
  { shape, views }: LiveShape,
  live: LiveShape,
  introspection: Introspection,
): DatabaseShape {
  const [wanted, found] = [tablesByKey(expected), tablesByKey(live.shape)];
  return {
    ...expected,
    types: shape.types,
    tables: shape.tables.map((table) => {
      const [mine, its] = [wanted.get(keyOf(table)), found.get(keyOf(table))];
      return mine && its
        ? (introspection.withChosenSettings?.(table, mine, its, live.usualCollations) ?? table)
        : table;
    }),
    views: expected.views.map((view) => ({ ...view, sql: views.get(shownName(view.schema, view.name)) ?? view.sql })),
  };
}

/** Reads a database that should be like a shape. Throws `DatabaseError` for what the database refuses. */
export async function settleDatabase(
  connection: DatabaseConnection,
  settings: Pick<ConnectionSettings, 'adapter'>,
  wanted: DatabaseShape,
  request: SettleRequest = {},
): Promise<SettledDatabase> {
  const { only, built } = request;
  const parts = only ?? [...wanted.types, ...wanted.tables, ...wanted.views];
  const { live, ...read } = await readDatabase(connection, settings, wanted.name, parts, request);
  const expected = built === undefined ? wanted : asBuilt(wanted, built, live, read.introspection);
  const like = built === undefined ? tolerant(read.introspection, read.script) : exact(read.introspection);
  const reading = {
    ...read,
    anyNames: false,
    like: read.introspection.commentsWait === true ? withoutComments(like) : like,
  };
  const names = only === undefined ? undefined : new Set(only.map(keyOf));
  const some = <Named extends ObjectName>(objects: readonly Named[]): readonly Named[] =>
    objects.filter((object) => names?.has(keyOf(object)) !== false);
  const asked = {
    ...expected,
    types: some(expected.types),
    tables: some(expected.tables),
    views: some(expected.views),
  };
  const known = [...live.shape.tables, ...live.shape.types].filter((object) => names?.has(keyOf(object)) === false);
  return {
    shape: () => settledShape(expected, live, reading),
    differences: schemaDifferences({ expected: asked, live, by: 'migrations', known, ...reading }),
  };
}

/** The tables that foreign keys of some tables point at. */
function targetsOf({ tables }: Catalog, only: readonly ObjectName[]): readonly ObjectName[] {
  const wanted = new Set(only.map(keyOf));
  return tables
    .filter((table) => wanted.has(keyOf(table)))
    .flatMap(({ foreignKeys }) => foreignKeys)
    .map(({ foreignSchema: schema, foreignTable: name }) => objectName({ schema, name }));
}

/** Those of them that are in a schema that was not read. */
function farTargets(catalog: Catalog, only: readonly ObjectName[]): readonly ObjectName[] {
  const known = new Set(catalog.tables.map(keyOf));
  return targetsOf(catalog, only).filter((target) => !known.has(keyOf(target)));
}

/** Some tables, and those that their foreign keys point at. */
function onlyTables(catalog: Catalog, only: readonly ObjectName[] | undefined): Catalog {
  if (only === undefined) return catalog;
  const all = new Set([...only, ...targetsOf(catalog, only)].map(keyOf));
  return { ...catalog, tables: catalog.tables.filter((table) => all.has(keyOf(table))) };
}

function joined(first: Catalog | undefined, second: Catalog | undefined): Catalog {
  if (first === undefined || second === undefined) return first ?? second ?? { tables: [], others: [] };
  const known = new Set(first.tables.map(keyOf));
  const more = second.tables.filter((table) => !known.has(keyOf(table)));
  const types = new Map([...(first.types ?? []), ...(second.types ?? [])].map((type) => [keyOf(type), type]));
  return {
    ...first,
    tables: [...first.tables, ...more],
    types: [...types.values()],
    others: [...first.others, ...second.others],
  };
}
