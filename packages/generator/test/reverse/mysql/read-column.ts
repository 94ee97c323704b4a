import type { CatalogColumn } from '../../../src/platforms/catalog.js';
import { type ColumnContext, catalogColumn } from '../../../src/platforms/mysql/catalog-columns.js';
import type { ColumnRow, Server } from '../../../src/platforms/mysql/catalog-rows.js';
import { recover } from '../../../src/platforms/mysql/recover.js';
import { TableRest } from '../../../src/platforms/mysql/table-rest.js';

export const server = (isMariaDb: boolean, sqlMode = ''): Server => ({
  isMariaDb,
  database: 'shop',
  ignoresCase: false,
  sqlMode,
  collation: 'utf8mb4_general_ci',
  databaseCollation: 'utf8mb4_general_ci',
});
export const MYSQL = server(false);
export const MARIADB = server(true);

const NO_REST = new TableRest(
  { name: 't', database: 'shop', schema: undefined, isMariaDb: true, isVersioned: false, shown: undefined },
  false,
);

/** A column as a server shows it, read. */
export function read(on: Server, row: Partial<ColumnRow>, context: Partial<ColumnContext> = {}): CatalogColumn {
  const whole: ColumnRow = {
    table: 't',
    name: 'c',
    type: 'int',
    nullable: 'YES',
    default: null,
    extra: '',
    collation: /^(enum|set)/.test(row.type ?? '') ? 'utf8mb4_general_ci' : null,
    generated: null,
    comment: '',
    srid: null,
    ...row,
  };
  return catalogColumn(whole, {
    server: on,
    database: 'shop',
    tableCollation: 'utf8mb4_general_ci',
    isJson: false,
    bytes: undefined,
    rest: NO_REST,
    ...context,
  });
}

/** The attributes that would be written, as one text; vendor parameters after them. */
export function words(column: CatalogColumn): string {
  const { type, size, scale, sqlType, valueSet, default: given, vendor } = recover(column);
  return [
    type,
    ...(size === undefined ? [] : [`size=${size}`]),
    ...(scale === undefined ? [] : [`scale=${scale}`]),
    ...(sqlType === undefined ? [] : [`sqlType=${sqlType}`]),
    ...(valueSet === undefined ? [] : [`valueSet=${valueSet.join('|')}`]),
    ...(given === undefined ? [] : [given.kind === 'value' ? `value=${given.value}` : `expr=${given.sql}`]),
    ...[...column.vendor, ...(vendor ?? [])].map(([name, value]) => `${name}:${value}`),
  ].join(' ');
}
