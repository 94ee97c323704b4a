// One story of the model check, played on real objects and compared with what the oracle expects after each step.

import { isDeepStrictEqual } from 'node:util';
import { OrmError } from '@ormgen/runtime';

/** Something is not as the oracle says. */
export class Mismatch extends Error {}

/** The story cannot go on, though nothing is wrong: the oracle took one of two ways, and the product the other. */
export class Cut extends Error {}

const DEFERRED = {
  top: 'insertAtTop',
  bottom: 'insertAtBottom',
  rank: 'insertAtRank',
  before: 'insertBefore',
  after: 'insertAfter',
  remove: 'removeFromList',
};
const MOVES = { up: 'moveUp', down: 'moveDown', toTop: 'moveToTop', toBottom: 'moveToBottom', toRank: 'moveToRank' };
const BESIDE = { swap: 'swapWith', moveBefore: 'moveBefore', moveAfter: 'moveAfter' };
const NEIGHBOUR = { next: 'getNext', previous: 'getPrevious' };

/** What nobody can write in TypeScript: an object that was never saved has no such method. */
class NoSuchCall extends Error {}

/** A new object: a draft takes its values at once, so they are gathered. */
class Unsaved {
  calls = [];

  constructor(model, init) {
    this.model = model;
    this.init = init;
  }

  isNew = () => true;
  isDeleted = () => false;

  defer(method, args) {
    if (args.some((arg) => arg instanceof Unsaved)) throw new Cut('beside a draft');
    this.draft()[method](...args);
    this.calls.push([method, args]);
  }

  draft() {
    const draft = this.model.draft(this.init);
    for (const [method, args] of this.calls) draft[method](...args);
    return draft;
  }
}

const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`_${name}`);
const text = (value) => JSON.stringify(value);

export class Story {
  /** How many steps were played, and how many of them rightly refused. */
  steps = 0;
  refused = 0;
  #objects = new Map();
  /** Of rows, by the name of the object that has inserted them. */
  #keys = new Map();
  #dropped = new WeakSet();
  #sides;
  #open = 0;
  #transacting = 0;

  constructor(table, models, shape, sides) {
    this.table = table;
    this.shape = shape;
    this.model = models[pascal(table)];
    this.query = models[`${pascal(table)}Query`];
    this.#sides = sides;
  }

  async clean() {
    await this.#run(0, `DELETE FROM ${this.#quoted(this.table)}`);
  }

  async play(steps) {
    for (const step of steps) {
      await this.#step(step);
      this.steps++;
    }
  }

  async #step(step) {
    const con = step.con ?? (step.o === undefined ? this.#transacting : this.#objects.get(step.o)?.con) ?? 0;
    const { then } = step;
    let answer;
    try {
      answer = await this.#sides[con].within(() => this.#perform(step, con));
      if (then.refused) {
        if (step.stale) throw new Cut('remembered otherwise');
        throw new Mismatch('it was not refused');
      }
    } catch (error) {
      if (error instanceof Mismatch || error instanceof Cut) throw error;
      if (!(error instanceof OrmError || error instanceof NoSuchCall)) throw error;
      if (!then.refused) {
        if (then.open || step.stale) throw new Cut(`refused, which was open: ${step.op}`);
        throw new Mismatch(`it was refused: ${error.stack}`);
      }
      this.refused++;
    }
    const expected = this.#expected(then.answer);
    if (!then.refused && expected !== null && !isDeepStrictEqual(answer, expected)) {
      throw new Mismatch(`it answered ${text(answer)}, expected was ${text(expected)}`);
    }
    await this.#checkRows(con, then.rows);
    this.#checkObjects(then.objects);
  }

  /** An answer, with the keys of rows that it names. */
  #expected(answer) {
    if (Array.isArray(answer)) return answer.map((birth) => this.#keys.get(birth));
    return typeof answer === 'string' ? this.#keys.get(answer) : answer;
  }

