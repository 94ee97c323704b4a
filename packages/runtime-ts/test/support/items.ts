import type { Row, Vendor } from '../../src/drivers/session.js';
import { Model } from '../../src/model/model.js';
import type { TableMap } from '../../src/model/table-map.js';
import { ModelQuery } from '../../src/query/model-query.js';
import { integer } from '../../src/values/numbers.js';
import { text } from '../../src/values/texts.js';
import { DIALECTS } from './dialects.js';

/** The table of a `Bench`, as generated classes know theirs. */
export interface Items {
  readonly query: () => ItemQuery;
}

interface Item extends Model {
  readonly id: number;
  note: string;
}

type ItemQuery = ModelQuery<Item> & { byNote(): ItemQuery };

export function itemsOf(vendor: Vendor): Items {
  const dialect = DIALECTS[vendor];
  const quote = (name: string): string => dialect.quoted(name);
  const item = quote('item');
  const table: TableMap = {
    model: 'Item',
    name: 'item',
    quoted: item,
    connection: 'shop',
    dialect,
    columns: [
      { name: 'id', quoted: quote('id'), property: 'id', value: integer, kind: 'whole' },
      { name: 'note', quoted: quote('note'), property: 'note', value: text, kind: 'text' },
    ],
    key: [0],
    generated: undefined,
    select: `SELECT ${item}.${quote('id')}, ${item}.${quote('note')} FROM ${item}`,
    find: `SELECT ${item}.${quote('id')}, ${item}.${quote('note')} FROM ${item} WHERE ${item}.${quote('id')} = ${dialect.placeholder(1)}`,
    insert: `INSERT INTO ${item}`,
    insertDefaults: '',
    returning: '',
    update: `UPDATE ${item} SET`,
    delete: `DELETE FROM ${item} WHERE ${quote('id')} = ${dialect.placeholder(1)}`,
    load: () => Promise.resolve(ItemModel),
    loadQuery: () => Promise.resolve(Query),
  };
  class ItemModel extends Model implements Item {
    readonly id: number;
    note: string;

    constructor(row: Row) {
      super(row);
      this.id = Number(row[0]);
      this.note = String(row[1]);
    }

    override get $table(): TableMap {
      return table;
    }

    override $values(): readonly unknown[] {
      return [this.id, this.note];
    }
  }
  class Query extends ModelQuery<Item> {
    override get $table(): TableMap {
      return table;
    }

    byNote(): this {
      return this.$order(1, 'asc');
    }
  }
  return { query: () => new Query() };
}
