import type { CatalogItem } from '../catalog.js';
import { inOrderOfNeed } from '../view-sql.js';
import type { CatalogRows, PartitionRow, Server, TableRow, TriggerRow } from './catalog-rows.js';
import { oneLine } from './printed-sql.js';
import { text } from './quoting.js';
import { itemSql } from './rest.js';
import { type ShownStatements, statementKey } from './show-create.js';
import type { TableRest } from './table-rest.js';
import { needs, viewNames } from './views.js';

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
export function tableOptions(row: TableRow, usualCollation: string, rest: TableRest): TableOptions {
  const name = row.name ?? '';
  const vendor = new Map<string, string>();
  const items: CatalogItem[] = [];
  if (row.engine !== null && row.engine !== 'InnoDB') vendor.set('Engine', row.engine);
  if (row.collation !== null && row.collation !== usualCollation) vendor.set('Collate', row.collation);
  const options = new Map<string, string>();
  const written = new Map<string, string>();
  for (const [, option = '', quoted, plain] of (row.options ?? '').matchAll(/([\w`]+)=(?:["']([^"']*)["']|(\S+))/g)) {
    const key = option.replaceAll('`', '').toLowerCase();
    options.set(key, quoted ?? plain ?? '');
    written.set(key, `${option.toUpperCase()}=${quoted === undefined ? (plain ?? '') : text(quoted)}`);
  }
  // Each server has an order of its own.
  for (const [option, parameter] of Object.entries(PARAMETERS)) {
    const value = options.get(option);
    if (value !== undefined) vendor.set(parameter, value);
  }
  // Aria shows it whether it was said or not.
  if (options.get('transactional') === '1') written.delete('transactional');
  for (const [option, detail] of written) {
    if (!Object.hasOwn(PARAMETERS, option)) items.push({ kind: 'table option', name, detail, ...rest.option(detail) });
  }
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

/** What was read of a database beside its rows. */
export interface Surroundings {
  readonly database: string;
  /** Undefined for the database of the connection. */
  readonly schema: string | undefined;
  readonly isWanted: (name: string) => boolean;
  readonly statements: ShownStatements;
}

/** An item with the statement that the server shows for it. */
function shownItem(
  { kind, name, detail }: CatalogItem,
  { schema, statements }: Surroundings,
  bare: string,
  place: number,
): CatalogItem {
  const whole = schema === undefined ? bare : `${schema}\0${bare}`;
  const sql = itemSql(kind, whole, statements.get(statementKey(kind, bare)), place);
  return {
    kind,
    name,
    ...(detail === undefined || detail === '' ? {} : { detail }),
    ...(sql === undefined ? {} : { sql }),
  };
}

export function triggers(rows: readonly TriggerRow[], around: Surroundings): CatalogItem[] {
  return rows.map(({ name, timing, event, statement, order }) => {
    const detail = `${timing ?? ''} ${event ?? ''}: ${oneLine(statement ?? '', around.database)}`;
    return shownItem({ kind: 'trigger', name: name ?? '', detail }, around, name ?? '', Number(order ?? 0));
  });
}

/** What belongs to no table. A definition that the user may not see is left out; the thing itself is not. */
export function others(rows: CatalogRows, around: Surroundings): CatalogItem[] {
  const { tables, views, routines, events } = rows;
  const { database, schema, isWanted, statements } = around;
  const shown = (name: string): string => (schema === undefined ? name : `${schema}.${name}`);
  const definitions = new Map(views.map(({ name, definition }) => [name ?? '', definition ?? '']));
  const sequences = tables
    .filter(({ type, name }) => /SEQUENCE/.test(type ?? '') && isWanted(name ?? ''))
    .map(({ name }) => name ?? '')
    .sort();
  const names = viewNames({ rows, isWanted });
  const sqlOf = (name: string): string => statements.get(statementKey('view', name))?.sql ?? '';
  const ordered = inOrderOfNeed(names, (name) => names.filter((other) => other !== name && needs(sqlOf(name), other)));
  const places = new Map(ordered.map((name, i) => [name, i]));
  const items = [
    ...sequences.map((name) => ({ kind: 'sequence', bare: name, detail: '' })),
    ...names.map((name) => ({
      kind: 'view',
      bare: name,
      detail: oneLine(definitions.get(name) ?? '', database),
    })),
    ...routines.map(({ name, kind }) => ({ kind: (kind ?? 'routine').toLowerCase(), bare: name ?? '', detail: '' })),
    ...events.map(({ name }) => ({ kind: 'event', bare: name ?? '', detail: '' })),
  ];
  return items.map(({ kind, bare, detail }) =>
    shownItem({ kind, name: shown(bare), detail }, around, bare, kind === 'view' ? (places.get(bare) ?? 0) : 0),
  );
}
