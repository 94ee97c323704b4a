import { COLUMN_TYPES } from '../model/column-type.js';
import type { Column, Database } from '../model/model.js';
import type { Catalog, CatalogCheck, CatalogTable } from '../platforms/catalog.js';
import type { Introspection, RecoverOptions } from '../platforms/introspection.js';
import type { SchemaFile } from '../schema/format/node.js';
import { type CompileOptions, compileDraft } from './compile.js';
import { type ColumnDraft, draftSchema, type SchemaDraft } from './draft.js';
import { type Finding, Findings } from './finding.js';
import { type ReadableName, ReadableNames } from './readable-names.js';
import { type RenderOptions, renderSchema } from './render.js';
import { Repairs, verbatimType } from './repair.js';
import { type RestScripts, restScripts } from './rest.js';
import { commonPrefix } from './table-prefix.js';
import { leaveOutStatements, leaveOutUnwritable } from './unwritable.js';

/** What the schema of a database is made for, and what its root element says. */
export interface ReverseOptions
  extends CompileOptions,
    RecoverOptions,
    Pick<RenderOptions, 'databaseName' | 'namespace' | 'xsd'> {
  /** Leaves names in PHP as the generator makes them. */
  readonly keepNames: boolean;
  /** Hears what is about to be done, where that may take a while. */
  readonly onStep?: ((what: string) => void) | undefined;
}

/** A database as a schema. */
export interface Reversed {
  readonly file: SchemaFile;
  /** What a person must know: what the schema does not hold, and what it represents differently. */
  readonly findings: readonly Finding[];
  /** The names in PHP that were chosen to be read, and are not the usual ones. */
  readonly names: readonly ReadableName[];
  /** What the schema cannot say, as scripts that make it. */
  readonly rest: RestScripts;
  /** The model that the file compiles to. */
  readonly database: Database;
  /** The checks that types of columns stand for: another one is made of the type, under a name of its own. */
  readonly labelChecks: readonly LabelCheck[];
}

export interface LabelCheck {
  readonly table: CatalogTable;
  readonly column: string;
  readonly check: CatalogCheck;
}

/** More turns than any database needs; each takes something away, so there is an end. */
const MOST_TURNS = 1000;

/**
 * The schema of a catalog, as a person would have written it: what a vendor recovers is written, compiled by the real front
 * end, and changed where the compiler refuses it or would make another type of it.
 */
export function reverseCatalog(catalog: Catalog, introspection: Introspection, options: ReverseOptions): Reversed {
  const findings = new Findings();
  const names = [...catalog.tables, ...(catalog.views ?? [])].map(({ name }) => name);
  const common = options.keepNames || options.tablePrefix !== '' ? '' : commonPrefix(names);
  // What not every table begins with cannot be said once for all of them.
  const tablePrefix = names.every((name) => name.startsWith(common) && name !== common) ? common : '';
  const schema = draftSchema(
    catalog,
    introspection,
    { tablePrefix: tablePrefix || options.tablePrefix, tinyint1: options.tinyint1 },
    findings,
  );
  leaveOutUnwritable(schema, findings);
  leaveOutStatements(schema, findings, options.platform.script);
  const { adapter, identifierLimit } = options.platform;
  const readable = options.keepNames ? undefined : new ReadableNames(schema, options.namespace, common);
  readable?.give();
  const repairs = new Repairs(schema, findings, readable);
  const checked = new Set<ColumnDraft>();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    options.onStep?.(`writing the schema of ${String(schema.tables.length)} tables`);
    const rendered = renderSchema(schema, {
      ...options,
      adapter,
      identifierLimit,
      ownPrefix: tablePrefix || undefined,
    });
    const { troubles, database } = compileDraft(rendered, options);
    if (repairs.fix(troubles)) continue;
    if (database === undefined) throw new Error('the schema made of the database does not build');
    if (settleTypes(schema, database, introspection, options, checked)) continue;
    repairs.report();
    const views = new Set(schema.tables.flatMap(({ from, shown }) => (from.viewSql === undefined ? [] : [shown])));
    const found = findings.sorted.filter(({ kind, name }) => kind !== 'view' || !views.has(name));
    const tables = new Set(schema.tables.map((table) => table.shown));
    const rest = restScripts(found, tables, introspection.script, options.databaseName);
    const labelChecks = schema.tables.flatMap(({ from, columns }) =>
      columns.flatMap(({ checks, from: { name, labelCheck = [] } }) =>
        [checks, labelCheck].flat().map((check) => ({ table: from, column: name, check })),
      ),
    );
    return {
      file: rendered.file,
      findings: found,
      names: readable?.names(database) ?? [],
      rest,
      database,
      labelChecks,
    };
  }
  throw new Error('the schema made of the database cannot be fixed');
}

/** Sees to it that every column gets the type it has, in as few words as possible; true when something was changed. */
function settleTypes(
  schema: SchemaDraft,
  database: Database,
  introspection: Introspection,
  { platform, platformOptions, modelOnly }: ReverseOptions,
  checked: Set<ColumnDraft>,
): boolean {
  let changed = false;
  const tables = new Map(database.tables.map((table) => [JSON.stringify([table.schema ?? null, table.name]), table]));
  const sqlType = (column: Column): string => platform.columnType(column, platformOptions);
  // A database has many columns, and few types.
  const known = new Map<string, boolean>();
  const isSame = (written: string, found: string): boolean => {
    const pair = `${written}\n${found}`;
    const same = known.get(pair) ?? introspection.sameType(written, found);
    known.set(pair, same);
    return same;
  };
  for (const table of schema.tables) {
    const model = tables.get(JSON.stringify([table.from.schema ?? null, table.from.name]));
    const columns = new Map(model?.columns.map((column) => [column.name, column]));
    for (const draft of table.columns) {
      const column = columns.get(draft.from.name);
      if (column === undefined || checked.has(draft) || draft.sqlType !== undefined || draft.nativeType !== undefined)
        continue;
      checked.add(draft);
      const written = sqlType(column);
      if (!isSame(written, draft.from.type)) changed = verbatimType(draft) || changed;
      else if (modelOnly !== true && draft.size !== undefined && sqlType(withoutSize(column)) === written) {
        draft.size = undefined;
        draft.scale = undefined;
        changed = true;
      }
    }
  }
  return changed;
}

/** The column as it would be without `size` and `scale`. */
function withoutSize(column: Column): Column {
  return {
    ...column,
    size: COLUMN_TYPES[column.elementType ?? column.type].size === 'fraction' ? 6 : undefined,
    scale: undefined,
  };
}
