import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '../../../../src/model/adapter.js';
import { COLUMN_TYPES } from '../../../../src/model/column-type.js';
import type { Column, Database, Table } from '../../../../src/model/model.js';
import { dialect as mssql } from '../../../../src/platforms/mssql/script.js';
import { dialect as oracle } from '../../../../src/platforms/oracle/script.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../../../src/platforms/platform.js';
import { loadPlatform } from '../../../../src/platforms/registry.js';
import { splitScript } from '../../../../src/platforms/sql-script.js';
import { everythingFiles, makeProject } from '../../../support/everything.js';
import { orm } from '../../../support/orm-in-process.js';
import type { SentStatement } from '../../../support/sent-sql.js';

const AUTOLOAD = join(import.meta.dirname, '../../../../../runtime-php/vendor/autoload.php');
const LIBRARY = readFileSync(join(import.meta.dirname, 'vendor-schema.xml'), 'utf8');

/** What generated classes of a schema send to a vendor, and the tables they send it to. */
export interface VendorRun {
  readonly database: Database;
  /** The statements of the DDL. */
  readonly ddl: readonly string[];
  readonly sent: readonly SentStatement[];
}

/** The queries and writes of vendor-queries.php. */
export const runQueries = (adapter: Adapter): Promise<VendorRun> =>
  run(adapter, { 'schema.xml': LIBRARY }, 'vendor-queries.php', () => '');

/** Every statement that is planned for the tables of the schema with everything. */
export const runTables = (adapter: Adapter): Promise<VendorRun> =>
  run(adapter, everythingFiles(adapter), 'vendor-tables.php', (database) =>
    JSON.stringify(database.tables.map(tableInput)),
  );

async function run(
  adapter: Adapter,
  files: Readonly<Record<string, string>>,
  script: string,
  input: (database: Database) => string,
): Promise<VendorRun> {
  const project = makeProject(files, { adapter });
  try {
    const { code, stderr } = await orm(project.folder, 'model:build');
    if (code !== 0) throw new Error(stderr);
    const database = await project.model();
    const ddl = (await loadPlatform(adapter)).ddl(database, DEFAULT_PLATFORM_OPTIONS);
    const args = [AUTOLOAD, join(project.folder, 'generated-classes'), adapter];
    const sent = spawnSync(
      'php',
      ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', join(import.meta.dirname, script), ...args],
      { input: input(database), encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    if (sent.status !== 0 || sent.stderr !== '') throw new Error(`${script} for ${adapter}:\n${sent.stderr}`);
    return { database, ddl: ddlStatements(adapter, ddl), sent: JSON.parse(sent.stdout) as SentStatement[] };
  } finally {
    project.remove();
  }
}

/** One by one where they are run one by one. */
function ddlStatements(adapter: Adapter, script: string): string[] {
  if (adapter !== 'mssql' && adapter !== 'oracle') return [script];
  return splitScript(script, adapter === 'mssql' ? mssql : oracle).statements.map(({ text }) => text);
}

interface TableInput {
  readonly map: string;
  readonly writable: boolean;
  readonly columns: Readonly<Record<number, readonly [unknown, unknown]>>;
}

function tableInput(table: Table): TableInput {
  const columns = table.columns.flatMap((column, position) =>
    column.autoIncrement || column.generated || column === table.inheritance?.column
      ? []
      : [[position, sample(column)] as const],
  );
  const map = `${table.php.namespace}\\Map\\${table.className}TableMap`;
  return { map, writable: !table.readOnly && !table.abstract, columns: Object.fromEntries(columns) };
}

type SampledColumn = Pick<Column, 'family' | 'valueSet' | 'elementType'>;

/** Two values that every column of the kind can have. */
function sample({ family, valueSet, elementType }: SampledColumn): readonly [unknown, unknown] {
  const [first, second = first] = valueSet;
  if (elementType !== undefined) {
    const [one, other] = sample({ family: COLUMN_TYPES[elementType].family, valueSet, elementType: undefined });
    return [[one, null, other], []];
  }
  switch (family) {
    case 'text':
    case 'binary':
      return ["'", 'b'];
    case 'integer':
      return [7, 8];
    case 'float':
      return [1.5, -2.5e-7];
    case 'decimal':
      return ['7', '-8'];
    case 'boolean':
      return [true, false];
    case 'date':
      return ['2024-02-29', '1999-12-31'];
    case 'time':
      return ['23:59:58', '00:00:00'];
    case 'datetime':
      return ['2024-02-29 12:30:01', '1999-12-31 00:00:00'];
    case 'enum':
      return [first, second];
    case 'set':
      return [[first], [second]];
    case 'json':
      return [{ a: ["it's"] }, [1]];
    case 'array':
      return [['a', "it's | b"], []];
    case 'uuid':
      return ['0a1b2c3d-4e5f-4000-8000-00000000000f', '0a1b2c3d-4e5f-4000-8000-000000000001'];
    case 'object':
      return [[1], ['two']];
    case 'geometry':
      return ['POINT (1 2)', 'POINT (3 4)'];
  }
}
