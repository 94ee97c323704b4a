import { isDraft } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import type { ModelClass, TableMap } from '../model/table-map.js';
import { columnAt } from '../query/columns.js';
import { newQuery } from '../query/using.js';
import type { Connection } from '../transactions/connection.js';
import { arrange } from './arranging.js';
import { keyOf, pointsAt } from './keys.js';
import { type Ends, knownLinks, type Linked, linksOf } from './links.js';
import { readChildren } from './reading.js';
import { refuseDeleted, refuseOther } from './refusals.js';
import { type CrossMap, relationOf } from './relation-map.js';

/** Writes the rows in between that were asked for, and deletes those that were to go. `saveEnd` saves what they lead to. */
export async function saveTargets(
  con: Connection,
  object: Model,
  cross: CrossMap,
  isNew: boolean,
  saveEnd: (end: Linked) => Promise<Model | undefined>,
): Promise<void> {
  const targets = knownLinks(object)?.targets.get(cross.name);
  if (targets === undefined || targets.isEmpty) return;
  const down = relationOf(object.$table, cross.via);
  const between = await down.table();
  const rows = isNew ? [] : await readChildren(object, down, con);
  const taken = targets.take();
  con.onRollback(() => targets.putBack(taken));
  const { added, removed, wanted } = taken;
  const leads = (row: Model, ends: Ends): boolean => leadsTo(between, row, cross, ends);
  const isGone = (row: Model): boolean =>
    wanted === undefined ? removed.some((ends) => leads(row, ends)) : !wanted.some((ends) => leads(row, ends));
  for (const row of rows.filter(isGone)) await row.delete(con);
  const left = rows.filter((row) => !row.isDeleted());
  for (const ends of wanted ?? added) {
    await refuseOtherTables(object, cross, between, ends);
    const objects: Model[] = [];
    for (const end of ends) {
      refuseDeleted(end);
      const saved = await saveEnd(end);
      if (saved !== undefined) objects.push(saved);
    }
    if (objects.length < ends.length || left.some((row) => leads(row, objects))) continue;
    left.push(await insertBetween(con, object, cross, between, objects));
  }
  linksOf(object).childrenOf(down.name).known = left;
  if (wanted === undefined || rows.length === 0) return;
  const order = wanted.flatMap((ends) => left.filter((row) => leads(row, ends)));
  await arrange(con, object, down, order);
}

/** Names of relations, which tell most of them apart before, may be the same in other tables. */
async function refuseOtherTables(object: Model, { targets }: CrossMap, between: TableMap, ends: Ends): Promise<void> {
  for (const [index, relation] of targets.entries()) {
    const other = await relationOf(between, relation).table();
    refuseOther({ model: object.$table.model, relation }, ends[index], (table) => table === other);
  }
}

const leadsTo = (between: TableMap, row: Model, { targets }: CrossMap, ends: Ends): boolean =>
  targets.every((name, index) => {
    const end = ends[index];
    const object = isDraft(end) ? end.saved : end;
    return object !== null && object !== undefined && pointsAt(row, relationOf(between, name), object);
  });

async function insertBetween(
  con: Connection,
  object: Model,
  { via, targets }: CrossMap,
  between: TableMap,
  ends: readonly Model[],
): Promise<Model> {
  const { opposite } = relationOf(object.$table, via);
  const keys = [
    ...keyOf(between, relationOf(between, opposite), object),
    ...targets.flatMap((name, index) => {
      const end = ends[index];
      return end === undefined ? [] : [...keyOf(between, relationOf(between, name), end)];
    }),
  ];
  const init = Object.fromEntries(keys.map(([position, value]) => [columnAt(between, position).property, value]));
  const query = await newQuery(between);
  return query.$create((await between.load()) as ModelClass<Model>, init, con);
}
