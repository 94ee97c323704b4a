import { connectionOf } from '../config/connections.js';
import { EntityNotFoundError } from '../errors/orm-error.js';
import type { Mapped } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';
import { relatedTo } from './load.js';
import { relationOf } from './relation-map.js';

// Relations of which one end is only read: nothing is to be remembered for a later save.

export async function readMany<M extends object>(
  object: Mapped,
  name: string,
  con: Connection = connectionOf(object.$table),
): Promise<M[]> {
  const [[, related] = []] = (await relatedTo([object], relationOf(object.$table, name), con)) as [[Mapped, M[]]?];
  return [...(related ?? [])];
}

export async function readOne<M extends object>(object: Mapped, name: string, con?: Connection): Promise<M | null> {
  const [first = null] = await readMany<M>(object, name, con);
  return first;
}

export async function requireOne<M extends object>(object: Mapped, name: string, con?: Connection): Promise<M> {
  const found = await readOne<M>(object, name, con);
  if (found !== null) return found;
  throw new EntityNotFoundError(`The ${name} of this ${object.$table.model} does not exist.`);
}
