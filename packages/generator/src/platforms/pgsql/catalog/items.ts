import type { CatalogItem, ItemSql } from '../../catalog.js';
import { identifier, text } from '../quoting.js';
import { alteration, block, ORDER } from '../rest.js';
import type { ExtensionRow, ObjectRow } from './objects.js';
import type { IndexRow, SequenceRow, TableRow, TypeRow } from './rows.js';
import type { SchemaRow } from './scope.js';
import { unusualOptions } from './sequences.js';
import { typeItem } from './types.js';

/** SQL that the server prints on several lines, on one. */
const oneLine = (sql: string): string =>
  sql
    .trim()
    .replace(/;$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');

/** An item whose detail may be missing or have several lines. */
export function objectItem(kind: string, name: string, detail: string | null, sql?: ItemSql): CatalogItem {
  return {
    kind,
    name,
    ...(detail === null || detail === '' ? {} : { detail: oneLine(detail) }),
    ...(sql === undefined ? {} : { sql }),
  };
}

/** What a table is beyond its columns and keys; `name` is how SQL names it. */
export function* tableItems(table: TableRow, indexes: readonly IndexRow[], name: string): Generator<CatalogItem> {
  const item = (kind: string, detail: string | null, sql?: ItemSql): CatalogItem =>
    objectItem(kind, table.name, detail, sql);
  const alter = (...actions: readonly string[]): ItemSql =>
    alteration(actions.map((action) => `ALTER TABLE ${name} ${action}`));
  if (table.parents !== null) {
    yield item('inheritance', `INHERITS (${table.parents.join(', ')})`, inheriting(name, table.parents));
  }
  if (table.of_type !== null) yield item('typed table', `OF ${table.of_type}`, alter(`OF ${table.of_type}`));
  if (table.unlogged) yield item('unlogged table', null, alter('SET UNLOGGED'));
  if (table.access_method !== null) yield item('access method', table.access_method);
  if (table.tablespace !== null) yield item('tablespace', table.tablespace);
  if (table.options !== null) {
    yield item('table option', table.options.join(', '), alter(`SET (${table.options.join(', ')})`));
  }
  if (table.replica_identity !== 'd') {
    const detail = replicaIdentity(table, indexes);
    const index = indexes.find((row) => row.replica_identity)?.name ?? '';
    const action = table.replica_identity === 'i' ? `USING INDEX ${identifier(index)}` : detail;
    yield item('replica identity', detail, alter(`REPLICA IDENTITY ${action}`));
  }
  if (table.row_security || table.forced_security) {
    const forced = table.forced_security ? ['FORCE ROW LEVEL SECURITY'] : [];
    const enabled = table.row_security ? ['ENABLE ROW LEVEL SECURITY'] : [];
    yield item('row-level security', table.forced_security ? 'FORCE' : null, alter(...enabled, ...forced));
  }
}

function inheriting(name: string, parents: readonly string[]): ItemSql {
  const steps = parents.map(
    (parent) => `  IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = ${text(name)}::regclass
    AND inhparent = ${text(parent)}::regclass) THEN
    ALTER TABLE ${name} INHERIT ${parent};
  END IF;\n`,
  );
  return alteration([block(`BEGIN\n${steps.join('')}END`)]);
}

function replicaIdentity({ replica_identity }: TableRow, indexes: readonly IndexRow[]): string {
  if (replica_identity === 'f') return 'FULL';
  if (replica_identity === 'n') return 'NOTHING';
  return `USING INDEX ${indexes.find((index) => index.replica_identity)?.name ?? ''}`;
}

export interface OtherThings {
  readonly objects: readonly ObjectRow[];
  readonly sequences: readonly SequenceRow[];
  readonly types: readonly TypeRow[];
  readonly extensions: readonly ExtensionRow[];
  /** Schemas that were not read, and those that were, whose tables do not make them or that have a comment. */
  readonly unread: readonly SchemaRow[];
  readonly schemas: readonly SchemaRow[];
}

/** How things of each kind are made. */
export interface RestOfObjects {
  object(row: ObjectRow): ItemSql | undefined;
  sequence(row: SequenceRow): ItemSql | undefined;
  type(row: TypeRow): ItemSql | undefined;
  extension(row: ExtensionRow): ItemSql;
}

const contents = (tables: number, others: number): string =>
  [
    ...(tables === 0 ? [] : [tables === 1 ? 'one table' : `${tables} tables`]),
    ...(others === 0 ? [] : [`${others} other object${others === 1 ? '' : 's'}`]),
  ].join(', ');

/** A schema holds everything else: it is never dropped. */
function schemaItem({ name, comment }: SchemaRow): CatalogItem {
  const schema = identifier(name);
  const create = [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    ...(comment === null ? [] : [`COMMENT ON SCHEMA ${schema} IS ${text(comment)}`]),
  ];
  return objectItem('schema', name, comment, alteration(create, [], ORDER.schema));
}

const withSql = (sql: ItemSql | undefined): Pick<CatalogItem, 'sql'> => (sql === undefined ? {} : { sql });

/** What belongs to no table, sorted by what it is. */
export function otherItems(
  things: OtherThings,
  shown: (schema: string | null, name: string) => string,
  rest: RestOfObjects,
): CatalogItem[] {
  const items = [
    ...things.objects.map((row) => {
      const name = row.relation_name === null ? row.name : `${row.relation_name}.${row.name}`;
      return objectItem(row.kind, shown(row.schema, name), row.detail, rest.object(row));
    }),
    ...things.sequences.map((row) =>
      objectItem('sequence', shown(row.schema, row.name), unusualOptions(row, row.type).join(' '), rest.sequence(row)),
    ),
    // A multirange type comes with its range type.
    ...things.types
      .filter(({ kind }) => kind !== 'm')
      .map((row) => ({ ...typeItem(row, shown(row.schema, row.name)), ...withSql(rest.type(row)) })),
    ...things.extensions.map((row) => objectItem('extension', row.name, null, rest.extension(row))),
    ...things.unread.map(({ name, tables, others: more }) =>
      objectItem('schema', name, `${contents(tables, more)}, not read: name it to read it too`),
    ),
    ...things.schemas.map(schemaItem),
  ];
  const key = ({ kind, name }: CatalogItem): string => `${kind}\n${name}`;
  return items.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
