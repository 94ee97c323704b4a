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

  /** Inserts the row and gives its object. */
  async save(con?: Connection): Promise<M> {
    if (this.#isSaved) {
      throw new OrmError(
        `This draft of a ${this.table.model} was saved already: go on with the object that save() gave.`,
      );
    }
    const made = await this.insert(con);
    this.#isSaved = true;
    return made;
  }

  protected insert(con: Connection | undefined): Promise<M> {
    return createModel(this.model, this.table, this.init, con);
  }
}
