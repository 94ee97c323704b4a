import { connectionOf } from '../config/connections.js';
import { OrmError } from '../errors/orm-error.js';
import type { Connection } from '../transactions/connection.js';
import { createModel } from './create.js';
import type { Model } from './model.js';
import type { ModelClass, TableMap } from './table-map.js';

/** What a row is to be made of. Saved, it is an object. */
export class Draft<M extends Model> {
  protected readonly model: ModelClass<M>;
  protected readonly table: TableMap;
  protected readonly init: object;
  #isSaved = false;

  constructor(model: ModelClass<M>, table: TableMap, init: object) {
    this.model = model;
    this.table = table;
    this.init = { ...init };
  }

  /** Inserts the row and gives its object. Once, unless it fails or is rolled back. */
  async save(con: Connection = connectionOf(this.table)): Promise<M> {
    if (this.#isSaved) {
      throw new OrmError(
        `This draft of a ${this.table.model} was saved already: go on with the object that save() gave.`,
      );
    }
    const forget = (): void => {
      this.#isSaved = false;
    };
    con.onRollback(forget);
    this.#isSaved = true;
    try {
      return await this.insert(con);
    } catch (error) {
      forget();
      throw error;
    }
  }

  protected insert(con: Connection): Promise<M> {
    return createModel(this.model, this.table, this.init, con);
  }
}
