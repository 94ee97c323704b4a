import type { BehaviorRegistry } from '../../../src/behaviors/behavior.js';
import { type Diagnostic, Reporter } from '../../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../../src/model/adapter.js';
import type { Database, ForeignKey, Table } from '../../../src/model/model.js';
import type { NameRules } from '../../../src/model/name-rules.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { checkDocument } from '../../../src/schema/check.js';
import { Flaws } from '../../../src/schema/flaws.js';
import { buildModels } from '../../../src/schema/models.js';
import { parseXml } from '../../../src/schema/xml.js';
import { PHP_NAMES } from '../../../src/targets/php/check/name-rules.js';

export interface Built {
  readonly diagnostics: readonly Diagnostic[];
  readonly database: Database;
  readonly table: (name: string) => Table;
}

export interface BuildOptions {
  readonly adapter?: Adapter;
  readonly behaviors?: BehaviorRegistry;
  /** What languages ask of names; those of PHP unless it is said. */
  readonly names?: readonly NameRules[];
}

/** The model of what stands in a `<database name="default">`, without files. */
export async function build(body: string, options: BuildOptions = {}): Promise<Built> {
  const { diagnostics, database } = await tryBuild(body, options);
  if (!database) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return {
    diagnostics,
    database,
    table: (name) => {
      const found = database.tables.find((table) => table.name === name);
      if (!found) throw new Error(`no table ${name}`);
      return found;
    },
  };
}

export async function tryBuild(
  body: string,
  { adapter = 'pgsql', behaviors = new Map(), names = [PHP_NAMES] }: BuildOptions = {},
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly database: Database | undefined }> {
  const reporter = new Reporter();
  const source = { path: 'schema.xml', text: `<database name="default">\n${body}\n</database>\n` };
  const flaws = new Flaws();
  const parsed = parseXml(source, reporter);
  const root = parsed && checkDocument(parsed, reporter, flaws);
  if (!root) return { diagnostics: reporter.diagnostics, database: undefined };
  const [model] = buildModels(
    { documents: [{ root, database: 'default', referenceOnly: false }], flaws, complete: true },
    {
      platforms: new Map([['default', await loadPlatform(adapter)]]),
      platformOptions: DEFAULT_PLATFORM_OPTIONS,
      tablePrefix: '',
      behaviors,
      names,
      configurationName: 'orm.yaml',
    },
    reporter,
  );
  return { diagnostics: reporter.diagnostics, database: reporter.hasErrors ? undefined : model?.database };
}

/** A table with an INTEGER primary key `id` and what is given. */
export const table = (name: string, body = '', attributes = ''): string =>
  `<table name="${name}" ${attributes}><column name="id" type="INTEGER" primaryKey="true"/>${body}</table>`;

/** An INTEGER column and a foreign key from it to the `id` of a table. */
export const key = (column: string, foreignTable: string, attributes = ''): string =>
  `<column name="${column}" type="INTEGER"/>${reference(column, foreignTable, attributes)}`;

export const reference = (column: string, foreignTable: string, attributes = ''): string =>
  `<foreign-key foreignTable="${foreignTable}" ${attributes}><reference local="${column}" foreign="id"/></foreign-key>`;

/** The relations of a table by the names its class would have for them. */
export const relations = ({ foreignKeys, referrers }: Table): { to: string[]; from: string[] } => ({
  to: foreignKeys.map((foreignKey) => foreignKey.relationName),
  from: referrers.map(referrerName),
});

const referrerName = (foreignKey: ForeignKey): string =>
  foreignKey.oneToOne ? foreignKey.backName : foreignKey.backNamePlural;
