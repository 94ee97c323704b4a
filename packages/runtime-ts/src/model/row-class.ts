import type { Row } from '../drivers/session.js';
import { OrmError } from '../errors/orm-error.js';
import type { ModelClass, TableMap } from './table-map.js';

export type RowClass = (row: Row) => ModelClass;

/** Looking a module up costs as much as a small statement. */
const known = new WeakMap<TableMap, RowClass>();

/** Finds the class of a row: where a table has several, one of its columns tells. */
export async function rowClass(table: TableMap): Promise<RowClass> {
  const found = known.get(table) ?? (await loaded(table));
  known.set(table, found);
  return found;
}

/** The same without a promise, once the classes are loaded. */
export const knownRowClass = (table: TableMap): RowClass | undefined => known.get(table);

async function loaded(table: TableMap): Promise<RowClass> {
  const own = await table.load();
  const { inheritance, columns } = table;
  if (inheritance === undefined) return () => own;
  const { column, classes, abstract: isAbstract } = inheritance;
  const further = new Map(await Promise.all(classes.map(async ([key, load]) => [key, await load()] as const)));
  return (row) => {
    const cell = row[column] ?? null;
    const found = cell === null ? undefined : further.get(columns[column]?.value.read(cell as never));
    if (found === undefined && isAbstract === true) throw ofNoClass(table);
    return found ?? own;
  };
}

/** What a new row is made of, with the key of its class where there is one. */
export function withClassKey(model: object, table: TableMap, init: object): object {
  const { inheritance, columns } = table;
  const property = columns[inheritance?.column ?? -1]?.property;
  if (property === undefined) return init;
  const key: unknown = Reflect.get(model, '$classKey');
  if (key === undefined && inheritance?.abstract === true) throw ofNoClass(table);
  return key === undefined ? init : { ...init, [property]: key };
}

const ofNoClass = ({ model, name, columns, inheritance }: TableMap): OrmError =>
  new OrmError(
    `No class of the table "${name}" has the key of this row in "${columns[inheritance?.column ?? -1]?.name ?? ''}", and ${model} is ` +
      'abstract: add an <inheritance> for it to the schema.',
  );
