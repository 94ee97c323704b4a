-- A shop of 17 tables with rows and a view, as people make one: the database of tests that import one.

CREATE TYPE product_state AS ENUM ('draft', 'listed', 'retired');
CREATE TYPE order_status AS ENUM ('new', 'paid', 'shipped', 'cancelled');

CREATE TABLE countries (
  code CHAR(2) NOT NULL PRIMARY KEY,
  name VARCHAR(80) NOT NULL
);

CREATE TABLE customers (
  id SERIAL PRIMARY KEY,
  email VARCHAR(120) NOT NULL UNIQUE,
  first_name VARCHAR(60) NOT NULL,
  last_name VARCHAR(60) NOT NULL,
  newsletter BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMP NOT NULL
);

CREATE TABLE addresses (
  id SERIAL PRIMARY KEY,
  customer_id INTEGER NOT NULL,
  country_code CHAR(2) NOT NULL,
  street VARCHAR(120) NOT NULL,
  city VARCHAR(80) NOT NULL,
  postal_code VARCHAR(12),
  CONSTRAINT addresses_customer FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE CASCADE,
  CONSTRAINT addresses_country FOREIGN KEY (country_code) REFERENCES countries (code)
);

CREATE TABLE brands (
  id SERIAL PRIMARY KEY,
  name VARCHAR(80) NOT NULL UNIQUE,
  website VARCHAR(200)
);

CREATE TABLE categories (
  id SERIAL PRIMARY KEY,
  parent_id INTEGER,
  name VARCHAR(80) NOT NULL,
  CONSTRAINT categories_parent FOREIGN KEY (parent_id) REFERENCES categories (id)
);

CREATE TABLE products (
  id SERIAL PRIMARY KEY,
  category_id INTEGER NOT NULL,
  brand_id INTEGER,
  sku VARCHAR(40) NOT NULL UNIQUE,
  name VARCHAR(120) NOT NULL,
  description TEXT,
  price DECIMAL(10, 2) NOT NULL,
  state product_state NOT NULL DEFAULT 'draft',
  CONSTRAINT products_category FOREIGN KEY (category_id) REFERENCES categories (id),
  CONSTRAINT products_brand FOREIGN KEY (brand_id) REFERENCES brands (id) ON DELETE SET NULL
);

CREATE TABLE product_images (
  id SERIAL PRIMARY KEY,
  product_id INTEGER NOT NULL,
  url VARCHAR(200) NOT NULL,
  position INTEGER NOT NULL,
  CONSTRAINT product_images_product FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);

CREATE TABLE tags (
  id SERIAL PRIMARY KEY,
  name VARCHAR(40) NOT NULL UNIQUE
);

CREATE TABLE product_tags (
  product_id INTEGER NOT NULL,
  tag_id INTEGER NOT NULL,
  PRIMARY KEY (product_id, tag_id),
  CONSTRAINT product_tags_product FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE,
  CONSTRAINT product_tags_tag FOREIGN KEY (tag_id) REFERENCES tags (id) ON DELETE CASCADE
);

CREATE TABLE warehouses (
  id SERIAL PRIMARY KEY,
  country_code CHAR(2) NOT NULL,
  name VARCHAR(80) NOT NULL,
  CONSTRAINT warehouses_country FOREIGN KEY (country_code) REFERENCES countries (code)
);

CREATE TABLE stock_levels (
  warehouse_id INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  quantity INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (warehouse_id, product_id),
  CONSTRAINT stock_levels_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses (id),
  CONSTRAINT stock_levels_product FOREIGN KEY (product_id) REFERENCES products (id)
);

CREATE TABLE employees (
  id SERIAL PRIMARY KEY,
  manager_id INTEGER,
  warehouse_id INTEGER,
  name VARCHAR(80) NOT NULL,
  hired_on DATE NOT NULL,
  CONSTRAINT employees_manager FOREIGN KEY (manager_id) REFERENCES employees (id) ON DELETE SET NULL,
  CONSTRAINT employees_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses (id)
);

CREATE TABLE orders (
  id SERIAL PRIMARY KEY,
  customer_id INTEGER NOT NULL,
  billing_address_id INTEGER NOT NULL,
  shipping_address_id INTEGER NOT NULL,
  status order_status NOT NULL DEFAULT 'new',
  placed_at TIMESTAMP NOT NULL,
  CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customers (id),
  CONSTRAINT orders_billing_address FOREIGN KEY (billing_address_id) REFERENCES addresses (id),
  CONSTRAINT orders_shipping_address FOREIGN KEY (shipping_address_id) REFERENCES addresses (id)
);

CREATE TABLE order_items (
  order_id INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  unit_price DECIMAL(10, 2) NOT NULL,
  PRIMARY KEY (order_id, product_id),
  CONSTRAINT order_items_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE,
  CONSTRAINT order_items_product FOREIGN KEY (product_id) REFERENCES products (id)
);

CREATE TABLE payments (
  id SERIAL PRIMARY KEY,
  order_id INTEGER NOT NULL,
  amount DECIMAL(10, 2) NOT NULL,
  reference VARCHAR(60),
  paid_at TIMESTAMP,
  CONSTRAINT payments_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE
);

CREATE TABLE shipments (
  id SERIAL PRIMARY KEY,
  order_id INTEGER NOT NULL,
  warehouse_id INTEGER NOT NULL,
  packed_by_id INTEGER,
  shipped_at TIMESTAMP,
  CONSTRAINT shipments_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE,
  CONSTRAINT shipments_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses (id),
  CONSTRAINT shipments_packed_by FOREIGN KEY (packed_by_id) REFERENCES employees (id)
);

CREATE TABLE reviews (
  id SERIAL PRIMARY KEY,
  product_id INTEGER NOT NULL,
  author_id INTEGER NOT NULL,
  rating SMALLINT NOT NULL,
  body TEXT,
  CONSTRAINT reviews_product FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE,
  CONSTRAINT reviews_author FOREIGN KEY (author_id) REFERENCES customers (id) ON DELETE CASCADE
);

CREATE VIEW order_totals AS
  SELECT o.id AS order_id, o.customer_id, SUM(i.quantity * i.unit_price) AS total
  FROM orders o JOIN order_items i ON i.order_id = o.id
  GROUP BY o.id, o.customer_id;
