-- A shop that sells books: prices, orders, stock and reviews.

CREATE TABLE publishers (
  id INT AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(200) NOT NULL,
  website VARCHAR(255),
  founded DATE,
  UNIQUE (name)
);

CREATE TABLE authors (
  id INT AUTO_INCREMENT PRIMARY KEY,
  given_name VARCHAR(100),
  family_name VARCHAR(100) NOT NULL,
  sort_name VARCHAR(202) AS (CONCAT(family_name, ', ', given_name)) STORED,
  biography MEDIUMTEXT,
  country CHAR(2) CHARACTER SET latin1,
  INDEX sort_name (sort_name)
);

CREATE TABLE books (
  isbn CHAR(13) NOT NULL PRIMARY KEY COMMENT 'Without hyphens',
  title VARCHAR(300) NOT NULL,
  subtitle VARCHAR(300),
  publisher_id INT,
  published DATE,
  pages SMALLINT UNSIGNED,
  format ENUM('hardcover', 'paperback', 'e-book', 'audio') NOT NULL DEFAULT 'paperback',
  list_price DECIMAL(8, 2) NOT NULL,
  weight FLOAT,
  attributes JSON,
  tags JSON NOT NULL DEFAULT ('[]'),
  cover_sha256 BINARY(32),
  summary TEXT NOT NULL DEFAULT (''),
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  CONSTRAINT books_price_positive CHECK (list_price >= 0),
  INDEX books_title (title(60)),
  FULLTEXT INDEX books_words (title, summary),
  FOREIGN KEY (publisher_id) REFERENCES publishers (id) ON DELETE SET NULL
) COMMENT = 'Every book that was ever in the shop';

CREATE TABLE book_authors (
  isbn CHAR(13) NOT NULL,
  author_id INT NOT NULL,
  position TINYINT UNSIGNED NOT NULL DEFAULT 1,
  role SET('author', 'editor', 'translator') NOT NULL DEFAULT 'author',
  PRIMARY KEY (isbn, author_id),
  FOREIGN KEY (isbn) REFERENCES books (isbn) ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (author_id) REFERENCES authors (id) ON DELETE CASCADE
);

CREATE TABLE subjects (
  code VARCHAR(12) PRIMARY KEY,
  parent_code VARCHAR(12),
  label VARCHAR(80) NOT NULL,
  FOREIGN KEY (parent_code) REFERENCES subjects (code)
);

CREATE TABLE book_subjects (
  isbn CHAR(13) NOT NULL,
  subject_code VARCHAR(12) NOT NULL,
  PRIMARY KEY (isbn, subject_code),
  FOREIGN KEY (isbn) REFERENCES books (isbn) ON DELETE CASCADE,
  FOREIGN KEY (subject_code) REFERENCES subjects (code)
);

CREATE TABLE customers (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  email VARCHAR(190) NOT NULL,
  email_confirmed TINYINT(1) NOT NULL DEFAULT 0,
  password_hash VARBINARY(255) NOT NULL,
  token BINARY(16) NOT NULL DEFAULT 0x000102030405060708090A0B0C0D0EFF,
  api_key VARCHAR(36) NOT NULL DEFAULT (UUID()),
  newsletter BIT(1) NOT NULL DEFAULT b'0',
  preferences BIT(12) NOT NULL DEFAULT b'101',
  joined TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen TIMESTAMP NULL,
  UNIQUE KEY customers_email (email),
  UNIQUE KEY customers_api_key (api_key)
);

CREATE TABLE addresses (
  customer_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('billing', 'shipping') NOT NULL,
  `lines` VARCHAR(500) NOT NULL,
  country CHAR(2) NOT NULL DEFAULT 'DE',
  PRIMARY KEY (customer_id, kind),
  CONSTRAINT addresses_customer FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE CASCADE
);

CREATE TABLE orders (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  customer_id BIGINT UNSIGNED NOT NULL,
  status ENUM('new', 'paid', 'sent', 'returned') NOT NULL DEFAULT 'new',
  placed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at DATETIME,
  note VARCHAR(500) NOT NULL DEFAULT 'It''s a \\ "gift"',
  discount DECIMAL(5, 4) NOT NULL DEFAULT 0,
  INDEX by_customer (customer_id, placed_at),
  CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customers (id),
  CONSTRAINT orders_sent CHECK (sent_at IS NULL OR status IN ('sent', 'returned'))
);

CREATE TABLE order_lines (
  order_id BIGINT UNSIGNED NOT NULL,
  line SMALLINT UNSIGNED NOT NULL,
  isbn CHAR(13) NOT NULL,
  quantity INT NOT NULL DEFAULT (1 + 0),
  price DECIMAL(8, 2) NOT NULL,
  total DECIMAL(12, 2) AS (quantity * price) VIRTUAL,
  PRIMARY KEY (order_id, line),
  UNIQUE KEY order_lines_once (order_id, isbn),
  CONSTRAINT order_lines_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE,
  CONSTRAINT order_lines_book FOREIGN KEY (isbn) REFERENCES books (isbn)
);

CREATE TABLE payments (
  id CHAR(36) NOT NULL DEFAULT (UUID()) PRIMARY KEY,
  order_id BIGINT UNSIGNED NOT NULL,
  amount DECIMAL(10, 2) UNSIGNED NOT NULL,
  currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'EUR',
  received TIME(3),
  response LONGTEXT,
  INDEX (order_id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

CREATE TABLE reviews (
  id INT AUTO_INCREMENT PRIMARY KEY,
  isbn CHAR(13) NOT NULL,
  customer_id BIGINT UNSIGNED,
  stars TINYINT NOT NULL DEFAULT 5 CHECK (stars BETWEEN 1 AND 5),
  body TEXT,
  written_on DATE NOT NULL DEFAULT (CURRENT_DATE),
  FOREIGN KEY (isbn) REFERENCES books (isbn) ON DELETE CASCADE,
  FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE SET NULL
);

CREATE TABLE stock (
  isbn CHAR(13) NOT NULL,
  shelf VARCHAR(8) NOT NULL DEFAULT 'A-1',
  copies INT NOT NULL DEFAULT 0,
  PRIMARY KEY (isbn, shelf),
  CONSTRAINT stock_book FOREIGN KEY (isbn) REFERENCES books (isbn)
) ROW_FORMAT = COMPRESSED KEY_BLOCK_SIZE = 8;

CREATE VIEW bestsellers AS
  SELECT isbn, SUM(quantity) AS sold FROM order_lines GROUP BY isbn HAVING SUM(quantity) > 100;
