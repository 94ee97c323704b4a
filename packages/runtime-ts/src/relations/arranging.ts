import { runLocked } from '../lock/locked-work.js';
import type { Model } from '../model/model.js';
import { identityOf } from '../model/row-identity.js';
import { newQuery } from '../query/using.js';
import { listOf } from '../sortable/list-of.js';
import { ListScope } from '../sortable/list-scope.js';
import { reorder } from '../sortable/reordering.js';
import { telling } from '../sortable/telling.js';
import type { Connection } from '../transactions/connection.js';
import { keyBelow } from './keys.js';
import { type Linked, storedObject } from './links.js';
import { isList } from './lists.js';
import type { RelationMap } from './relation-map.js';

/** Gives the rows that point at an object the order that was asked for. Rows that somebody else has added come behind them. */
export async function arrange(
  con: Connection,
  object: Model,
  relation: RelationMap,
  order: readonly Linked[],
): Promise<void> {
  const other = await relation.table();
  const key = keyBelow(object, relation, other);
  if (!isList(relation, other) || key === undefined) return;
  const list = listOf(other);
  const { rank, scope: columns, locks } = list.plan.map;
  const cells = columns.map((position) => other.columns[position]?.value.write(key.get(position) as never) as never);
  const model = await other.load();
  await runLocked(con, {
    protocol: locks,
    locks: [new ListScope(list.plan, cells)],
    work: async ({ con: frame }) => {
      const query = await newQuery(other);
      query.$filter(rank, null, 'IS NOT NULL').$inDefaultOrder();
      for (const [position, value] of key) query.$filter(position, value, '=');
      const rows = (await query.find(frame)) as Model[];
      const objects = order.flatMap((node) => storedObject(node) ?? []);
      const identities = objects.map(({ $row }) => identityOf(other, $row));
      const placeOf = ({ $row }: Model): number => {
        const place = identities.indexOf(identityOf(other, $row));
        return place < 0 ? Number.POSITIVE_INFINITY : place;
      };
      const wanted = [...rows].sort((one, another) => {
        const [place, anotherPlace] = [placeOf(one), placeOf(another)];
        return place === anotherPlace ? 0 : place - anotherPlace;
      });
      if (wanted.every((row, index) => row === rows[index])) return;
      const pairs = wanted.map((row, index) => [row.$key(), index + 1] as const);
      await reorder(frame, list, pairs, telling(frame, other, model, []));
      // Those that the session does not know were given by the caller, and are right as well.
      for (const each of objects) {
        const at = wanted.findIndex(({ $row }) => identityOf(other, $row) === identityOf(other, each.$row));
        if (at < 0) continue;
        frame.note(each);
        each.$accept(new Map([[rank, String(at + 1)]]));
      }
    },
  });
}
