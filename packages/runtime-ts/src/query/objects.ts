import { InvalidQueryError } from '../errors/orm-error.js';
import type { Mapped } from '../model/table-map.js';
import { loadRelations } from '../relations/load.js';
import type { Connection } from '../transactions/connection.js';
import { statementOf } from './condition.js';
import { joinNamed, repeatsRows } from './join.js';
import type { QueryParts } from './parts.js';
import { rowsOneByOne } from './reading.js';
import { RowPlan } from './row-plan.js';
import { maker, passingMaker, readyMaker } from './rows.js';
import { selectRows } from './select.js';

// What a query finds, as objects.

export async function readObjects(parts: QueryParts, con: Connection): Promise<readonly object[]> {
  const { table } = parts.root;
  const statement = statementOf(table.dialect, selectRows(parts));
  if (parts.with.length === 0) {
    const { rows } = await con.run(statement, readyMaker(table, con) ?? (await maker(table, con)));
    await loadRelations(rows as readonly Mapped[], parts.loads, con);
    return [...rows];
  }
  const plan = await RowPlan.of(parts, con, maker);
  const { rows } = await con.run(statement, (row) => plan.take(row));
  plan.finish();
  const objects = rows.filter((object) => object !== undefined);
  await loadRelations(objects as readonly Mapped[], parts.loads, con);
  return objects;
}

/** The properties in which objects of a query have what it loads eagerly. */
export const readProperties = (parts: QueryParts): readonly string[] => [
  ...parts.loads,
  ...parts.with.flatMap((name) => {
    const join = joinNamed(parts, name);
    return join?.from === parts.root ? [join.relation.property] : [];
  }),
];

/** The objects one after another, without making new ones known: there may be more than memory holds. */
export async function* objectsOneByOne(
  parts: QueryParts,
  con: Connection,
  portion: number,
): AsyncGenerator<object, undefined> {
  if (repeatsRows(parts) || parts.loads.length > 0) {
    throw new InvalidQueryError(
      'Reading row by row loads relations to one that are joined (joinWithAuthor()): leave with() and relations to many out, or call find().',
    );
  }
  const rows = rowsOneByOne(parts.root.table, parts, con, portion);
  if (parts.with.length === 0) {
    const make = await passingMaker(parts.root.table, con);
    for await (const row of rows) yield make(row);
    return undefined;
  }
  const plan = await RowPlan.of(parts, con, passingMaker);
  for await (const row of rows) {
    const object = plan.take(row);
    plan.forget();
    if (object !== undefined) yield object;
  }
  return undefined;
}
