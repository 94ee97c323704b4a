/** The tables of a shop, in an order in which they can be created, and what each has besides its key. */
const SHOP: Readonly<Record<string, readonly string[]>> = {
  countries: ['code CHAR(2) NOT NULL UNIQUE', 'name VARCHAR(80) NOT NULL'],
  customers: ['email VARCHAR(190) NOT NULL UNIQUE', 'joined_on DATE'],
  addresses: ['customer_id → customers', 'country_id → countries', 'street VARCHAR(120) NOT NULL'],
  categories: ['parent_id ⇢ categories', 'title VARCHAR(80) NOT NULL'],
  brands: ['name VARCHAR(80) NOT NULL'],
  products: [
    'category_id → categories',
    'brand_id ⇢ brands',
    'title VARCHAR(120) NOT NULL',
    'price DECIMAL(10,2) NOT NULL',
  ],
  variants: ['product_id → products', 'sku VARCHAR(40) NOT NULL UNIQUE'],
  pictures: ['product_id → products', 'path VARCHAR(200) NOT NULL'],
  warehouses: ['country_id → countries', 'label VARCHAR(40) NOT NULL'],
  stock_levels: ['variant_id → variants', 'warehouse_id → warehouses', 'pieces INTEGER NOT NULL DEFAULT 0'],
  vouchers: ['code VARCHAR(20) NOT NULL UNIQUE', 'percent SMALLINT NOT NULL'],
  orders: [
    'customer_id → customers',
    'billing_address_id → addresses',
    'shipping_address_id → addresses',
    'voucher_id ⇢ vouchers',
  ],
  order_lines: [
    'order_id → orders',
    'variant_id → variants',
    'pieces INTEGER NOT NULL',
    'price DECIMAL(10,2) NOT NULL',
  ],
  payments: ['order_id → orders', 'amount DECIMAL(10,2) NOT NULL'],
  shipments: ['order_id → orders', 'warehouse_id → warehouses', 'sent_on DATE'],
  reviews: ['product_id → products', 'customer_id → customers', 'stars SMALLINT NOT NULL'],
  wishes: ['customer_id → customers', 'variant_id → variants'],
};

export const SHOP_TABLES = Object.keys(SHOP);

/** Statements that make the shop on any of the executed engines: its tables with a few rows, and a view. */
export function shopStatements(): readonly string[] {
  return [
    ...Object.entries(SHOP).map(
      ([table, columns]) =>
        `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${columns.map(definition).join(', ')}${columns.map(reference).join('')})`,
    ),
    'CREATE VIEW paid_orders AS SELECT o.id, p.amount FROM orders o JOIN payments p ON p.order_id = o.id',
    "INSERT INTO countries VALUES (1, 'AT', 'Austria')",
    "INSERT INTO customers VALUES (1, 'ada@example.org', NULL), (2, 'bob@example.org', NULL)",
    "INSERT INTO addresses VALUES (1, 1, 1, 'Ring 1')",
    'INSERT INTO orders VALUES (1, 1, 1, 1, NULL)',
    'INSERT INTO payments VALUES (1, 1, 12.5)',
  ];
}

/** The tables of the shop that hold rows. */
export const SHOP_ROWS: Readonly<Record<string, number>> = {
  addresses: 1,
  countries: 1,
  customers: 2,
  orders: 1,
  payments: 1,
};

const parts = (column: string): readonly [name: string, target: string | undefined, required: boolean] => {
  const [, name = '', arrow = '', target] = /^(\w+) ([→⇢]) (\w+)$/.exec(column) ?? [];
  return [name, target, arrow === '→'];
};

function definition(column: string): string {
  const [name, target, required] = parts(column);
  return target === undefined ? column : `${name} INTEGER${required ? ' NOT NULL' : ''}`;
}

function reference(column: string): string {
  const [name, target] = parts(column);
  return target === undefined ? '' : `, FOREIGN KEY (${name}) REFERENCES ${target} (id)`;
}
