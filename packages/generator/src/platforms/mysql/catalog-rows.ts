import type { DatabaseConnection } from '../connection.js';
import { text } from './quoting.js';

/** What the server says of itself and of the connection. */
export interface Server {
  readonly isMariaDb: boolean;
  /** The database of the connection. */
  readonly database: string | undefined;
  /** Names of tables are compared without regard to case. */
  readonly ignoresCase: boolean;
  readonly sqlMode: string;
  /** The collation of a new database. The session's own one follows the character set of the client. */
  readonly collation: string;
  /** The collation of a new table in the database of the connection. */
  readonly databaseCollation: string;
}

export async function readServer(connection: DatabaseConnection): Promise<Server> {
  const [row = []] = await connection.query(
    'SELECT VERSION(), DATABASE(), @@lower_case_table_names, @@sql_mode, @@GLOBAL.collation_server, @@collation_database',
  );
  const [version, database, lowerCase, sqlMode, collation, databaseCollation] = row.map(asText);
  return {
    isMariaDb: /mariadb/i.test(version ?? ''),
    database: database ?? undefined,
    ignoresCase: lowerCase !== '0',
    sqlMode: sqlMode ?? '',
    collation: collation ?? '',
    databaseCollation: databaseCollation ?? collation ?? '',
  };
}

/** A row of `information_schema`, by the names we give to its columns. */
export type Row<Name extends string> = Readonly<Record<Name, string | null>>;
type RowsOf<Columns> = readonly Row<keyof Columns & string>[];