  async #perform(step, con) {
    const { op } = step;
    const side = this.#sides[con];
    // What is handed nothing finds the first connection by itself.
    const given = con === 0 && !side.inTransaction ? undefined : side.con;
    if (step.o !== undefined) return this.#ofObject(step, given, con);
    switch (op) {
      case 'row':
        return this.#insert(step);
      case 'new':
        return void this.#hold(step.name, new Unsaved(this.model, this.#init(step)), con);
      case 'load': {
        const object = await this.query.create().findPk(...this.#keys.get(step.birth), given);
        // PHP finds an object of its pool, whatever the database has.
        if (object === null && step.static && step.then.answer !== null) throw new Cut('only in a pool');
        return this.#found(step.name, con, object);
      }
      case 'findList': {
        const query = this.query.create();
        const list = await (step.static
          ? this.query.retrieveList(...step.scope, given)
          : query.findList(...step.scope, given));
        return list.map((object, index) => this.#found(`${step.name}_${index}`, con, object));
      }
      case 'byRank': {
        const query = this.query.create();
        const { rank, scope } = step;
        const find = step.static ? this.query.retrieveByRank : query.findOneByRank;
        return this.#found(step.name, con, await find.call(step.static ? this.query : query, rank, ...scope, given));
      }
      case 'number': {
        const result = await this.query[step.method](...step.scope, given);
        return step.method === 'checkList' ? result.isRight() : result;
      }
      case 'deleteTitle':
        return this.query.create().filterByTitle(step.title).delete(given);
      case 'deleteKeys': {
        const keys = [...new Set(step.births)].flatMap((birth) =>
          this.#keys.has(birth) ? [this.#keys.get(birth)] : [],
        );
        return this.query.create().filterByPrimaryKeys(keys.map(single)).delete(given);
      }
      case 'deleteList':
        return this.query.deleteList(...step.scope, given);
      case 'reorder':
        return this.query.reorder(
          step.order.map(([birth, rank]) => [
            single(birth === null ? this.#noKey(step.scope) : this.#keys.get(birth)),
            rank,
          ]),
          given,
        );
      case 'clear':
        return side.forget();
      case 'lock':
        return this.shape.scope.length === 0
          ? this.query.lockLists(given)
          : this.query.lockLists(step.scopes.map(single), given);
      case 'begin':
      case 'callable':
        this.#transacting = con;
        this.#open++;
        return side.begin(undefined);
      case 'commit':
      case 'rollback':
        this.#open--;
        return op === 'commit' ? side.commit() : side.rollback();
      default:
        throw new Error(`no step "${op}"`);
    }
  }

  async #ofObject(step, given, con) {
    const { op, rank } = step;
    const { object } = this.#objects.get(step.o);
    const other = this.#objects.get(step.p)?.object;
    const isDraft = object instanceof Unsaved;
    if (op === 'drop') return this.#drop(object);
    if (op === 'title') {
      (isDraft ? object.init : object).title = step.title;
      return undefined;
    }
    if (op === 'scope') return this.#setScope(object, step, given);
    if (op in DEFERRED) {
      const args = [rank, other].filter((arg) => arg !== undefined);
      if (isDraft) return object.defer(DEFERRED[op], args);
      if (other instanceof Unsaved) throw new Cut('beside a draft');
      return void object[DEFERRED[op]](...args);
    }
    if (op === 'save') return isDraft ? this.#saveDraft(object, given, con) : this.#save(object, given, step.then);
    if (isDraft || other instanceof Unsaved) {
      if (['isFirst', 'isLast', 'isInList'].includes(op)) return false;
      if (op in NEIGHBOUR) return null;
      throw new NoSuchCall();
    }
    if (op === 'delete') return void (await object.delete(given));
    if (op === 'reload') return void (await object.reload(given));
    if (op in MOVES) return void (await object[MOVES[op]](...(rank === undefined ? [] : [rank]), given));
    if (op in BESIDE) return void (await object[BESIDE[op]](other, given));
    if (op in NEIGHBOUR) return this.#found(step.name, con, await object[NEIGHBOUR[op]](given));
    return object[op](given);
  }

  async #setScope(object, { scope, column, remembered = null }, given) {
    const isDraft = object instanceof Unsaved;
    const says = isDraft ? null : this.shape.scope.map((name) => object[camel(name)]);
    // What is so already is nothing that was set.
    if (remembered !== null && !isDeepStrictEqual(says, remembered)) throw new Cut('remembered otherwise');
    for (const [index, name] of this.shape.scope.entries()) {
      if (column === null || column === index) (isDraft ? object.init : object)[camel(name)] = scope[index];
    }
    // Refused when it is saved: the list is part of the key.
    if (this.shape.isFixed && !isDraft && !isDeepStrictEqual(says, scope)) await object.save(given);
  }

  async #saveDraft(draft, given, con) {
    const saved = await draft.draft().save(given);
    for (const [name, { object }] of this.#objects) if (object === draft) this.#hold(name, saved, con);
    this.#born(saved);
  }

