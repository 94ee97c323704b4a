// Operations on lists, chosen at random: what the journal will say of each, with the row's code in place of its id, and what to
// call. As ../choices.php, whose calls ../oracle.php replays.

/** Fewer rows than this, and nothing leaves a table; more, and nothing comes. */
const FEW = 8;
const MANY = 32;

/** How often each operation is chosen. */
const WEIGHTS = {
  ...{ up: 8, down: 8, top: 4, bottom: 4, rank: 9, swap: 6, before: 3, after: 3 },
  ...{ insert: 11, delete: 8, deleteAll: 1, deleteList: 1, scope: 9, remove: 5, enter: 7 },
  ...{ reorder: 4, repair: 1, note: 8 },
};

const MOVES = { up: 'moveUp', down: 'moveDown', top: 'moveToTop', bottom: 'moveToBottom' };
const BESIDE = { swap: 'swapWith', before: 'moveBefore', after: 'moveAfter' };

/** For an operation that found nothing to do. */
export class NothingThere extends Error {}

/**
 * A plan is `{ call, objects, work }`: what the journal says, the held objects that it uses, and what does it. `work` gets
 * `{ con, isInside, get, entry }` and gives the objects that were changed, undefined when a row is not there.
 */
export class Choices {
  #held;
  #process;
  #random;
  #mayBeLost;
  #made = 0;

  /** @param mayBeLost the process may be killed: then nothing is done without a transaction, which alone can tell what became of it */
  constructor(held, process, random, mayBeLost) {
    this.#held = held;
    this.#process = process;
    this.#random = random;
    this.#mayBeLost = mayBeLost;
  }

  /** @param mayRepeat whether it may be called again: then it must not be one that can be out of date for good */
  async plan(but, mayRepeat) {
    for (;;) {
      const table = this.#random.pick(this.#held.names);
      const scope = this.#random.pick(this.#held.tables[table].lists);
      if (this.#held.of(table).length < 6 || this.#random.oneOf(12)) await this.#held.read(table, scope);
      const plan = this.#planOf(this.#choose(table), { table, scope, but, mayRepeat });
      if (plan !== undefined) return plan;
    }
  }

  #choose(table) {
    const name = this.#random.weighted(WEIGHTS);
    const size = this.#held.sizes.get(table) ?? 0;
    if (size < FEW && name.startsWith('delete')) return 'insert';
    return size > MANY && name === 'insert' ? 'delete' : name;
  }

