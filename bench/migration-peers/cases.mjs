// The shop, and the 40 changes of it, said once for all tools. A change gets a copy of the shop and edits it; `probe` looks into the
// catalog afterwards whether the change is there. What a tool has no words for is in its `lacks`, in tools.mjs.

const int = (name, more) => ({ name, type: 'int', ...more });
const varchar = (name, size, more) => ({ name, type: 'varchar', size, ...more });
const decimal = (name, size, scale, more) => ({ name, type: 'decimal', size, scale, ...more });
const column = (name, type, more) => ({ name, type, ...more });
const required = { isRequired: true };
const id = () => int('id', { isRequired: true, isAuto: true });
const table = (name, columns, more) => ({
  name,
  columns,
  primaryKey: ['id'],
  indexes: [],
  uniques: [],
  foreignKeys: [],
  checks: [],
  ...more,
});
const key = (name, local, target, onDelete) => ({ name, column: local, table: target, onDelete });

/** `isSparse`: every seventh row has NULL there. `unused`: a label that no row has. */
export const shop = () => ({
  tables: [
    table('category', [
      id(),
      varchar('name', 60, required),
      int('parent_id', { isSparse: true, refersTo: 'category' }),
    ]),
    table(
      'customer',
      [
        id(),
        varchar('email', 120, required),
        varchar('name', 80, required),
        varchar('phone', 20, { isSparse: true }),
        varchar('city', 40),
        column('vip', 'bool', required),
        int('points', { isRequired: true, default: 0 }),
        column('note', 'text', { isSparse: true }),
      ],
      { uniques: [{ name: 'customer_email_once', columns: ['email'] }] },
    ),
    table(
      'product',
      [
        id(),
        int('category_id', { isSparse: true, refersTo: 'category' }),
        varchar('sku', 20, required),
        varchar('title', 100, required),
        decimal('price', 10, 2, required),
        column('weight', 'float', { isSparse: true }),
        int('stock', { isSparse: true }),
        column('kind', 'enum', { isRequired: true, labels: ['book', 'music', 'film', 'game'], unused: ['music'] }),
        column('released', 'date', { isSparse: true }),
      ],
      {
        uniques: [{ name: 'product_sku_once', columns: ['sku'] }],
        foreignKeys: [key('product_category', 'category_id', 'category', 'set null')],
      },
    ),
    table(
      'orders',
      [
        id(),
        int('customer_id', { isRequired: true, refersTo: 'customer' }),
        column('ordered_at', 'timestamp', required),
        decimal('total', 12, 2),
        varchar('coupon', 12, { isSparse: true }),
      ],
      {
        indexes: [{ name: 'orders_by_time', columns: ['ordered_at'] }],
        foreignKeys: [key('orders_customer', 'customer_id', 'customer', 'cascade')],
      },
    ),
    table(
      'order_line',
      [
        id(),
        int('order_id', { isRequired: true, refersTo: 'orders' }),
        int('product_id', { isRequired: true, refersTo: 'product' }),
        int('quantity', { isRequired: true, default: 1 }),
      ],
      { foreignKeys: [key('line_order', 'order_id', 'orders', 'cascade')] },
    ),
    table('tag', [id(), varchar('label', 30, required)]),
  ],
});

const tableOf = (model, name) => model.tables.find((each) => each.name === name);
const columnOf = (model, path) => {
  const [owner, name] = path.split('.');
  return tableOf(model, owner).columns.find((each) => each.name === name);
};
const change = (path, values) => (model) => Object.assign(columnOf(model, path), values);
const add =
  (owner, ...columns) =>
  (model) =>
    tableOf(model, owner).columns.push(...columns);
const addTo = (owner, list, value) => (model) => tableOf(model, owner)[list].push(value);
const drop = (path) => (model) => {
  const [owner, name] = path.split('.');
  const found = tableOf(model, owner);
  found.columns = found.columns.filter((each) => each.name !== name);
};
const unlist = (owner, list, name) => (model) => {
  const found = tableOf(model, owner);
  found[list] = found[list].filter((each) => each.name !== name);
};

const has =
  (path, test = () => true) =>
  (catalog) => {
    const found = catalog.columns.get(path);
    return found !== undefined && test(found);
  };
const lacks = (path) => (catalog) => !catalog.columns.has(path);
const indexed =
  (owner, columns, { isUnique = false, name } = {}) =>
  (catalog) =>
    catalog.indexes.some(
      (each) =>
        each.table === owner &&
        each.columns.join() === columns.join() &&
        each.isUnique === isUnique &&
        (name === undefined || each.name === name),
    );
const refers = (owner, local, onDelete) => (catalog) =>
  catalog.foreignKeys.some(
    (each) => each.table === owner && each.column === local && (onDelete === undefined || each.onDelete === onDelete),
  );
const not = (test) => (catalog) => !test(catalog);
const both = (one, other) => (catalog) => one(catalog) && other(catalog);

