INSERT INTO countries (code, name) VALUES ('DE', 'Germany'), ('FR', 'France'), ('GB', 'United Kingdom');
INSERT INTO customers (email, first_name, last_name, newsletter, created_at) VALUES
  ('ada@example.org', 'Ada', 'Brandt', true, '2026-01-05 09:30:00'),
  ('bruno@example.org', 'Bruno', 'Clément', false, '2026-02-11 14:00:00');
INSERT INTO addresses (customer_id, country_code, street, city, postal_code) VALUES
  (1, 'DE', 'Lindenweg 4', 'Hamburg', '20095'),
  (1, 'DE', 'Am Hafen 12', 'Kiel', '24103'),
  (2, 'FR', '8 rue du Port', 'Nantes', NULL);
INSERT INTO brands (name, website) VALUES ('Nordlicht', 'https://nordlicht.example'), ('Atelier Sud', NULL);
INSERT INTO categories (parent_id, name) VALUES (NULL, 'Home'), (1, 'Lamps'), (1, 'Kitchen');
INSERT INTO products (category_id, brand_id, sku, name, description, price, state) VALUES
  (2, 1, 'LMP-1', 'Desk lamp', 'Warm light, three levels', 49.90, 'listed'),
  (2, 1, 'LMP-2', 'Floor lamp', NULL, 119.00, 'listed'),
  (3, 2, 'KIT-1', 'Kettle', NULL, 39.50, 'draft');
INSERT INTO product_images (product_id, url, position) VALUES (1, '/images/lamp-1.jpg', 1), (1, '/images/lamp-1-side.jpg', 2);
INSERT INTO tags (name) VALUES ('new'), ('sale');
INSERT INTO product_tags (product_id, tag_id) VALUES (1, 1), (1, 2), (3, 1);
INSERT INTO warehouses (country_code, name) VALUES ('DE', 'Hamburg'), ('FR', 'Lyon');
INSERT INTO stock_levels (warehouse_id, product_id, quantity) VALUES (1, 1, 12), (1, 2, 3), (2, 3, 40);
INSERT INTO employees (manager_id, warehouse_id, name, hired_on) VALUES
  (NULL, 1, 'Ines Vogt', '2019-04-01'),
  (1, 1, 'Jonas Peters', '2022-09-15');
INSERT INTO orders (customer_id, billing_address_id, shipping_address_id, status, placed_at) VALUES
  (1, 1, 2, 'shipped', '2026-03-01 10:15:00'),
  (2, 3, 3, 'new', '2026-03-04 18:45:00');
INSERT INTO order_items (order_id, product_id, quantity, unit_price) VALUES (1, 1, 2, 49.90), (1, 2, 1, 119.00), (2, 3, 1, 39.50);
INSERT INTO payments (order_id, amount, reference, paid_at) VALUES (1, 218.80, 'INV-1001', '2026-03-01 10:16:00');
INSERT INTO shipments (order_id, warehouse_id, packed_by_id, shipped_at) VALUES (1, 1, 2, '2026-03-02 08:00:00');
INSERT INTO reviews (product_id, author_id, rating, body) VALUES (1, 1, 5, 'Exactly the light I wanted');
