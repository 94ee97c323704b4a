/**
 * The objects of a session or transaction by table and primary key, so that a row is one object. A table is known by its map,
 * of which there is one per class, or by its name.
 */
export class IdentityMap {
  readonly #tables = new Map<object | string, Map<string, object>>();
  #isEnded = false;

  get(table: object | string, key: string): object | undefined {
    return this.#tables.get(table)?.get(key);
  }

  set(table: object | string, key: string, object: object): void {
    // What code that outlives the scope reads is nobody's.
    if (this.#isEnded) return;
    const objects = this.#tables.get(table);
    if (objects === undefined) this.#tables.set(table, new Map([[key, object]]));
    else objects.set(key, object);
  }

  /** All of a table. */
  objects(table: object | string): Iterable<object> {
    return this.#tables.get(table)?.values() ?? [];
  }

  delete(table: object | string, key: string): void {
    this.#tables.get(table)?.delete(key);
  }

  clear(): void {
    this.#tables.clear();
  }

  /** Its scope is over. */
  end(): void {
    this.#isEnded = true;
    this.clear();
  }
}
