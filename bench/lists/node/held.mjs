// Objects of the generated classes that a loop holds: read at some time before, so that others may have changed their rows since.
// And the names by which classes and columns are called. As ../held.php.

const camel = (name) => name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Objects of one row, whichever they are. */
const rowOf = (object) => `${object.constructor.name} ${object.code}`;

const MOST = 24;

export class Held {
  /** Rows of the list that was read last, by table. */
  sizes = new Map();
  #objects = new Map();
  #modules;
  #random;

  /** @param modules the generated classes */
  constructor(tables, modules, random) {
    this.tables = tables;
    this.names = Object.keys(tables);
    this.#modules = modules;
    this.#random = random;
  }

  model(table) {
    return this.#modules[table[0].toUpperCase() + table.slice(1)];
  }

  query(table) {
    return this.#modules[`${table[0].toUpperCase()}${table.slice(1)}Query`];
  }

  /** The properties of the scope, in order. */
  scopeNames(table) {
    return this.tables[table].scope.map(camel);
  }

  scopeOf(table, object) {
    return this.scopeNames(table).map((name) => object[name]);
  }

  of(table) {
    return this.#objects.get(table) ?? [];
  }

  /** Reads a list now and then, so that objects have been held for any length of time. */
  async read(table, scope) {
    const objects = await this.query(table)
      .create()
      .findList(...scope);
    this.sizes.set(table, objects.length);
    const some = this.#random.shuffled(objects).slice(0, 12);
    this.#objects.set(table, [...some, ...this.of(table)].slice(0, MOST));
  }

  /** Gives up objects whose state is not known any more, and other objects of the same rows. */
  forget(objects) {
    const rows = new Set(objects.map(rowOf));
    for (const [table, held] of this.#objects)
      this.#objects.set(
        table,
        held.filter((object) => !rows.has(rowOf(object))),
      );
  }

  /** @param but objects that are used already */
  pick(table, but, isRanked) {
    const codes = new Set(but.map(({ code }) => code));
    return this.#random
      .shuffled(this.of(table))
      .find(
        (object) =>
          !codes.has(object.code) &&
          !object.isDeleted() &&
          !object.isModified() &&
          (isRanked === undefined || (object.getRank() !== null) === isRanked),
      );
  }

  /** One that was made just now. */
  add(table, object) {
    this.#objects.set(table, [object, ...this.of(table)].slice(0, MOST));
  }
}