/** Each change: what edits the shop, and what the catalog must say then. */
export const CHANGES = {
  'nullable column': [add('customer', column('birthday', 'date')), has('customer.birthday', (c) => c.isNullable)],
  'required column with default': [
    add('customer', column('active', 'bool', { isRequired: true, default: true })),
    has('customer.active', (c) => !c.isNullable),
  ],
  'required column without default': [
    add('customer', varchar('code', 10, required)),
    has('customer.code', (c) => !c.isNullable),
  ],
  'json column': [add('product', column('meta', 'json')), has('product.meta')],
  'column dropped': [drop('customer.note'), lacks('customer.note')],
  'column renamed': [
    change('customer.phone', { name: 'telephone', renamedFrom: 'phone' }),
    both(has('customer.telephone'), lacks('customer.phone')),
  ],
  'column replaced': [
    (model) => {
      drop('customer.city')(model);
      add('customer', varchar('region', 40))(model);
    },
    both(has('customer.region'), lacks('customer.city')),
  ],
  'table renamed': [
    (model) => Object.assign(tableOf(model, 'tag'), { name: 'keyword', renamedFrom: 'tag' }),
    both(has('keyword.label'), lacks('tag.label')),
  ],
  'varchar longer': [change('customer.name', { size: 120 }), has('customer.name', (c) => c.length === 120)],
  'varchar shorter': [change('product.title', { size: 50 }), has('product.title', (c) => c.length === 50)],
  'int to bigint': [change('product.stock', { type: 'bigint' }), has('product.stock', (c) => c.type === 'bigint')],
  'decimal precision': [
    change('product.price', { size: 12, scale: 4 }),
    has('product.price', (c) => c.precision === 12 && c.scale === 4),
  ],
  'becomes required': [change('customer.city', required), has('customer.city', (c) => !c.isNullable)],
  'becomes nullable': [change('product.title', { isRequired: false }), has('product.title', (c) => c.isNullable)],
  'default changed': [change('customer.points', { default: 10 }), has('customer.points', (c) => /10/.test(c.default))],
  'default dropped': [
    change('order_line.quantity', { default: undefined }),
    has('order_line.quantity', (c) => c.default === ''),
  ],
  'default with a quote': [
    change('customer.city', { default: "at John's" }),
    has('customer.city', (c) => /at John/.test(c.default)),
  ],
  'default CURRENT_TIMESTAMP': [
    change('orders.ordered_at', { default: 'now' }),
    has('orders.ordered_at', (c) => /current_timestamp|now\(/i.test(c.default)),
  ],
  'new index': [
    addTo('orders', 'indexes', { name: 'orders_by_coupon', columns: ['coupon'] }),
    indexed('orders', ['coupon']),
  ],
  'index dropped': [unlist('orders', 'indexes', 'orders_by_time'), not(indexed('orders', ['ordered_at']))],
  'index renamed': [
    (model) => Object.assign(tableOf(model, 'orders').indexes[0], { name: 'orders_in_time' }),
    both(indexed('orders', ['ordered_at'], { name: 'orders_in_time' }), (catalog) =>
      catalog.indexes.every((each) => each.name !== 'orders_by_time'),
    ),
  ],
  'unique added': [
    addTo('tag', 'uniques', { name: 'tag_once', columns: ['label'] }),
    indexed('tag', ['label'], { isUnique: true }),
  ],
  'unique dropped': [
    unlist('customer', 'uniques', 'customer_email_once'),
    not(indexed('customer', ['email'], { isUnique: true })),
  ],
  'composite unique': [
    addTo('order_line', 'uniques', { name: 'line_once', columns: ['order_id', 'product_id'] }),
    indexed('order_line', ['order_id', 'product_id'], { isUnique: true }),
  ],
  'foreign key added': [
    addTo('order_line', 'foreignKeys', key('line_product', 'product_id', 'product')),
    refers('order_line', 'product_id'),
  ],
  'foreign key dropped': [unlist('product', 'foreignKeys', 'product_category'), not(refers('product', 'category_id'))],
  'foreign key action': [
    (model) => Object.assign(tableOf(model, 'product').foreignKeys[0], { onDelete: 'cascade' }),
    refers('product', 'category_id', 'cascade'),
  ],
  'self-reference': [
    addTo('category', 'foreignKeys', key('category_parent', 'parent_id', 'category', 'set null')),
    refers('category', 'parent_id'),
  ],
  'label added': [
    change('product.kind', { labels: ['book', 'music', 'film', 'game', 'toy'] }),
    (_, kind) => kind.isTaken('toy'),
  ],
  'label removed': [change('product.kind', { labels: ['book', 'film', 'game'], unused: [] }), () => true],
  'label renamed': [
    change('product.kind', { labels: ['book', 'music', 'movie', 'game'], renamedLabels: { film: 'movie' } }),
    async (_, kind) => (await kind.isTaken('movie')) && !(await kind.isThere('film')),
  ],
  check: [
    addTo('product', 'checks', { name: 'product_priced', expression: 'price >= 0' }),
    (catalog) => catalog.checks.some((each) => /price/.test(each)),
  ],
  comment: [
    change('product.sku', { comment: 'as printed on the box' }),
    has('product.sku', (c) => c.comment === 'as printed on the box'),
  ],
  'varchar to text': [change('customer.city', { type: 'text' }), has('customer.city', (c) => /text/.test(c.type))],
  'float to double': [
    change('product.weight', { type: 'double' }),
    has('product.weight', (c) => /double/.test(c.type)),
  ],
  'date to timestamp': [
    change('product.released', { type: 'timestamp' }),
    has('product.released', (c) => /time/.test(c.type)),
  ],
  'new table': [
    (model) => model.tables.push(table('supplier', [id(), varchar('name', 60, required)])),
    has('supplier.name'),
  ],
  'new table with foreign key': [
    (model) =>
      model.tables.push(
        table('review', [id(), int('product_id', required), column('body', 'text')], {
          foreignKeys: [key('review_product', 'product_id', 'product', 'cascade')],
        }),
      ),
    refers('review', 'product_id', 'cascade'),
  ],
  'table with composite key': [
    (model) =>
      model.tables.push(
        table('product_tag', [int('product_id', required), int('tag_id', required)], {
          primaryKey: ['product_id', 'tag_id'],
          foreignKeys: [
            key('product_tag_product', 'product_id', 'product', 'cascade'),
            key('product_tag_tag', 'tag_id', 'tag', 'cascade'),
          ],
        }),
      ),
    has('product_tag.tag_id'),
  ],
  'table dropped': [
    (model) => {
      model.tables = model.tables.filter((each) => each.name !== 'tag');
    },
    lacks('tag.label'),
  ],
};

/** Columns that tools are known to find differences in where there are none. Each is a table of its own, which stays as it is. */
const QUIET = {
  'boolean default': [column('value', 'bool', { isRequired: true, default: false })],
  'decimal default': [decimal('value', 10, 2, { isRequired: true, default: '0.00' })],
  'enum default': [column('value', 'enum', { isRequired: true, labels: ['low', 'high'], default: 'low' })],
  json: [column('value', 'json')],
  unsigned: [int('value', { isUnsigned: true, isRequired: true, default: 0 })],
  'long text': [column('value', 'text', required)],
  'default CURRENT_TIMESTAMP': [column('value', 'timestamp', { isRequired: true, default: 'now' })],
  double: [column('value', 'double', { isRequired: true, default: '1.5' })],
};
const quietTable = (what) => `quiet_${what.toLowerCase().replaceAll(' ', '_')}`;

/** The shop and a table for each quiet case that is wanted; `owner` tells by the text of a statement whose it is. */
export function quietShop(wanted) {
  const model = shop();
  model.tables.push(...wanted.map((what) => table(quietTable(what), [id(), ...QUIET[what]])));
  return { model, owner: (statement) => wanted.find((what) => statement.includes(quietTable(what))) };
}

/** Only the order of the columns changes: nothing has to be done. */
export const MOVED = 'column moved';
export const QUIET_NAMES = [...Object.keys(QUIET), MOVED];

export function movedShop() {
  const model = shop();
  const { columns } = tableOf(model, 'customer');
  columns.splice(1, 0, columns.pop());
  return model;
}

export function changed(name) {
  const model = shop();
  CHANGES[name][0](model);
  return model;
}

/** The table that writers use, with the changes that need a lock, one after the other. */
export const library = () => ({
  tables: [
    table('category', [id(), varchar('name', 60, required)]),
    table('product', [
      id(),
      int('category_id', { refersTo: 'category' }),
      varchar('title', 40),
      int('pages'),
      int('stock'),
      column('kind', 'enum', { isRequired: true, labels: ['book', 'film'] }),
      int('hits', { isRequired: true, default: 0 }),
    ]),
  ],
});

export const LOCKING = {
  'nullable column': add('product', varchar('subtitle', 40)),
  'column with default': add('product', int('copies', { isRequired: true, default: 1 })),
  index: addTo('product', 'indexes', { name: 'product_by_pages', columns: ['pages', 'title'] }),
  unique: addTo('product', 'uniques', { name: 'product_once', columns: ['title'] }),
  'foreign key': addTo('product', 'foreignKeys', key('product_category', 'category_id', 'category')),
  'NOT NULL': change('product.pages', required),
  check: addTo('product', 'checks', { name: 'product_stocked', expression: 'stock >= 0' }),
  'varchar longer': change('product.title', { size: 60 }),
  label: change('product.kind', { labels: ['book', 'film', 'game'] }),
  'int to bigint': change('product.stock', { type: 'bigint' }),
};
