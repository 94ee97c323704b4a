import type { CatalogItem, ItemSql } from '../../catalog.js';
import { identifier, text } from '../quoting.js';
import { alteration } from '../rest.js';
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
    );
  }
  switch (kind) {
    case 'check':
    case 'exclusion constraint':
    case 'not-null constraint':
    case 'temporal foreign key':
      if (constraint?.definition == null) return undefined;
      return alteration(alter(`ADD CONSTRAINT ${identifier(name)} ${constraint.definition}`), [
        `ALTER TABLE IF EXISTS ${table} DROP CONSTRAINT IF EXISTS ${identifier(name)}`,
      ]);
    case 'comment of an index':
      return alteration([`COMMENT ON INDEX ${rows.sql(rows.table.schema, name)} IS ${text(detail)}`]);
    case 'comment of a constraint':
    case 'comment of a check':
      return alteration([`COMMENT ON CONSTRAINT ${identifier(name)} ON ${table} IS ${text(detail)}`]);
    case 'default':
      return column?.expression == null ? undefined : alteration(alter(`${on} SET DEFAULT ${column.expression}`));
    case 'identity': {
      const how = column?.identity === 'a' ? 'ALWAYS' : 'BY DEFAULT';
      return alteration(alter(`${on} SET NOT NULL`, `${on} ADD GENERATED ${how} AS IDENTITY`), [
        `ALTER TABLE IF EXISTS ${table} ${on} DROP IDENTITY IF EXISTS`,
      ]);
    }
    case 'column option':
      return alteration(alter(...detail.split(', ').map((option) => `${on} SET ${columnOption(option)}`)));
    case 'index option':
      return alteration(indexOptions(detail, rows.sql(rows.table.schema, name), table, identifier(name)));
    default:
      return undefined;
  }
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
