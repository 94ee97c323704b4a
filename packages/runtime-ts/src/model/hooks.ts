import { AsyncLocalStorage } from 'node:async_hooks';
import { connectionOf } from '../config/connections.js';
import { VetoedError } from '../errors/orm-error.js';
import { refuseInit } from '../relations/refusals.js';
import type { Connection, TransactionOptions } from '../transactions/connection.js';
import type { Model } from './model.js';
import { withClassKey } from './row-class.js';
import type { TableMap } from './table-map.js';

/** What a hook before a write says: whether the write is to go on. */
export type HookAnswer = boolean | Promise<boolean>;

/** What is about to be written: the object itself, or what a new one is made of, which is no object yet. */
export type Unsaved<Init> = { -readonly [K in keyof Init]: Init[K] };

/** The hooks that run before there may be an object: those of the class. */
interface HookedClass {
  preSave?(values: object, con: Connection): HookAnswer;
  preInsert?(values: object, con: Connection): HookAnswer;
}

/** The hooks of objects. A class has those that its author has written, and no others. */
export interface HookedObject {
  preUpdate?(con: Connection): HookAnswer;
  preDelete?(con: Connection): HookAnswer;
  postSave?(con: Connection): unknown;
  postInsert?(con: Connection): unknown;
  postUpdate?(con: Connection): unknown;
  postDelete?(con: Connection): unknown;
}

const classOf = (object: Model): HookedClass => object.constructor as HookedClass;

/** Whether hooks run when a row is written. */
const hasHooks = (model: HookedClass, object: HookedObject): boolean =>
  (model.preSave ?? model.preInsert ?? object.preUpdate) !== undefined ||
  (object.postSave ?? object.postInsert ?? object.postUpdate) !== undefined;

/** Objects whose hooks run, in the code that they call: it must not set them off again for ever. */
const running = new AsyncLocalStorage<ReadonlyMap<Model, 'before' | 'after'>>();

function during<T>(object: Model, phase: 'before' | 'after', work: () => Promise<T>): Promise<T> {
  return running.run(new Map([...(running.getStore() ?? []), [object, phase]]), work);
}

/** Saves an object with the hooks of its class; what they change is part of what `write` writes. */
export function saveWithHooks(
  object: Model,
  con: Connection,
  write: (con: Connection) => Promise<void> = (frame) => object.$writeRow(frame),
): Promise<void> {
  return hasHooks(classOf(object), object) ? saveHooked(object, con, write) : write(con);
}

async function saveHooked(object: Model, con: Connection, write: (con: Connection) => Promise<void>): Promise<void> {
  const model = classOf(object);
  const phase = running.getStore()?.get(object);
  // What a hook sets before the write is written anyway, and behind it there may be nothing to write.
  if (phase === 'before' || (phase === 'after' && !object.isModified())) return;
  await whole(object.$table, con, async (frame) => {
    const isInsert = object.isNew();
    const goesOn = await during(object, 'before', async () => {
      if ((await model.preSave?.(object, frame)) === false) return false;
      return (await (isInsert ? model.preInsert?.(object, frame) : object.preUpdate?.(frame))) !== false;
    });
    if (!goesOn) return;
    await write(frame);
    await tellSaved(object, isInsert, frame);
  });
}

/** Makes a row and its object with the hooks of the class; `insert` gets what they have left of the values. */
export async function insertWithHooks<M extends Model>(
  model: HookedClass & { readonly prototype: HookedObject },
  table: TableMap,
  init: object,
  con: Connection | undefined,
  insert: (values: object, con: Connection) => Promise<M>,
): Promise<M> {
  refuseInit(table, init);
  const around = con ?? connectionOf(table);
  const given = withClassKey(model, table, init);
  if (!hasHooks(model, model.prototype)) return await insert(given, around);
  const inserted = await whole(table, around, async (frame) => {
    // It may run again, and the caller's own object is not for hooks to change.
    const values = { ...given };
    if ((await model.preSave?.(values, frame)) === false) return undefined;
    if ((await model.preInsert?.(values, frame)) === false) return undefined;
    const made = await insert(values, frame);
    await tellSaved(made, true, frame);
    return made;
  });
  if (inserted === undefined) throw new VetoedError(`A hook of ${table.model} does not let this row be inserted.`);
  return inserted;
}

export async function deleteWithHooks(
  object: Model,
  con: Connection,
  write: (con: Connection) => Promise<void>,
): Promise<void> {
  if ((object.preDelete ?? object.postDelete) === undefined) return write(con);
  await whole(object.$table, con, async (frame) => {
    if ((await object.preDelete?.(frame)) === false) return;
    await write(frame);
    await object.postDelete?.(frame);
  });
}

async function tellSaved(object: Model, isInsert: boolean, con: Connection): Promise<void> {
  await during(object, 'after', async () => {
    await (isInsert ? object.postInsert?.(con) : object.postUpdate?.(con));
    await object.postSave?.(con);
  });
}

/** Hooks and what they surround are one transaction, at the level that lists want if it is not the caller's. */
function whole<T>({ list }: TableMap, con: Connection, work: (con: Connection) => Promise<T>): Promise<T> {
  const isolation = con.inTransaction ? undefined : list?.locks.isolation;
  const options: TransactionOptions = isolation === undefined ? {} : { isolation };
  return con.transaction(work, options);
}
