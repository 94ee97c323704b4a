import type { Change } from '../../src/changes/change.js';
import type { Column, Database, Table } from '../../src/model/model.js';
import { adapterOf, type Engine, type EngineDatabase } from '../support/engines.js';

export type Quote = (name: string) => string;

export const quoteOf = (engine: Engine): Quote =>
  adapterOf(engine) === 'mysql'
    ? (name) => `\`${name.replaceAll('`', '``')}\``
    : (name) => `"${name.replaceAll('"', '""')}"`;

export const nameOf = ({ schema, name }: { schema?: string | undefined; name: string }, quote: Quote): string =>
  schema === undefined ? quote(name) : `${quote(schema)}.${quote(name)}`;

/** A value that many columns of a type can hold, as SQL. */
export function sampleOf({ type, valueSet, size }: Column, number: number, isPgsql: boolean): string {
  switch (type) {
    case 'BOOLEAN':
      return isPgsql ? 'TRUE' : '1';
    case 'DATE':
      return `'2024-01-0${number}'`;
    case 'TIME':
      return `'10:00:0${number}'`;
    case 'TIMESTAMP':
    case 'DATETIME':
      return `'2024-01-0${number} 10:00:00'`;
    case 'ENUM':
      return `'${(valueSet[0] ?? '').replaceAll("'", "''")}'`;
    case 'UUID':
      return `'00000000-0000-0000-0000-00000000000${number}'`;
    case 'CHAR':
    case 'VARCHAR':
    case 'LONGVARCHAR':
    case 'CLOB':
      return `'${'x'.repeat(Math.min(4, (size ?? 9) - 1))}${number}'`;
    default:
      return String(number);
  }
}

/** What a row gets in a column, where that is not any value. */
export type OwnValue = (table: string, column: string, number: number) => string | undefined;

/** Puts rows into every table that takes simple ones, and says into how many. */
export async function fillTables(
  database: EngineDatabase,
  model: Database,
  quote: Quote,
  own: OwnValue = () => undefined,
): Promise<number> {
  let filled = 0;
  for (const table of model.tables) {
    if (table.skipSql) continue;
    for (let number = 1; number <= 3; number++) {
      const columns = table.columns.filter(({ generated }) => generated === undefined);
      const names = columns.map(({ name }) => quote(name)).join(', ');
      const isPgsql = database.adapter === 'pgsql';
      const values = columns
        .map((column) => own(table.name, column.name, number) ?? sampleOf(column, number, isPgsql))
        .join(', ');
      try {
        await database.query(`INSERT INTO ${nameOf(table, quote)} (${names}) VALUES (${values})`);
        if (number === 1) filled++;
      } catch {
        // Not everything fits simple values.
      }
    }
  }
  return filled;
}

/** What tables hold in columns that stay, before a migration or after it. */
export async function keptValues(
  database: EngineDatabase,
  model: Database,
  changes: readonly Change[],
  names: 'before' | 'after',
  quote: Quote,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const table of model.tables) {
    const now = newName(changes, table);
    if (table.skipSql || now === undefined) continue;
    const columns = table.columns.flatMap((column) => {
      const after = newColumn(changes, { schema: table.schema, table: now }, column);
      return after === undefined || column.generated !== undefined ? [] : [names === 'before' ? column.name : after];
    });
    if (columns.length === 0) continue;
    const owner = nameOf({ schema: table.schema, name: names === 'before' ? table.name : now }, quote);
    const rows = await database.query(`SELECT ${columns.map(quote).join(', ')} FROM ${owner}`);
    found[table.name] = rows.map((row) => JSON.stringify(columns.map((name) => text(row[name])))).sort();
  }
  return found;
}

/** Drivers give numbers of other sizes as texts. */
const text = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;

function newName(changes: readonly Change[], { schema, name }: Table): string | undefined {
  const own = changes.filter((change) => change.kind === 'table' && change.schema === schema);
  const renamed = own.find(({ from }) => from === name);
  if (renamed !== undefined) return renamed.name;
  return own.some((change) => change.name === name && change.before !== undefined) ? undefined : name;
}

function newColumn(
  changes: readonly Change[],
  { schema, table }: { schema: string | undefined; table: string },
  { name }: Column,
): string | undefined {
  const own = changes.filter(
    (change) => change.kind === 'column' && change.schema === schema && change.table === table,
  );
  const renamed = own.find(({ from }) => from === name);
  if (renamed !== undefined) return renamed.name;
  return own.some((change) => change.name === name && change.from === undefined && change.after === undefined)
    ? undefined
    : name;
}
