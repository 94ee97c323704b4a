import type { EngineDatabase, Row } from '../engines.js';
import type { CatalogIndex, CatalogTable } from './catalog.js';

const OUR_SCHEMAS = "n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'";
const TABLE = "CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname";

/** Names of columns by their numbers in a catalog array, as JSON. */
const names = (numbers: string, table: string): string =>
  `(SELECT json_agg(a.attname ORDER BY k.n) FROM unnest(${numbers}) WITH ORDINALITY AS k (attnum, n)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.attnum)`;

const ACTIONS: Readonly<Record<string, string>> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
};

export async function readCatalog(database: EngineDatabase): Promise<CatalogTable[]> {
  const tables = await database.query(`
    SELECT ${TABLE} AS table_name, obj_description(c.oid, 'pg_class') AS comment
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND ${OUR_SCHEMAS}
    ORDER BY c.oid`);
  const columns = await database.query(`
    SELECT ${TABLE} AS table_name, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      a.attnotnull AS required, d.adbin IS NOT NULL AND a.attgenerated = '' AS has_default, a.attidentity AS identity,
      pg_get_expr(d.adbin, d.adrelid) AS expression, col_description(c.oid, a.attnum) AS comment
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${OUR_SCHEMAS} ORDER BY a.attnum`);
  const constraints = await database.query(`
    SELECT ${TABLE} AS table_name, o.conname AS name, o.contype AS kind, o.confdeltype AS on_delete,
      o.confupdtype AS on_update, ${names('o.conkey', 'o.conrelid')} AS columns,
      ${names('o.confkey', 'o.confrelid')} AS foreign_columns,
      (SELECT ${TABLE.replaceAll('n.', 'fn.').replaceAll('c.', 'fc.')} FROM pg_class fc
        JOIN pg_namespace fn ON fn.oid = fc.relnamespace WHERE fc.oid = o.confrelid) AS foreign_table
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_SCHEMAS} ORDER BY o.oid`);
  const indexes = await database.query(`
    SELECT ${TABLE} AS table_name, i.relname AS name, CASE WHEN x.indisunique THEN 'u' ELSE 'i' END AS kind,
      (SELECT json_agg(text ORDER BY place) FROM (
        SELECT 0 AS place, upper(am.amname) AS text FROM pg_am am WHERE am.oid = i.relam AND am.amname <> 'btree'
        UNION ALL SELECT k, CASE WHEN k > x.indnkeyatts THEN 'INCLUDE ' ELSE '' END
            || coalesce(a.attname, '(expression)')
            || CASE WHEN k <= x.indnkeyatts AND (x.indoption[k - 1] & 1) = 1 THEN ' DESC' ELSE '' END
          FROM generate_series(1, x.indnatts) AS k
          LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[k - 1] AND a.attnum <> 0
        UNION ALL SELECT 100, 'WHERE' WHERE x.indpred IS NOT NULL) AS parts) AS columns
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT x.indisprimary AND ${OUR_SCHEMAS}
    ORDER BY x.indexrelid`);
  return tables.map(({ table_name: name, comment }) => {
    const own = (rows: readonly Row[], kind?: string): Row[] =>
      rows.filter((row) => row['table_name'] === name && (kind === undefined || row['kind'] === kind));
    return {
      name: name ?? '',
      comment: comment ?? undefined,
      columns: own(columns).map((row) => ({
        name: row['name'] ?? '',
        type: row['type'] ?? '',
        nullable: row['required'] === 'f',
        hasDefault: row['has_default'] === 't' && !isSequence(row),
        defaultText: row['has_default'] === 't' && !isSequence(row) ? (row['expression'] ?? undefined) : undefined,
        autoIncrement: row['identity'] === 'd' || isSequence(row),
        comment: row['comment'] ?? undefined,
      })),
      primaryKey: own(constraints, 'p').flatMap((row) => list(row['columns'])),
      foreignKeys: own(constraints, 'f').map((row) => ({
        name: row['name'] ?? '',
        columns: list(row['columns']),
        foreignTable: row['foreign_table'] ?? '',
        foreignColumns: list(row['foreign_columns']),
        onDelete: ACTIONS[row['on_delete'] ?? ''] ?? '',
        onUpdate: ACTIONS[row['on_update'] ?? ''] ?? '',
      })),
      uniques: own(indexes, 'u').map(index),
      indexes: own(indexes, 'i').map(index),
      checked: own(constraints, 'c').flatMap((row) => list(row['columns'])),
      checks: own(constraints, 'c').length,
    };
  });
}

const isSequence = (row: Row): boolean => row['expression']?.startsWith('nextval(') ?? false;

const list = (json: string | null | undefined): string[] => (json ? (JSON.parse(json) as string[]) : []);

const index = (row: Row): CatalogIndex => ({ name: row['name'] ?? '', columns: list(row['columns']) });
