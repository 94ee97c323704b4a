import { fitIdentifier } from '../../../model/names.js';
import type { CatalogItem } from '../../catalog.js';
import { IDENTIFIER_LIMIT } from '../ddl.js';
import { canonicalType } from '../type-text.js';
import type { ColumnRow, SequenceRow, TableRow } from './rows.js';

/** How the database numbers a column. */
export interface Numbering {
  /** Named where it is not the one that belongs to the column. */
  readonly sequence?: string;
  readonly always: boolean;
  readonly items: readonly CatalogItem[];
}

const BIGGEST: Readonly<Record<string, string>> = {
  smallint: '32767',
  integer: '2147483647',
  bigint: '9223372036854775807',
};

/** Which column takes its numbers from which sequence. */
export class Sequences {
  readonly #byUser = new Map<string, SequenceRow>();
  readonly #byOwner = new Map<string, SequenceRow>();
  readonly #used = new Set<SequenceRow>();

  constructor(private readonly rows: readonly SequenceRow[]) {
    for (const row of rows) {
      if (row.owner !== null) this.#byOwner.set(row.owner, row);
      for (const user of row.users ?? []) this.#byUser.set(user, row);
    }
  }

  /** Undefined for a column without auto-increment, or in a way that a schema cannot say. */
  numbering(table: TableRow, column: ColumnRow, type: string): Numbering | undefined {
    const key = `${table.id}.${column.name}`;
    if (!(type in BIGGEST)) return undefined;
    if (column.identity !== '') {
      const row = this.#byOwner.get(key);
      if (row !== undefined) this.#used.add(row);
      const options = row === undefined ? [] : unusualOptions(row, type);
      return { always: column.identity === 'a', items: optionItems(column.name, options) };
    }
    const row = this.#byUser.get(key);
    // Nothing but the next number: the name inside depends on nothing but the catalog.
    if (row === undefined || !/^nextval\('[^']*(''[^']*)*'::regclass\)$/.test(column.expression ?? ''))
      return undefined;
    if (isOwn(row, table, column)) {
      // An identity cannot be NULL.
      if (!column.required) return undefined;
      this.#used.add(row);
      return { always: false, items: optionItems(column.name, unusualOptions(row, type)) };
    }
    if (row.schema !== table.schema || row.extension) return undefined;
    this.#used.add(row);
    const options = unusualOptions(row, 'bigint');
    if (row.type !== 'bigint') options.unshift(`AS ${row.type}`);
    if (row.owner !== null) options.push('OWNED BY a column');
    return { sequence: row.name, always: false, items: optionItems(column.name, options) };
  }

  /** Sequences that number no column of a schema. */
  get rest(): readonly SequenceRow[] {
    return this.rows.filter((row) => !this.#used.has(row) && !row.extension);
  }
}

/** The sequence of SERIAL: it belongs to the column, or has the name that such a one gets, and serves nothing else. */
function isOwn(row: SequenceRow, table: TableRow, column: ColumnRow): boolean {
  if (row.users?.length !== 1) return false;
  if (row.owner !== null) return row.owner === `${table.id}.${column.name}`;
  return (
    row.schema === table.schema && row.name === fitIdentifier(`${table.name}_${column.name}_seq`, IDENTIFIER_LIMIT)
  );
}

/** What a sequence says beyond the one that an auto-increment column of the type gets. */
export function unusualOptions(row: SequenceRow, type: string): string[] {
  const highest = [BIGGEST[canonicalType(type)], BIGGEST[row.type], BIGGEST['bigint']];
  return [
    ...(row.start === '1' ? [] : [`START WITH ${row.start}`]),
    ...(row.increment === '1' ? [] : [`INCREMENT BY ${row.increment}`]),
    ...(row.minimum === '1' ? [] : [`MINVALUE ${row.minimum}`]),
    ...(highest.includes(row.maximum) ? [] : [`MAXVALUE ${row.maximum}`]),
    ...(row.cache === '1' ? [] : [`CACHE ${row.cache}`]),
    ...(row.cycle ? ['CYCLE'] : []),
  ];
}

const optionItems = (column: string, options: readonly string[]): CatalogItem[] =>
  options.length === 0 ? [] : [{ kind: 'sequence option', name: column, detail: options.join(' ') }];
