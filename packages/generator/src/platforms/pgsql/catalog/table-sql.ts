import type { CatalogItem, ItemSql } from '../../catalog.js';
import { identifier, text } from '../quoting.js';
import { alteration, block, ORDER } from '../rest.js';
import type { ColumnRow, ConstraintRow, IndexRow, TableRow } from './rows.js';

/** A table as its rows say it, and how SQL names things of its schema. */
export interface TableRows {
  readonly table: TableRow;
  readonly columns: readonly ColumnRow[];
  readonly constraints: readonly ConstraintRow[];
  readonly indexes: readonly IndexRow[];
  readonly sql: (schema: string, name: string) => string;
}

/** The item with the statements that give the table what the schema could not say; some have none. */
export function withTableSql(item: CatalogItem, rows: TableRows): CatalogItem {
  if (item.sql !== undefined || item.isNote === true) return item;
  const sql = tableSql(item, rows);
  return sql === undefined ? item : { ...item, sql };
}

function tableSql({ kind, name, detail = '' }: CatalogItem, rows: TableRows): ItemSql | undefined {
  const table = rows.sql(rows.table.schema, rows.table.name);
  const alter = (...actions: readonly string[]): string[] => actions.map((action) => `ALTER TABLE ${table} ${action}`);
  const column = rows.columns.find((row) => row.name === name);
  const on = `ALTER COLUMN ${identifier(name)}`;
  const constraint = rows.constraints.find((row) => row.name === name);
  const index = rows.indexes.find((row) => row.name === name);
  if (/^(unique )?index( that |$)/.test(kind) && index?.definition != null) {
    // The server makes and drops the index of a constraint together with it.
    if (rows.constraints.some((row) => row.kind === 'u' && row.index === index.id)) return undefined;
    return alteration(
      [relative(index.definition, rows)],
      [`DROP INDEX IF EXISTS ${rows.sql(rows.table.schema, name)}`],
      ORDER.onObjects,
    );
  }
  if (/ of a column$|^collation$/.test(kind)) return column === undefined ? undefined : typeSql(column, table);
  switch (kind) {
    case 'check':
    case 'exclusion constraint':
    case 'not-null constraint':
    case 'temporal foreign key':
      if (constraint?.definition == null) return undefined;
      return alteration(
        alter(`ADD CONSTRAINT ${identifier(name)} ${constraint.definition}`),
        [`ALTER TABLE IF EXISTS ${table} DROP CONSTRAINT IF EXISTS ${identifier(name)}`],
        ORDER.onObjects,
      );
    case 'check that is not validated':
    case 'foreign key option':
      return constraint?.definition == null ? undefined : replaced(constraint, table);
    case 'primary key option':
      // Foreign keys may stand on it.
      return constraint?.definition == null || constraint.referenced ? undefined : replaced(constraint, table);
    case 'NOT NULL':
      return alteration(alter(`${on} SET NOT NULL`));
    case 'comment of an index':
      return alteration(
        [`COMMENT ON INDEX ${rows.sql(rows.table.schema, name)} IS ${text(detail)}`],
        [],
        ORDER.onObjects + 1,
      );
    case 'comment of a constraint':
    case 'comment of a check':
      return alteration(
        [`COMMENT ON CONSTRAINT ${identifier(name)} ON ${table} IS ${text(detail)}`],
        [],
        ORDER.onObjects + 1,
      );
    case 'default':
      return column?.expression == null
        ? undefined
        : alteration(alter(`${on} SET DEFAULT ${column.expression}`), [], ORDER.onObjects);
    case 'identity': {
      const how = column?.identity === 'a' ? 'ALWAYS' : 'BY DEFAULT';
      return alteration(alter(`${on} SET NOT NULL`, `${on} ADD GENERATED ${how} AS IDENTITY`), [
        `ALTER TABLE IF EXISTS ${table} ${on} DROP IDENTITY IF EXISTS`,
      ]);
    }
    case 'column option':
      return alteration(alter(...detail.split(', ').map((option) => `${on} SET ${columnOption(option)}`)));
    case 'index option':
      // The server takes parameters for such an index only when it makes it.
      if (rows.table.partitioned_by !== null) return undefined;
      return alteration(
        indexOptions(detail, rows.sql(rows.table.schema, name), table, identifier(name)),
        [],
        ORDER.onObjects + 1,
      );
    default:
      return undefined;
  }
}

/** The constraint that the schema makes, as the database has it. */
export function replaced({ name, definition }: Pick<ConstraintRow, 'name' | 'definition'>, table: string): ItemSql {
  const constraint = `CONSTRAINT ${identifier(name)}`;
  return alteration([
    `ALTER TABLE ${table} DROP ${constraint.replace('CONSTRAINT', 'CONSTRAINT IF EXISTS')}, ADD ${constraint} ${definition ?? ''}`,
  ]);
}

/** ` COLLATE "C"`, where the collation is not the one of the type. */
export function collateClause({ collation, own_collation }: ColumnRow): string {
  if (collation === null) return '';
  return ` COLLATE ${own_collation === true ? collation : identifier(collation)}`;
}

/** The type that the column has in the database, unless it has it already: views may stand on it. */
function typeSql(row: ColumnRow, table: string): ItemSql | undefined {
  const { name, type, expression, generated } = row;
  // The server changes no type below an expression.
  if (generated !== '') return undefined;
  const on = `ALTER COLUMN ${identifier(name)}`;
  const wanted = type + collateClause(row);
  const actions = [
    ...(expression === null ? [] : [`${on} DROP DEFAULT`]),
    `${on} TYPE ${wanted} USING ${identifier(name)}::text::${type}`,
    ...(expression === null ? [] : [`${on} SET DEFAULT ${expression}`]),
  ];
  return alteration(
    [
      block(`BEGIN
  IF EXISTS (SELECT FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = ${text(table)}::regclass
    AND a.attname = ${text(name)} AND format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attcollation IN (0, t.typcollation) THEN '' ELSE ' COLLATE ' || a.attcollation::regcollation END
      <> ${text(wanted)}) THEN
    ALTER TABLE ${table} ${actions.join(', ')};
  END IF;
END`),
    ],
    [],
    ORDER.column,
  );
}

const columnOption = (option: string): string => (option.includes('=') ? `(${option})` : option);

function indexOptions(detail: string, index: string, table: string, name: string): string[] {
  return detail.split(', ').flatMap((option) => {
    if (option === 'CLUSTER') return [`ALTER TABLE ${table} CLUSTER ON ${name}`];
    return option.includes('=') ? [`ALTER INDEX ${index} SET (${option})`] : [];
  });
}

/** The server names the table of an index with its schema always. */
function relative(definition: string, { table, sql }: TableRows): string {
  return definition.replace(
    /^(CREATE (?:UNIQUE )?INDEX (?:"(?:[^"]|"")*"|\S+) ON (?:ONLY )?)(?:"(?:[^"]|"")*"|[^\s.]+)\.(?:"(?:[^"]|"")*"|\S+)/,
    (_, head: string) => head + sql(table.schema, table.name),
  );
}
