import { fitIdentifier } from '../../../model/names.js';
import type { CatalogItem } from '../../catalog.js';
import { identifier, text } from '../quoting.js';
import { alteration, block, ORDER } from '../rest.js';
import { serverName } from '../server-name.js';
import { IDENTIFIER_LIMIT } from '../shape.js';
import { canonicalType } from '../type-text.js';
import type { ColumnRow, SequenceRow, TableRow } from './rows.js';

/** How the database numbers a column. */
export interface Numbering {
  /** Named where it is not the one that belongs to the column. */
  readonly sequence?: string;
  readonly always: boolean;
  readonly items: readonly CatalogItem[];
  readonly row: SequenceRow | undefined;
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

  /** `sql` is how SQL names a relation. */
  constructor(
    private readonly rows: readonly SequenceRow[],
    private readonly sql: (schema: string, name: string) => string,
  ) {
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
      return { always: column.identity === 'a', items: row ? this.#identityItems(row, table, column, type) : [], row };
    }
    const row = this.#byUser.get(key);
    // Nothing but the next number: the name inside depends on nothing but the catalog.
    if (row === undefined || !/^nextval\('[^']*(''[^']*)*'::regclass\)$/.test(column.expression ?? ''))
      return undefined;
    if (isOwn(row, table, column)) {
      // An identity cannot be NULL.
      if (!column.required) return undefined;
      return { always: false, items: this.#identityItems(row, table, column, type), row };
    }
    if (row.schema !== table.schema || row.extension) return undefined;
    const options = unusualOptions(row, 'bigint');
    if (row.type !== 'bigint') options.unshift(`AS ${row.type}`);
    if (row.owner_name !== null) options.push(`OWNED BY ${row.owner_name}`);
    const name = this.sql(row.schema, row.name);
    const items = optionItems(column.name, options, () => changing(`${text(name)}::regclass`, options.join(' ')));
    return { sequence: row.name, always: false, items, row };
  }

  /** The column takes its numbers from its sequence in the schema too, which then is made with it or before it. */
  use({ row }: Numbering): void {
    if (row !== undefined) this.#used.add(row);
  }

  /** The server names the sequence of an identity and starts it at one. */
  #identityItems(row: SequenceRow, table: TableRow, { name }: ColumnRow, type: string): CatalogItem[] {
    const options = unusualOptions(row, type);
    // Where such a name is taken, the server puts a number at its end.
    const isUsual = row.name === serverName(table.name, name, `seq${/\d*$/.exec(row.name)?.[0] ?? ''}`);
    const renamed = isUsual ? [] : [`RENAME TO ${identifier(row.name)}`];
    const sequence = `pg_get_serial_sequence(${text(this.sql(table.schema, table.name))}, ${text(name)})::regclass`;
    return optionItems(name, [...options, ...renamed], () =>
      changing(sequence, options.join(' '), isUsual ? undefined : row.name),
    );
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

const optionItems = (column: string, options: readonly string[], sql: () => string): CatalogItem[] =>
  options.length === 0
    ? []
    : [
        {
          kind: 'sequence option',
          name: column,
          detail: options.join(' '),
          sql: alteration([sql()], [], ORDER.sequence),
        },
      ];

/** A sequence that gave no number yet begins anew. In a database that numbers the column in another way there is nothing to change. */
function changing(sequence: string, options: string, name?: string): string {
  const change = `  EXECUTE 'SELECT is_called FROM ' || numbers INTO used;
  EXECUTE 'ALTER SEQUENCE ' || numbers || ${text(` ${options}`)} || CASE WHEN used THEN '' ELSE ' RESTART' END;\n`;
  const rename = `  IF (SELECT relname FROM pg_class WHERE oid = numbers) <> ${text(name ?? '')} THEN
    EXECUTE 'ALTER SEQUENCE ' || numbers || ${text(` RENAME TO ${identifier(name ?? '')}`)};
  END IF;\n`;
  const steps = (options === '' ? '' : change) + (name === undefined ? '' : rename);
  return block(
    `DECLARE numbers regclass := ${sequence}; used boolean; BEGIN\n  IF numbers IS NULL THEN RETURN; END IF;\n${steps}END`,
  );
}