  /** An object whose insert was rolled back is inserted again. */
  async #save(object, given, { refused }) {
    const wasNew = object.isNew();
    const isIdle = !wasNew && !object.isDeleted() && !object.isModified();
    await object.save(given);
    // What was set there and back was set in PHP.
    if (refused && isIdle) throw new Cut('nothing to save');
    if (wasNew) this.#born(object);
  }

  #born(saved) {
    const key = text(saved.$key().map(plain));
    for (const { object } of this.#objects.values()) {
      if (object instanceof Unsaved || object === saved || text(object.$key().map(plain)) !== key) continue;
      throw new Cut("a key that was another row's");
    }
    for (const [name, { object }] of this.#objects) if (object === saved) this.#keys.set(name, saved.$key().map(plain));
  }

  #found(name, con, object) {
    if (object === null) return null;
    // A session may know it still, with all that was set or that a rollback brings back.
    if (this.#dropped.has(object) && (object.isModified() || this.#open > 0))
      throw new Cut('an object that the story let go of');
    this.#hold(name, object, con);
    return object.$key().map(plain);
  }

  #hold(name, object, con) {
    this.#objects.set(name, { object, con });
  }

  #drop(dropped) {
    this.#dropped.add(dropped);
    for (const [name, { object }] of this.#objects) if (object === dropped) this.#objects.delete(name);
  }

  #init({ scope, title, number }) {
    const scopes = this.shape.scope.map((column, index) => [camel(column), scope[index]]);
    return { title, ...Object.fromEntries(scopes), ...Object.fromEntries(this.#givenKey(number)) };
  }

  #givenKey(number) {
    return Object.entries(this.shape.keys).flatMap(([column, kind]) =>
      kind === 'scope' ? [] : [[camel(column), kind === 'word' ? `w${number % 3}` : number]],
    );
  }

  #noKey(scope) {
    const kinds = Object.values(this.shape.keys);
    if (kinds.length === 0) return [2_000_000_000];
    return kinds.map((kind) => (kind === 'word' ? 'w' : kind === 'scope' ? scope[0] : 2_000_000_000));
  }

  /** A row at the bottom of a list, there before the story begins. */
  async #insert({ name, scope, number, then }) {
    const rank = then.rows.find(([birth]) => birth === name)[2];
    const { scope: columns, keys } = this.shape;
    const values = {
      ...Object.fromEntries(columns.map((column, index) => [column, scope[index]])),
      ...Object.fromEntries(
        Object.entries(keys).flatMap(([column, kind]) =>
          kind === 'scope' ? [] : [[column, kind === 'word' ? `w${number % 3}` : number]],
        ),
      ),
      title: 'given',
      [this.shape.rank]: rank,
    };
    const names = Object.keys(values).map((column) => this.#quoted(column));
    await this.#run(
      0,
      `INSERT INTO ${this.#quoted(this.table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values(values),
    );
    if (Object.keys(keys).length > 0)
      this.#keys.set(
        name,
        Object.keys(keys).map((column) => values[column]),
      );
    else this.#keys.set(name, (await this.#run(0, `SELECT MAX("id") FROM ${this.#quoted(this.table)}`))[0].map(plain));
  }

  async #checkRows(con, expected) {
    const { scope, rank, keys } = this.shape;
    const key = Object.keys(keys).length === 0 ? ['id'] : Object.keys(keys);
    const columns = [...key, ...scope, rank, 'title'].map((column) => this.#quoted(column));
    const rows = await this.#run(
      this.#open > 0 ? this.#transacting : con,
      `SELECT ${columns.join(', ')} FROM ${this.#quoted(this.table)}`,
    );
    const wanted = expected.map(([birth, scopes, at, title]) =>
      text([...(this.#keys.get(birth) ?? []), ...scopes, at, title]),
    );
    const found = rows.map((row) => text(row.map(plain)));
    if (isDeepStrictEqual(found.sort(), wanted.sort())) return;
    throw new Mismatch(`the table is\n${found.join('\n')}\nexpected was\n${wanted.join('\n')}`);
  }

  #checkObjects(expected) {
    this.#checkIdentity(expected);
    for (const [name, { tainted, isNew, isDeleted, wish, rank, scope }] of Object.entries(expected)) {
      const object = this.#objects.get(name)?.object;
      if (object === undefined) throw new Mismatch(`there is no object ${name}`);
      if (tainted) continue;
      // A scope that is the remembered one was not set, however it came about.
      if (wish && !isNew && !isDeleted && !object.isModified()) throw new Cut('nothing that was set');
      const says = { isNew: object.isNew(), isDeleted: object.isDeleted() };
      if (!isDeepStrictEqual(says, { isNew, isDeleted })) throw new Mismatch(`${name} says ${text(says)}`);
      if (scope === undefined || object instanceof Unsaved) continue;
      const place = [object.getRank(), ...this.shape.scope.map((column) => object[camel(column)])];
      if (!isDeepStrictEqual(place, [rank, ...scope])) {
        throw new Mismatch(`${name} says rank and scope ${text(place)}, expected was ${text([rank, ...scope])}`);
      }
    }
  }

  /** Without a database the oracle can only guess which objects a session still knows. */
  #checkIdentity(expected) {
    const [ids, objects] = [new Map(), new Map()];
    for (const [name, { id }] of Object.entries(expected)) {
      const object = this.#objects.get(name)?.object;
      if ((ids.get(id) ?? object) !== object) throw new Cut('another object of the row');
      if ((objects.get(object) ?? id) !== id) throw new Cut('the same object of the row');
      ids.set(id, object);
      objects.set(object, id);
    }
  }

  async #run(con, sql, values = []) {
    const { con: connection } = this.#sides[con];
    let place = 0;
    const isPgsql = connection.vendor === 'pgsql';
    const own = isPgsql ? sql.replaceAll('?', () => `$${++place}`) : sql;
    const quoted = connection.vendor === 'mysql' ? own.replaceAll('"', '`') : own;
    return (await connection.run({ sql: quoted, values })).rows;
  }

  #quoted(name) {
    return `"${name}"`;
  }
}

const single = (values) => (values.length === 1 ? values[0] : values);

/** Drivers hand over whole numbers as texts, too. */
function plain(cell) {
  if (typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'string' && /^-?\d+$/.test(cell) ? Number(cell) : cell;
}
