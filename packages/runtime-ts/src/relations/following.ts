import { isModel } from '../model/kinds.js';
import type { Model } from '../model/model.js';
import type { Connection } from '../transactions/connection.js';
import { relatedObjects } from './links.js';
import type { RelationMap } from './relation-map.js';

/** After the row of an object was deleted: what the database did to rows that point at it, done to the objects that are known. */
export async function followDelete(deleted: Model, con: Connection): Promise<void> {
  for (const relation of deleted.$table.relations ?? []) {
    const { kind, onDelete } = relation;
    if (kind === 'many to one' || (onDelete !== 'CASCADE' && onDelete !== 'SET NULL')) continue;
    const inUse = con.identities?.objects(await relation.table()) ?? [];
    for (const object of new Set([...inUse, ...relatedObjects(deleted, relation)])) {
      if (!isModel(object) || object.isNew() || object.isDeleted()) continue;
      if (!pointsAt(object, relation, deleted)) continue;
      if (onDelete === 'CASCADE') {
        object.$deleted(con);
        await followDelete(object, con);
      } else {
        cutOff(object, relation, con);
      }
    }
  }
}

/** By what their rows have. */
const pointsAt = (object: Model, { pairs }: RelationMap, deleted: Model): boolean =>
  pairs.every(([own, there]) => {
    const cell = object.$row[there] ?? null;
    return cell !== null && String(cell) === String(deleted.$row[own]);
  });

function cutOff(object: Model, { pairs }: RelationMap, con: Connection): void {
  const positions = pairs.map(([, there]) => there).filter((position) => !object.$isChanged(position));
  const properties = positions.map((position) => object.$table.columns[position]?.property ?? '');
  const before = properties.map((property): unknown => Reflect.get(object, property));
  con.note(object);
  object.$put(new Map(positions.map((position) => [position, null])));
  con.onRollback(() => {
    for (const [index, property] of properties.entries()) {
      if (Reflect.get(object, property) === null) Reflect.set(object, property, before[index]);
    }
  });
}