/** Rows by what they belong to, in the order they came. */
export function grouped<R, Key>(rows: readonly R[], keyOf: (row: R) => Key): ReadonlyMap<Key, readonly R[]> {
  const groups = new Map<Key, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value.toString('utf8');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

async function select<Columns extends Readonly<Record<string, string>>>(
  connection: DatabaseConnection,
  columns: Columns,
  from: string,
): Promise<RowsOf<Columns>> {
  const names = Object.keys(columns);
  const rows = await connection.query(`SELECT ${Object.values(columns).join(', ')} FROM information_schema.${from}`);
  return rows.map(
    (row) =>
      Object.fromEntries(names.map((name, i) => [name, asText(row[i])])) as Record<
        keyof Columns & string,
        string | null
      >,
  );
}

const TABLES = {
  name: 'TABLE_NAME',
  type: 'TABLE_TYPE',
  engine: 'ENGINE',
  collation: 'TABLE_COLLATION',
  options: 'CREATE_OPTIONS',
  comment: 'TABLE_COMMENT',
};

const COLUMNS = {
  table: 'TABLE_NAME',
  name: 'COLUMN_NAME',
  type: 'COLUMN_TYPE',
  nullable: 'IS_NULLABLE',
  default: 'COLUMN_DEFAULT',
  extra: 'EXTRA',
  collation: 'COLLATION_NAME',
  generated: 'GENERATION_EXPRESSION',
  comment: 'COLUMN_COMMENT',
};

const INDEXES = {
  table: 'TABLE_NAME',
  name: 'INDEX_NAME',
  repeats: 'NON_UNIQUE',
  column: 'COLUMN_NAME',
  direction: 'COLLATION',
  prefix: 'SUB_PART',
  kind: 'INDEX_TYPE',
  comment: 'INDEX_COMMENT',
};

const KEYS = {
  table: 'TABLE_NAME',
  name: 'CONSTRAINT_NAME',
  onDelete: 'DELETE_RULE',
  onUpdate: 'UPDATE_RULE',
};

const KEY_COLUMNS = {
  table: 'TABLE_NAME',
  name: 'CONSTRAINT_NAME',
  column: 'COLUMN_NAME',
  foreignSchema: 'REFERENCED_TABLE_SCHEMA',
  foreignTable: 'REFERENCED_TABLE_NAME',
  foreignColumn: 'REFERENCED_COLUMN_NAME',
};

const PARTITIONS = {
  table: 'TABLE_NAME',
  name: 'PARTITION_NAME',
  method: 'PARTITION_METHOD',
  expression: 'PARTITION_EXPRESSION',
  submethod: 'SUBPARTITION_METHOD',
  subexpression: 'SUBPARTITION_EXPRESSION',
  description: 'PARTITION_DESCRIPTION',
};

const TRIGGERS = {
  name: 'TRIGGER_NAME',
  table: 'EVENT_OBJECT_TABLE',
  timing: 'ACTION_TIMING',
  event: 'EVENT_MANIPULATION',
  statement: 'ACTION_STATEMENT',
  order: 'ACTION_ORDER',
};

const VIEWS = { name: 'TABLE_NAME', definition: 'VIEW_DEFINITION' };
const ROUTINES = { name: 'ROUTINE_NAME', kind: 'ROUTINE_TYPE' };
const EVENTS = { name: 'EVENT_NAME' };

export type TableRow = RowsOf<typeof TABLES>[number];
export type ColumnRow = Row<keyof typeof COLUMNS | 'srid'>;
export type IndexRow = Row<keyof typeof INDEXES | 'expression' | 'visible'>;
export type KeyRow = Row<keyof typeof KEYS>;
export type KeyColumnRow = Row<keyof typeof KEY_COLUMNS>;
export type CheckRow = Row<'table' | 'name' | 'clause' | 'level' | 'enforced'>;
export type PartitionRow = Row<keyof typeof PARTITIONS>;
export type TriggerRow = Row<keyof typeof TRIGGERS>;

/** All that is asked about one database, without what belongs together being put together. */
export interface CatalogRows {
  readonly tables: readonly TableRow[];
  readonly columns: readonly ColumnRow[];
  readonly indexes: readonly IndexRow[];
  readonly keys: readonly KeyRow[];
  readonly keyColumns: readonly KeyColumnRow[];
  readonly checks: readonly CheckRow[];
  readonly partitions: readonly PartitionRow[];
  readonly triggers: readonly TriggerRow[];
  readonly views: readonly Row<keyof typeof VIEWS>[];
  readonly routines: readonly Row<keyof typeof ROUTINES>[];
  readonly events: readonly Row<keyof typeof EVENTS>[];
}

/** So many tables are asked for one by one; for more of them the whole database is read. */
const FEW = 100;

/** A table of any database of the server. */
interface WholeName {
  readonly database: string;
  readonly name: string;
}

/** Those of some tables that are in a database, and the tables there that their foreign keys point at. */
async function namesIn(
  connection: DatabaseConnection,
  database: string,
  tables: readonly WholeName[],
): Promise<ReadonlySet<string>> {
  const found = new Set(tables.filter((each) => each.database === database).map(({ name }) => name));
  for (const table of tables) {
    const rows = await select(
      connection,
      { name: 'REFERENCED_TABLE_NAME', schema: 'REFERENCED_TABLE_SCHEMA' },
      `KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = ${text(table.database)} AND TABLE_NAME = ${text(table.name)}
        AND REFERENCED_TABLE_NAME IS NOT NULL`,
    );
    for (const { name, schema } of rows) if (schema === database && name !== null) found.add(name);
  }
  return found;
}

/**
 * The same few queries for any number of tables. There is no join in those for MariaDB: it opens every table again for
 * each row of a join. It also opens all tables of the server unless the database is compared with `=`, and all of a
 * database unless the table is.
 */
export async function readRows(
  connection: DatabaseConnection,
  { isMariaDb }: Server,
  database: string,
  only?: readonly WholeName[],
): Promise<CatalogRows> {
  const name = text(database);
  const asked = only === undefined || only.length > FEW ? undefined : await namesIn(connection, database, only);
  const conditions = (column: string): string[] =>
    asked === undefined ? [''] : [...asked].map((table) => ` AND ${column} = ${text(table)}`);
  const rows = async <Columns extends Readonly<Record<string, string>>>(
    columns: Columns,
    from: string,
    order = '',
    ofTable?: string,
  ): Promise<RowsOf<Columns>> => {
    const found: Row<keyof Columns & string>[] = [];
    for (const condition of ofTable === undefined ? [''] : conditions(ofTable)) {
      const sorting = order === '' ? '' : ` ORDER BY ${order}`;
      found.push(...(await select(connection, columns, `${from} = ${name}${condition}${sorting}`)));
    }
    return found;
  };
  const tables = await rows(TABLES, 'TABLES WHERE TABLE_SCHEMA', '', 'TABLE_NAME');
  const isPartitioned = tables.some(({ options }) => /\bpartitioned\b/i.test(options ?? ''));
  return {
    tables,
    columns: await rows(
      { ...COLUMNS, srid: isMariaDb ? 'NULL' : 'SRS_ID' },
      'COLUMNS WHERE TABLE_SCHEMA',
      'TABLE_NAME, ORDINAL_POSITION',
      'TABLE_NAME',
    ),
    indexes: await rows(
      isMariaDb
        ? { ...INDEXES, expression: 'NULL', visible: "IF(IGNORED = 'YES', 'NO', 'YES')" }
        : { ...INDEXES, expression: 'EXPRESSION', visible: 'IS_VISIBLE' },
      'STATISTICS WHERE TABLE_SCHEMA',
      'TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX',
      'TABLE_NAME',
    ),
    keys: await rows(KEYS, 'REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA', '', 'TABLE_NAME'),
    keyColumns: await rows(
      KEY_COLUMNS,
      'KEY_COLUMN_USAGE WHERE REFERENCED_TABLE_NAME IS NOT NULL AND TABLE_SCHEMA',
      'ORDINAL_POSITION',
      'TABLE_NAME',
    ),
    checks: isMariaDb ? await mariaDbChecks(rows) : await mysqlChecks(rows),
    partitions: isPartitioned
      ? await rows(
          PARTITIONS,
          'PARTITIONS WHERE PARTITION_NAME IS NOT NULL AND TABLE_SCHEMA',
          'PARTITION_ORDINAL_POSITION',
          'TABLE_NAME',
        )
      : [],
    triggers: await rows(TRIGGERS, 'TRIGGERS WHERE TRIGGER_SCHEMA', 'TRIGGER_NAME', 'EVENT_OBJECT_TABLE'),
    views: await rows(VIEWS, 'VIEWS WHERE TABLE_SCHEMA', 'TABLE_NAME'),
    routines: await rows(ROUTINES, 'ROUTINES WHERE ROUTINE_SCHEMA', 'ROUTINE_NAME, ROUTINE_TYPE'),
    events: await rows(EVENTS, 'EVENTS WHERE EVENT_SCHEMA', 'EVENT_NAME'),
  };
}

type Rows = <Columns extends Readonly<Record<string, string>>>(
  columns: Columns,
  from: string,
  order?: string,
  ofTable?: string,
) => Promise<RowsOf<Columns>>;

const mariaDbChecks = (rows: Rows): Promise<readonly CheckRow[]> =>
  rows(
    { table: 'TABLE_NAME', name: 'CONSTRAINT_NAME', clause: 'CHECK_CLAUSE', level: 'LEVEL', enforced: "'YES'" },
    'CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA',
    'TABLE_NAME, CONSTRAINT_NAME',
    'TABLE_NAME',
  );

/** Their names differ in the whole database there, and only another table knows whose they are. */
const mysqlChecks = (rows: Rows): Promise<readonly CheckRow[]> =>
  rows(
    {
      table: 't.TABLE_NAME',
      name: 'CONSTRAINT_NAME',
      clause: 'CHECK_CLAUSE',
      level: "'Table'",
      enforced: 't.ENFORCED',
    },
    `TABLE_CONSTRAINTS t JOIN information_schema.CHECK_CONSTRAINTS USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
     WHERE t.CONSTRAINT_TYPE = 'CHECK' AND CONSTRAINT_SCHEMA`,
    't.TABLE_NAME, CONSTRAINT_NAME',
    't.TABLE_NAME',
  );
