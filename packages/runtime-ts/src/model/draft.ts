import { connectionOf } from '../config/connections.js';
import { InvalidValueError, OrmError } from '../errors/orm-error.js';
import { adopt, pointAt, refuseOtherKey, tellParents } from '../relations/linking.js';
import { type Linked, shareLinks } from '../relations/links.js';
import { refuseInit } from '../relations/refusals.js';
import { hasLinks, saveLinked } from '../relations/saving.js';
import type { Connection } from '../transactions/connection.js';
import { createModel } from './create.js';
import type { Model } from './model.js';
import type { ModelClass, TableMap } from './table-map.js';

/** A draft that lacks nothing: all that tells it from others, so that the compiler need not compare their methods. */
interface Complete {
  readonly $missing?: never;
}

/** What a row is to be made of. Saved, it is an object. `Missing`: relations that it needs before it can be saved. */
export class Draft<M extends Model, Missing extends string = never> {
  /** For types only. */
  declare readonly $missing?: Missing;
  /** @internal */
  readonly $table: TableMap;
  protected readonly model: ModelClass<M>;
  protected readonly init: Record<string, unknown>;
  #isSaved = false;
  #object: M | null = null;

  /** Whether the caller holds it. Nobody holds the draft of a `create()`, so others learn of its object, once there is one. */
  readonly #isHeld: boolean;

  constructor(model: ModelClass<M>, table: TableMap, init: object, isHeld = true) {
    refuseInit(table, init);
    this.#isHeld = isHeld;
    this.model = model;
    this.$table = table;
    this.init = { ...init };
    for (const { kind, name, property } of table.relations ?? []) {
      if (kind === 'many to one' && Object.hasOwn(init, property)) this.#take(name, property);
    }
    // Once nothing more can be refused.
    if (isHeld) tellParents(this);
  }

  /** The object, once there is one: also when another one was saved with which this one hangs together. */
  get saved(): M | null {
    return this.#object;
  }

  /**
   * Inserts the row, with everything that hangs together with it, and gives its object. Once, unless it fails or is rolled back.
   */
  save(this: Complete, con?: Connection): Promise<M>;
  async save(con: Connection = connectionOf(this.$table)): Promise<M> {
    if (this.#isSaved) throw this.#refusal();
    const forget = (): void => {
      this.#isSaved = false;
    };
    con.onRollback(forget);
    this.#isSaved = true;
    try {
      if (hasLinks(this)) await saveLinked(this, con);
      else await this.$insert(con, {});
      if (this.#object === null) throw this.#refusal();
      return this.#object;
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** @internal Inserts its own row, with the keys of those that it points at. */
  async $insert(con: Connection, keys: object): Promise<M> {
    const made = await this.insert(con, { ...this.init, ...keys });
    con.onRollback(() => {
      this.#object = null;
    });
    this.#object = made;
    if (hasLinks(this)) {
      shareLinks(this, made);
      if (!this.#isHeld) adopt(made, con);
    }
    return made;
  }

  /** @internal A draft with the same values, of nothing but its own row. */
  $copy(): Draft<M> {
    const draft = this.constructor as new (model: ModelClass<M>, table: TableMap, init: object) => Draft<M>;
    return new draft(this.model, this.$table, this.init);
  }

  /** @internal What a column was given; undefined where it was given nothing. */
  $given(position: number): unknown {
    return this.init[this.$table.columns[position]?.property ?? ''];
  }

  /** @internal By position. */
  $assign(values: ReadonlyMap<number, unknown>): void {
    for (const [position, value] of values) {
      const { property } = this.$table.columns[position] ?? {};
      if (property !== undefined) this.init[property] = value;
    }
  }

  protected insert(con: Connection, init: object): Promise<M> {
    return createModel(this.model, this.$table, init, con);
  }

  #take(relation: string, property: string): void {
    const given = this.init[property];
    Reflect.deleteProperty(this.init, property);
    if (given === undefined) {
      throw new InvalidValueError(
        `"${property}" of "${this.$table.name}" is undefined, which is no value: leave it out, or give null.`,
      );
    }
    if (given !== null) pointAt(this, relation, given as Linked);
    refuseOtherKey(this, relation, given as Linked | null);
  }

  #refusal(): OrmError {
    return new OrmError(
      `This draft of a ${this.$table.model} was saved already: go on with the object that save() gave.`,
    );
  }
}
