import type { CatalogItem } from '../catalog.js';
import type { CatalogRows, PartitionRow, Server, TableRow, TriggerRow } from './catalog-rows.js';
import { oneLine } from './printed-sql.js';

/** Options of a table that a vendor parameter says, by the server's name for them. */
const PARAMETERS: Readonly<Record<string, string>> = {
  row_format: 'RowFormat',
  key_block_size: 'KeyBlockSize',
  max_rows: 'MaxRows',
  min_rows: 'MinRows',
  avg_row_length: 'AvgRowLength',
  pack_keys: 'PackKeys',
  checksum: 'Checksum',
  delay_key_write: 'DelayKeyWrite',
};

/** What a table is made with beside its columns. */
export interface TableOptions {
  readonly vendor: ReadonlyMap<string, string>;
  readonly items: readonly CatalogItem[];
}

/** True for what a schema calls a table. */
export const isTable = ({ type }: TableRow): boolean => type === 'BASE TABLE' || type === 'SYSTEM VERSIONED';

/**
 * Engine and options. Where auto-increment starts is no part of a table's form and not asked for; where its files
 * lie (TABLESPACE, DATA DIRECTORY) is the server's own business, which `information_schema` does not tell.
 */
export function tableOptions(row: TableRow, usualCollation: string): TableOptions {
  const name = row.name ?? '';
  const vendor = new Map<string, string>();
  const items: CatalogItem[] = [];
  if (row.engine !== null && row.engine !== 'InnoDB') vendor.set('Engine', row.engine);
  if (row.collation !== null && row.collation !== usualCollation) vendor.set('Collate', row.collation);
  const options = new Map<string, string>();
  for (const [, option = '', quoted, plain] of (row.options ?? '').matchAll(/([\w`]+)=(?:["']([^"']*)["']|(\S+))/g)) {
    options.set(option.replaceAll('`', '').toLowerCase(), quoted ?? plain ?? '');
  }
  // Each server has an order of its own.
  for (const [option, parameter] of Object.entries(PARAMETERS)) {
    const value = options.get(option);
    if (value !== undefined) vendor.set(parameter, value);
  }
  for (const [option, value] of options) {
    if (!Object.hasOwn(PARAMETERS, option))
      items.push({ kind: 'table option', name, detail: `${option.toUpperCase()}=${value}` });
  }
  if (row.type === 'SYSTEM VERSIONED')
    items.push({ kind: 'system versioning', name, detail: 'WITH SYSTEM VERSIONING' });
  return { vendor, items };
}

/** The collation that most tables have: it is said once, on the database. */
export function usualCollation(tables: readonly TableRow[], { collation: fallback }: Server): string {
  const counts = new Map<string, number>([[fallback, 0]]);
  for (const { collation } of tables) {
    if (collation !== null) counts.set(collation, (counts.get(collation) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const [usual = fallback] = [...counts.keys()].filter((name) => counts.get(name) === most).sort();
  return counts.get(fallback) === most ? fallback : usual;
}

/**
 * The parameters of the database. A collation that every new database of the server has is not worth a word, unless its
 * characters are not those of UTF-8: the checks count bytes by them.
 */
export function databaseParameters(usual: string, { collation }: Server): ReadonlyMap<string, string> {
  return new Map(usual === collation && usual.startsWith('utf8mb4_') ? [] : [['Collate', usual]]);
}

export function partitioning(rows: readonly PartitionRow[], table: string): CatalogItem[] {
  const [first] = rows;
  if (first === undefined) return [];
  const by = (method: string | null, expression: string | null): string => `${method ?? ''} (${expression ?? ''})`;
  const below = first.submethod === null ? '' : `, then ${by(first.submethod, first.subexpression)}`;
  const parts = new Map(rows.map(({ name, description }) => [name, description === null ? '' : ` ${description}`]));
  const list = [...parts].map(([name, description]) => `${name ?? ''}${description}`).join(', ');
  return [{ kind: 'partitioning', name: table, detail: `${by(first.method, first.expression)}${below}: ${list}` }];
}

export function triggers(rows: readonly TriggerRow[], database: string): CatalogItem[] {
  return rows.map(({ name, timing, event, statement }) => ({
    kind: 'trigger',
    name: name ?? '',
    detail: `${timing ?? ''} ${event ?? ''}: ${oneLine(statement ?? '', database)}`,
  }));
}

/** What belongs to no table. A definition that the user may not see is left out; the thing itself is not. */
export function others(
  { tables, views, routines, events }: CatalogRows,
  database: string,
  shown: (name: string) => string,
  isWanted: (name: string) => boolean,
): CatalogItem[] {
  const definitions = new Map(views.map(({ name, definition }) => [name, definition]));
  const isOther = (type: string | null): boolean => type === 'VIEW' || /SEQUENCE/.test(type ?? '');
  const named = tables
    .filter((table) => isOther(table.type) && isWanted(table.name ?? ''))
    .map(({ name, type }): CatalogItem => {
      const definition = definitions.get(name) ?? '';
      const detail = definition === '' ? {} : { detail: oneLine(definition, database) };
      return { kind: type === 'VIEW' ? 'view' : 'sequence', name: shown(name ?? ''), ...detail };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...named,
    ...routines.map(({ name, kind }) => ({ kind: (kind ?? 'routine').toLowerCase(), name: shown(name ?? '') })),
    ...events.map(({ name }) => ({ kind: 'event', name: shown(name ?? '') })),
  ];
}
