import type { CatalogItem } from '../../catalog.js';
import { identifier, text } from '../quoting.js';
import { ORDER } from '../rest.js';
import type { TableRow } from './rows.js';
import { readableRelation, type Scope } from './scope.js';

/** What a partition or a materialized view has of its own: an index, a constraint or a default that its parent has not. */
export interface PartRow {
  readonly kind: 'index' | 'constraint' | 'default';
  /** The relation it is on. */
  readonly relation: string;
  readonly relation_name: string;
  readonly schema: string;
  readonly is_view: boolean;
  /** Of an index. */
  readonly clustered: boolean;
  readonly name: string;
  readonly definition: string;
  readonly comment: string | null;
}

const RELATIONS = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`;
const COLUMNS = `c.oid::text AS relation, c.relname::text AS relation_name, n.nspname::text AS schema, c.relkind = 'm' AS is_view`;

/** The schema numbers a table by an identity, which older servers do not give to its partitions. */
const passesNoIdentityOn = ({ version }: Scope): string => (version < 170000 ? 'TRUE' : 'FALSE');

/** What a partition inherits comes with it, and so do the indexes of its constraints. */
export const partQuery = (scope: Scope): string => `
  SELECT * FROM (
    SELECT 'index' AS kind, ${COLUMNS}, i.relname::text AS name, pg_get_indexdef(i.oid, 0, TRUE) AS definition,
      obj_description(i.oid, 'pg_class') AS comment, x.indisclustered AS clustered
    FROM ${RELATIONS} JOIN pg_index x ON x.indrelid = c.oid AND x.indisvalid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE (c.relkind = 'm' OR c.relispartition AND NOT i.relispartition) AND ${readableRelation(scope)}
      AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.oid AND o.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT 'constraint', ${COLUMNS}, o.conname::text, pg_get_constraintdef(o.oid), obj_description(o.oid, 'pg_constraint'), FALSE
    FROM ${RELATIONS} JOIN pg_constraint o ON o.conrelid = c.oid AND o.conparentid = 0 AND o.coninhcount = 0
      AND o.contype IN ('c', 'p', 'u', 'x', 'f')
    WHERE c.relispartition AND ${readableRelation(scope)}
    UNION ALL
    SELECT 'default', ${COLUMNS}, a.attname::text, pg_get_expr(d.adbin, d.adrelid), NULL, FALSE
    FROM ${RELATIONS} JOIN pg_attrdef d ON d.adrelid = c.oid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum AND a.attgenerated = '' AND a.attidentity = ''
    JOIN pg_inherits h ON h.inhrelid = c.oid JOIN pg_attribute pa ON pa.attrelid = h.inhparent AND pa.attname = a.attname
    LEFT JOIN pg_attrdef pd ON pd.adrelid = pa.attrelid AND pd.adnum = pa.attnum
    WHERE c.relispartition AND ${readableRelation(scope)}
      AND (pg_get_expr(d.adbin, d.adrelid) IS DISTINCT FROM pg_get_expr(pd.adbin, pd.adrelid)
        OR ${passesNoIdentityOn(scope)} AND pa.attnotnull AND pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')) q
  ORDER BY q.schema COLLATE "C", q.relation_name COLLATE "C", q.kind, q.name COLLATE "C"`;

/** Names as the scripts have them. */
export interface Naming {
  readonly shown: (schema: string | null, name: string) => string;
  /** Quoted, with the schema where the search path does not find it. */
  readonly sql: (schema: string, name: string) => string;
  /** True where the SQL of the schema makes a schema of the database, or that is there always. */
  readonly makesSchema: (schema: string) => boolean;
}

/** A partition holds rows: it is made where it is missing. Those of a partition stand behind it. */
export function partitionItem(row: TableRow, { shown, sql, makesSchema }: Naming): CatalogItem {
  const name = sql(row.schema, row.name);
  const below = row.partitioned_by === null ? '' : ` PARTITION BY ${row.partitioned_by}`;
  const options = row.options === null ? '' : ` WITH (${row.options.join(', ')})`;
  const create = [
    ...(makesSchema(row.schema) ? [] : [`CREATE SCHEMA IF NOT EXISTS ${identifier(row.schema)}`]),
    `CREATE ${row.unlogged ? 'UNLOGGED ' : ''}TABLE IF NOT EXISTS ${name} PARTITION OF ${row.parent ?? ''} ${row.bound ?? ''}${below}${options}`,
    ...(row.comment === null ? [] : [`COMMENT ON TABLE ${name} IS ${text(row.comment)}`]),
    ...(row.row_security ? [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`] : []),
    ...(row.forced_security ? [`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`] : []),
  ];
  return {
    kind: 'partition',
    name: shown(row.schema, row.name),
    detail: row.bound ?? '',
    sql: { create, drop: [], isBefore: false, order: ORDER.partition + row.level },
  };
}

/** The order of what is on a materialized view is that of the view, or just behind it. */
export function partItem(row: PartRow, { shown, sql }: Naming, order: number): CatalogItem {
  const relation = sql(row.schema, row.relation_name);
  const name = identifier(row.name);
  const note = (what: string): string[] => (row.comment === null ? [] : [`COMMENT ON ${what} IS ${text(row.comment)}`]);
  const makes = {
    index: {
      create: [
        row.definition,
        ...(row.clustered
          ? [`ALTER ${row.is_view ? 'MATERIALIZED VIEW' : 'TABLE'} ${relation} CLUSTER ON ${name}`]
          : []),
        ...note(`INDEX ${sql(row.schema, row.name)}`),
      ],
      drop: [`DROP INDEX IF EXISTS ${sql(row.schema, row.name)}`],
    },
    constraint: {
      create: [
        `ALTER TABLE ${relation} ADD CONSTRAINT ${name} ${row.definition}`,
        ...note(`CONSTRAINT ${name} ON ${relation}`),
      ],
      drop: [`ALTER TABLE IF EXISTS ${relation} DROP CONSTRAINT IF EXISTS ${name}`],
    },
    default: { create: [`ALTER TABLE ONLY ${relation} ALTER COLUMN ${name} SET DEFAULT ${row.definition}`], drop: [] },
  };
  return {
    kind: `${row.kind} of a ${row.is_view ? 'materialized view' : 'partition'}`,
    name: `${shown(row.schema, row.relation_name)}.${row.name}`,
    detail: row.definition,
    sql: { ...makes[row.kind], isBefore: false, order },
  };
}
