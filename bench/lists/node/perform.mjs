// Performs operations on lists through the generated classes. Each is written into the journal before it is called, and its outcome
// behind it: the ranks that the objects then say. As ../load.php.

import {
  AlreadyInListError,
  InvalidQueryError,
  NotInListError,
  RankOutOfRangeError,
  RowGoneError,
} from '@ormgen/runtime';
import { NothingThere } from './choices.mjs';

const REFUSALS = [NotInListError, RankOutOfRangeError, RowGoneError, AlreadyInListError];

/**
 * Performs a planned operation and fills in what came of it; undefined when it was not done. Conflicts are thrown.
 *
 * @param where `{ con, isInside, identities }`: the transaction that is handed on, whether there is one around, and the objects that
 *   are known in it
 * @param isAnew read the objects again, in place of using those that are held
 */
export async function perform(plan, { held, journal }, where, isAnew) {
  const entry = plan.call === undefined ? undefined : { call: plan.call };
  if (entry !== undefined && where.isInside) journal.pending.push(entry);
  else journal.own = entry;
  const { con, isInside } = where;
  const get = async (object) => {
    if (!isAnew) return object;
    const [table] = Object.entries(held.tables).find(([name]) => object instanceof held.model(name));
    const found = await held.query(table).create().findPk(object.id, con);
    // A session gives the object that it knows, with what an earlier operation could not save.
    return found === null || !found.isModified() ? (found ?? undefined) : found.reload(con);
  };
  try {
    const changed = await plan.work({ con, isInside, get, entry });
    if (changed === undefined) {
      journal.drop(entry);
      return undefined;
    }
    if (entry !== undefined) entry.result = outcome(held, plan.call[0], changed, where.identities);
    return entry;
  } catch (error) {
    const refusal = refusalOf(error, plan);
    if (refusal === undefined) throw error;
    held.forget(plan.objects);
    if (entry !== undefined) entry.result = { refused: refusal };
    return entry;
  } finally {
    journal.own = undefined;
  }
}

/** How the journal names what an operation was refused for. */
function refusalOf(error, { call }) {
  // No list was there to be locked, so nothing says when it was empty: before or after what others did.
  if (error instanceof NothingThere) return 'nothing there';
  if (error instanceof InvalidQueryError) return call?.[1] === 'reorder' ? 'refused' : undefined;
  return REFUSALS.some((kind) => error instanceof kind) ? error.name.replace(/Error$/, '') : undefined;
}

/** What objects say: the changed ones, and some others that are known around and say to be in the same list. */
function outcome(held, table, changed, identities) {
  const places = {};
  const others = [];
  const lists = new Set();
  const listOf = (object) => JSON.stringify(held.scopeOf(table, object));
  for (const object of changed) {
    places[object.code] = [object.getRank(), held.scopeOf(table, object)];
    if (object.getRank() !== null) lists.add(listOf(object));
  }
  const known = new Set(identities?.objects(held.model(table).prototype.$table) ?? []);
  for (const object of held.of(table)) {
    if (others.length === 3) break;
    const isLive = known.has(object) && !object.isDeleted() && !object.isModified() && object.getRank() !== null;
    if (!isLive || object.code in places || !lists.has(listOf(object))) continue;
    places[object.code] = [object.getRank(), held.scopeOf(table, object)];
    others.push(object.code);
  }
  // An empty map would be read as a list, which is the same to PHP.
  return { places, others };
}