  #planOf(name, given) {
    const { table, scope, but } = given;
    switch (name) {
      case 'insert':
        return this.#insert(given);
      case 'reorder':
        return this.#reorder(given);
      case 'repair':
        return this.#repair(table, scope);
      case 'deleteList':
        return this.#deleteList(table);
    }
    const object = this.#held.pick(table, but, this.#wanted(name));
    if (object === undefined) return undefined;
    const { code } = object;
    switch (name) {
      case 'up':
      case 'down':
      case 'top':
      case 'bottom':
        return single([table, name, code], object, (one, con) => one[MOVES[name]](con));
      case 'rank': {
        const to = this.#random.int(1, Math.max(2, (this.#held.sizes.get(table) ?? 20) + 2));
        return single([table, name, code, to], object, (one, con) => one.moveToRank(to, con));
      }
      case 'swap':
      case 'before':
      case 'after':
        return this.#beside(name, object, given);
      case 'delete':
        return single([table, name, code], object, (one, con) => one.delete(con), false);
      case 'deleteAll':
        return this.#deleteAll(object, given);
      case 'remove':
        return single([table, name, code], object, (one, con) => one.removeFromList().save(con));
      case 'enter':
        return this.#enter(object, given);
      case 'scope':
        return this.#changeScope(object, given);
      default: {
        const note = this.#random.int(1, 1_000_000);
        return single(undefined, object, (one, con) => {
          one.note = note;
          return one.save(con);
        });
      }
    }
  }

  /** Whether an object is to have a rank; undefined for either. */
  #wanted(name) {
    if (name === 'enter') return this.#random.oneOf(3);
    if (['scope', 'remove', 'delete', 'note'].includes(name)) return undefined;
    return this.#random.oneOf(20) ? undefined : true;
  }

  #repair(table, scope) {
    const work = async ({ con }) => {
      const changed = await this.#held.query(table).repairList(...scope, con);
      if (changed !== 0) throw new Error(`repairList() found a wrong list: ${table} ${JSON.stringify(scope)}`);
      return [];
    };
    return { call: [table, 'repair'], objects: [], work };
  }

  /** A list that others may fill at the same time, and that nobody misses. */
  #deleteList(table) {
    if (!this.#isOfBoards(table)) return undefined;
    const spare = this.#spare();
    const work = async ({ con }) => {
      if ((await this.#held.query(table).deleteList(...spare, con)) === 0) throw new NothingThere();
      return [];
    };
    return { call: [table, 'deleteList', spare], objects: [], work };
  }

  #isOfBoards(table) {
    return this.#held.tables[table].scope[0] === 'board_id';
  }

  #spare() {
    return [this.#random.int(900_000, 900_003)];
  }

  #beside(name, object, { table, but }) {
    const isRanked = this.#random.oneOf(20) ? undefined : true;
    const other = this.#held.pick(table, [...but, object], isRanked);
    if (other === undefined) return undefined;
    const work = async ({ con, get }) => {
      const [one, two] = [await get(object), await get(other)];
      if (one === undefined || two === undefined) return undefined;
      await one[BESIDE[name]](two, con);
      return name === 'swap' ? [one, two] : [one];
    };
    return { call: [table, name, object.code, other.code], objects: [object, other], work };
  }

  #deleteAll(object, { table, but }) {
    const other = this.#held.pick(table, [...but, object]);
    const objects = other === undefined ? [object] : [object, other];
    const codes = objects.map(({ code }) => code);
    const work = async ({ con }) => {
      await this.#held.query(table).create().filterByCode(codes).delete(con);
      return [];
    };
    return { call: [table, 'deleteAll', codes], objects, work };
  }

  /** Where to insert: how the journal says it, the call on an object or draft, and the objects that it uses. */
  #where(table, but, mayBeBeside = true) {
    const roll = this.#random.int(1, mayBeBeside ? 7 : 5);
    if (roll === 1) return { where: ['top'], place: (one) => one.insertAtTop(), others: [] };
    if (roll === 2) return { where: ['bottom'], place: (one) => one.insertAtBottom(), others: [] };
    const other = roll > 5 ? this.#held.pick(table, but, true) : undefined;
    if (other !== undefined) {
      const place = async (one, get) => {
        const two = await get(other);
        if (two === undefined) return false;
        return roll === 6 ? one.insertBefore(two) : one.insertAfter(two);
      };
      return { where: [roll === 6 ? 'before' : 'after', other.code], place, others: [other] };
    }
    const rank = this.#random.int(1, Math.max(1, this.#held.sizes.get(table) ?? 1));
    return { where: ['rank', rank], place: (one) => one.insertAtRank(rank), others: [] };
  }

  #insert({ table, scope, but }) {
    const list = this.#isOfBoards(table) && this.#random.oneOf(5) ? this.#spare() : scope;
    const code = `p${this.#process}-${++this.#made}`;
    const { where, place, others } = this.#whereNew(table, but);
    const names = this.#held.scopeNames(table);
    const init = { code, ...Object.fromEntries(names.map((name, index) => [name, list[index]])) };
    const work = async ({ con, get }) => {
      const model = this.#held.model(table);
      let object;
      if (where[0] === 'none') {
        object = await model.create(init, con);
      } else {
        const draft = model.draft(init);
        if ((await place(draft, get)) === false) return undefined;
        object = await draft.save(con);
      }
      this.#held.add(table, object);
      return [object];
    };
    return { call: [table, 'insert', code, list, where], objects: others, work };
  }

  #whereNew(table, but) {
    const roll = this.#random.int(this.#mayBeLost ? 2 : 1, 8);
    if (roll === 1) return { where: ['unranked'], place: (one) => one.removeFromList(), others: [] };
    return roll <= 3 ? { where: ['none'], others: [] } : this.#where(table, but);
  }

  #enter(object, { table, but }) {
    const { where, place, others } = this.#where(table, [...but, object]);
    const work = async ({ con, get }) => {
      const one = await get(object);
      if (one === undefined) return undefined;
      if (one.getRank() !== null) one.removeFromList();
      if ((await place(one, get)) === false) return undefined;
      await one.save(con);
      return [one];
    };
    return { call: [table, 'enter', object.code, where], objects: [object, ...others], work };
  }

  #changeScope(object, { table, scope }) {
    const names = this.#held.scopeNames(table);
    // Of several columns often only one.
    const changed = [...names.keys()].filter(
      (index) => scope[index] !== object[names[index]] && (names.length === 1 || this.#random.oneOf(2)),
    );
    if (changed.length === 0) return undefined;
    const { where, place } = this.#random.oneOf(2) ? { where: ['none'] } : this.#where(table, [object], false);
    const values = Object.fromEntries(changed.map((index) => [index, scope[index]]));
    const work = async ({ con, get }) => {
      const one = await get(object);
      if (one === undefined) return undefined;
      // Read anew, it may be there already: then nothing would be saved.
      if (changed.some((index) => one[names[index]] === scope[index])) return undefined;
      for (const index of changed) one[names[index]] = scope[index];
      place?.(one);
      await one.save(con);
      return [one];
    };
    return { call: [table, 'scope', object.code, values, where], objects: [object], work };
  }

  /** The whole list or three of its rows, read under the lock, or a moment before it: then others may come between. */
  #reorder({ table, scope, mayRepeat }) {
    const query = this.#held.query(table);
    const work = async ({ con, isInside, entry }) => {
      if (isInside && (mayRepeat || this.#random.oneOf(2))) {
        await (scope.length === 0
          ? query.lockLists(con)
          : query.lockLists([scope.length === 1 ? scope[0] : scope], con));
      }
      const all = await query.create().findList(...scope, con);
      const isPart = this.#random.oneOf(2) && all.length > 3;
      const rows = isPart ? this.#random.shuffled(all).slice(0, 3) : all;
      if (rows.length === 0) return undefined;
      const ranks = this.#random.shuffled(rows.map((row) => row.getRank()));
      entry.call = [table, 'reorder', Object.fromEntries(rows.map(({ code }, index) => [code, ranks[index]]))];
      await query.reorder(new Map(rows.map(({ id }, index) => [id, ranks[index]])), con);
      return [];
    };
    return { call: [table, 'reorder', {}], objects: [], work };
  }
}

/** One object, which then says where it is, unless it is gone. */
function single(call, object, act, stays = true) {
  const work = async ({ con, get }) => {
    const one = await get(object);
    if (one === undefined) return undefined;
    await act(one, con);
    return stays ? [one] : [];
  };
  return { call, objects: [object], work };
}
