import type { CatalogItem } from '../../catalog.js';
import { text } from '../quoting.js';
import { alteration, block, ORDER } from '../rest.js';
import { serverName } from '../server-name.js';
import type { Naming } from './partitions.js';
import type { TableRow } from './rows.js';
import { readableRelation, type Scope } from './scope.js';

/** An index of a partition that comes with the one of its table. */
export interface PartitionIndexRow {
  readonly relation: string;
  readonly name: string;
  /** The index that it is a part of, as SQL names it. */
  readonly parent: string;
  readonly primary: boolean;
  /** True for a unique index that the SQL of a schema makes as a constraint. */
  readonly as_constraint: boolean;
  /** What the columns of the index are called, expressions too. */
  readonly columns: readonly string[];
  readonly options: readonly string[] | null;
}

export const partitionIndexQuery = (scope: Scope): string => `
  SELECT c.oid::text AS relation, i.relname AS name, h.inhparent::regclass::text AS parent, x.indisprimary AS primary,
    x.indisunique AND x.indpred IS NULL AND x.indexprs IS NULL AND NOT EXISTS (SELECT FROM unnest(x.indoption::int2[]) o WHERE o <> 0)
      AS as_constraint,
    (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = h.inhparent) AS columns,
    i.reloptions AS options
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_index x ON x.indrelid = c.oid
  JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_inherits h ON h.inhrelid = i.oid
  WHERE c.relispartition AND i.relispartition AND ${readableRelation(scope)}
  ORDER BY c.oid, i.relname COLLATE "C"`;

/** What the indexes of a partition have that those of its table do not give them. */
export function* partitionIndexItems(
  partition: TableRow,
  rows: readonly PartitionIndexRow[],
  naming: Naming,
): Generator<CatalogItem> {
  yield* nameItems(partition, rows, naming);
  for (const { name, options } of rows) {
    if (options === null) continue;
    const detail = options.join(', ');
    const alter = `ALTER INDEX ${naming.sql(partition.schema, name)} SET (${detail})`;
    const sql = alteration([alter], [], ORDER.ofPartition);
    yield { kind: 'index option of a partition', name: naming.shown(partition.schema, name), detail, sql };
  }
}

/** The server names these indexes when it makes the partition: those that are called otherwise are renamed. */
function* nameItems(
  partition: TableRow,
  rows: readonly PartitionIndexRow[],
  { shown, sql }: Naming,
): Generator<CatalogItem> {
  const usual = rows.map((row) => usualName(partition, row));
  // Of several with one name, the server gives a number to those that it makes later.
  const renamed = rows.filter(
    ({ name }, i) => name !== usual[i] || usual.indexOf(usual[i] ?? '') !== usual.lastIndexOf(usual[i] ?? ''),
  );
  if (renamed.length === 0) return;
  const wanted = renamed.map(({ parent, name }) => `(to_regclass(${text(parent)}), ${text(name)})`).join(', ');
  const query = `SELECT h.inhrelid AS id, w.name FROM (VALUES ${wanted}) AS w (parent, name)
    JOIN pg_inherits h ON h.inhparent = w.parent JOIN pg_index x ON x.indexrelid = h.inhrelid
    JOIN pg_class c ON c.oid = h.inhrelid
    WHERE x.indrelid = ${text(sql(partition.schema, partition.name))}::regclass AND c.relname <> w.name`;
  const rename = (to: string): string =>
    `  FOR it IN ${query} LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', it.id::regclass, ${to});
  END LOOP;\n`;
  yield {
    kind: 'index names of a partition',
    name: shown(partition.schema, partition.name),
    detail: renamed.map(({ name }) => name).join(', '),
    // By way of names that nothing has: two of them may change theirs.
    sql: alteration(
      [block(`DECLARE it record; BEGIN\n${rename("'orm_' || it.id")}${rename('it.name')}END`)],
      [],
      ORDER.namesOfPartition + partition.level,
    ),
  };
}

function usualName({ name }: TableRow, { primary, as_constraint, columns }: PartitionIndexRow): string {
  if (primary) return serverName(name, '', 'pkey');
  return serverName(name, columns.join('_'), as_constraint ? 'key' : 'idx');
}
