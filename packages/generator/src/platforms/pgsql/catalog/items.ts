import type { CatalogItem } from '../../catalog.js';
import type { ExtensionRow, ObjectRow } from './objects.js';
import type { IndexRow, SequenceRow, TableRow, TypeRow } from './rows.js';
import { unusualOptions } from './sequences.js';
import { typeItem } from './types.js';

/** SQL that the server prints on several lines, on one. */
const oneLine = (sql: string): string =>
  sql
    .trim()
    .replace(/;$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');

/** An item whose detail may be missing or have several lines. */
export function objectItem(kind: string, name: string, detail: string | null): CatalogItem {
  return { kind, name, ...(detail === null || detail === '' ? {} : { detail: oneLine(detail) }) };
}

/** What a table is beyond its columns and keys. */
export function* tableItems(table: TableRow, indexes: readonly IndexRow[]): Generator<CatalogItem> {
  const item = (kind: string, detail: string | null): CatalogItem => objectItem(kind, table.name, detail);
  if (table.partitioned_by !== null) yield item('partitioned table', `PARTITION BY ${table.partitioned_by}`);
  if (table.parents !== null) yield item('inheritance', `INHERITS (${table.parents.join(', ')})`);
  if (table.of_type !== null) yield item('typed table', `OF ${table.of_type}`);
  if (table.unlogged) yield item('unlogged table', null);
  if (table.access_method !== null) yield item('access method', table.access_method);
  if (table.tablespace !== null) yield item('tablespace', table.tablespace);
  if (table.options !== null) yield item('table option', table.options.join(', '));
  if (table.replica_identity !== 'd') yield item('replica identity', replicaIdentity(table, indexes));
  if (table.row_security || table.forced_security) {
    yield item('row-level security', table.forced_security ? 'FORCE' : null);
  }
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
  readonly schemas: readonly { readonly name: string; readonly tables: number }[];
}

/** What belongs to no table, sorted by what it is. */
export function otherItems(things: OtherThings, shown: (schema: string | null, name: string) => string): CatalogItem[] {
  const items = [
    ...things.objects.map(({ kind, schema, name, relation_name, detail }) =>
      objectItem(kind, shown(schema, relation_name === null ? name : `${relation_name}.${name}`), detail),
    ),
    ...things.sequences.map((row) =>
      objectItem('sequence', shown(row.schema, row.name), unusualOptions(row, row.type).join(' ')),
    ),
    // A multirange type comes with its range type.
    ...things.types.filter(({ kind }) => kind !== 'm').map((row) => typeItem(row, shown(row.schema, row.name))),
    ...things.extensions.map(({ name }) => objectItem('extension', name, null)),
    ...things.schemas.map(({ name, tables }) =>
      objectItem(
        'schema',
        name,
        `${tables === 1 ? 'one table' : `${tables} tables`}, not read: name it to read it too`,
      ),
    ),
  ];
  const key = ({ kind, name }: CatalogItem): string => `${kind}\n${name}`;
  return items.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
