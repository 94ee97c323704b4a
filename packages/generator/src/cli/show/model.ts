import type { Config } from '../../config/config.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import type { Database, Table } from '../../model/model.js';
import type { Project } from '../../schema/project.js';
import { type DatabaseFacts, describeDatabase } from '../../targets/diagram/describe.js';
import type { ClassView, DatabaseView, TableView } from '../../targets/diagram/view.js';

/** What a look at the model needs besides the model: a glance needs less than the page. */
interface Wanted {
  readonly classes: boolean;
  readonly sql: boolean;
}

/** The models of a project as they are shown. */
export async function describeProject(
  config: Config,
  { models, platformOptions }: Project,
  wanted: Wanted,
): Promise<readonly DatabaseView[]> {
  const outline = wanted.classes ? await classOutline(config, { models, platformOptions }) : undefined;
  return models.map(({ database, platform }) => {
    const sql = wanted.sql ? platform.tableDdl(database, platformOptions) : undefined;
    const facts: DatabaseFacts = {
      adapter: platform.adapter,
      vendor: platform.title,
      sqlTypeOf: (column) => column.sqlType ?? platform.columnType(column, platformOptions),
      sqlOf: sql && ((table) => sql.get(table)),
      classesOf: outline && ((table) => outline(database, table)),
    };
    return describeDatabase(database, facts);
  });
}

/** The classes of tables in every language of the project, as far as they can be made. */
async function classOutline(
  config: Config,
  project: Pick<Project, 'models' | 'platformOptions'>,
): Promise<(database: Database, table: Table) => readonly ClassView[]> {
  const [{ targetsOf }, { plannedDatabases }] = await Promise.all([
    import('../../targets/registry.js'),
    import('../planned-databases.js'),
  ]);
  const databases = plannedDatabases(project);
  const targets = targetsOf(config);
  const outlines = await Promise.all(
    targets.map(async ({ title, outline }) => ({
      // Where there is one language, everybody knows which.
      said: targets.length > 1 ? { language: title } : {},
      print: (await outline()).outline(databases, config),
    })),
  );
  return (database, table) =>
    outlines.flatMap(({ said, print }) => print?.(database, table).map((each) => ({ ...each, ...said })) ?? []);
}

/** What `--json` prints of a database: the whole view, of methods only the names. */
export function databaseDocument({ tables, ...database }: DatabaseView): object {
  return {
    ...database,
    tables: tables.map(({ classes, ...table }) => ({
      ...table,
      classes: classes.map(({ methods, ...known }) => ({ ...known, methods: methods.map((each) => each.name) })),
    })),
  };
}

/** A table that somebody asked for, with its database. */
export interface FoundTable {
  readonly database: DatabaseView;
  readonly table: TableView;
}

/** The tables of a name: as the schema writes it, in any case, or by the name of the class. */
export function tablesNamed(databases: readonly DatabaseView[], name: string): readonly FoundTable[] {
  const all = databases.flatMap((database) => database.tables.map((table) => ({ database, table })));
  const lower = name.toLowerCase();
  const tests: readonly ((table: TableView) => boolean)[] = [
    (table) => table.id === name || table.name === name,
    (table) => table.id.toLowerCase() === lower || table.name.toLowerCase() === lower,
    (table) => table.phpName.toLowerCase() === lower,
  ];
  for (const test of tests) {
    const found = all.filter(({ table }) => test(table));
    if (found.length > 0) return found;
  }
  throw failure({
    code: 'cli/unknown-table',
    message: `there is no table ${quoted(name)}`,
    help:
      all.length === 0
        ? 'the schema has no tables yet'
        : suggestion(
            name,
            all.map(({ table }) => table.id),
          ),
  });
}
