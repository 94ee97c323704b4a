-- A corner of an ERP: several companies in one database, keys of several columns, names that are words of SQL.

CREATE TABLE company (
  company CHAR(4) NOT NULL PRIMARY KEY,
  name VARCHAR(80) NOT NULL,
  currency CHAR(3) NOT NULL DEFAULT 'EUR'
);

CREATE TABLE `group` (
  company CHAR(4) NOT NULL,
  `group` SMALLINT NOT NULL,
  `order` INT NOT NULL DEFAULT 0,
  `desc` VARCHAR(80),
  PRIMARY KEY (company, `group`),
  CONSTRAINT group_company FOREIGN KEY (company) REFERENCES company (company) ON UPDATE CASCADE
);

CREATE TABLE unit (
  code VARCHAR(6) NOT NULL PRIMARY KEY,
  label VARCHAR(40) NOT NULL
) DEFAULT CHARSET = latin1 COLLATE = latin1_german1_ci;

CREATE TABLE article (
  company CHAR(4) NOT NULL,
  number VARCHAR(18) NOT NULL,
  `group` SMALLINT DEFAULT NULL,
  name VARCHAR(120) NOT NULL,
  unit VARCHAR(6) CHARACTER SET latin1 COLLATE latin1_german1_ci NOT NULL,
  net_weight DECIMAL(13,3) UNSIGNED DEFAULT NULL,
  gross_weight DECIMAL(13,3) UNSIGNED DEFAULT NULL,
  tare DECIMAL(13,3) AS (gross_weight - net_weight) VIRTUAL,
  batch_number INT(8) UNSIGNED ZEROFILL NOT NULL DEFAULT 42,
  state TINYINT(1) NOT NULL DEFAULT 2 COMMENT '0 planned, 1 active, 2 blocked',
  PRIMARY KEY (company, number),
  KEY article_group (company, `group`),
  CONSTRAINT article_company FOREIGN KEY (company) REFERENCES company (company) ON UPDATE CASCADE,
  CONSTRAINT article_in_group FOREIGN KEY (company, `group`) REFERENCES `group` (company, `group`),
  CONSTRAINT article_unit FOREIGN KEY (unit) REFERENCES unit (code),
  CONSTRAINT article_weights CHECK (net_weight IS NULL OR gross_weight IS NULL OR net_weight <= gross_weight)
);

CREATE TABLE bill_of_material (
  company CHAR(4) NOT NULL,
  parent VARCHAR(18) NOT NULL,
  position SMALLINT UNSIGNED NOT NULL,
  component VARCHAR(18) NOT NULL,
  quantity DECIMAL(13,3) NOT NULL DEFAULT 1,
  PRIMARY KEY (company, parent, position),
  CONSTRAINT bom_parent FOREIGN KEY (company, parent) REFERENCES article (company, number) ON DELETE CASCADE,
  CONSTRAINT bom_component FOREIGN KEY (company, component) REFERENCES article (company, number)
);

CREATE TABLE warehouse (
  company CHAR(4) NOT NULL,
  code VARCHAR(4) NOT NULL,
  name VARCHAR(60) NOT NULL,
  PRIMARY KEY (company, code),
  CONSTRAINT warehouse_company FOREIGN KEY (company) REFERENCES company (company)
);

CREATE TABLE stock_level (
  number VARCHAR(18) NOT NULL,
  warehouse VARCHAR(4) NOT NULL,
  company CHAR(4) NOT NULL,
  quantity DECIMAL(13,3) NOT NULL DEFAULT 0.000,
  counted_at DATETIME DEFAULT NULL,
  PRIMARY KEY (company, warehouse, number),
  CONSTRAINT stock_article FOREIGN KEY (company, number) REFERENCES article (company, number),
  CONSTRAINT stock_warehouse FOREIGN KEY (company, warehouse) REFERENCES warehouse (company, code)
);

CREATE TABLE partner (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  company CHAR(4) NOT NULL,
  kind ENUM('customer','supplier','both') NOT NULL,
  name VARCHAR(120) NOT NULL,
  vat_number VARCHAR(20) DEFAULT NULL,
  credit_limit DOUBLE UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE KEY partner_vat (company, vat_number),
  CONSTRAINT partner_company FOREIGN KEY (company) REFERENCES company (company)
);

-- Numbered per company: the database counts in a column that is not the first of the key.
CREATE TABLE document (
  company CHAR(4) NOT NULL,
  id INT UNSIGNED NOT NULL AUTO_INCREMENT,
  kind CHAR(2) NOT NULL,
  partner_id BIGINT UNSIGNED NOT NULL,
  `date` DATE NOT NULL,
  `from` DATE DEFAULT NULL,
  `to` DATE DEFAULT NULL,
  total DECIMAL(15,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (company, id),
  KEY document_id (id),
  KEY document_partner (partner_id, `date`),
  CONSTRAINT document_company FOREIGN KEY (company) REFERENCES company (company),
  CONSTRAINT document_partner FOREIGN KEY (partner_id) REFERENCES partner (id)
);

CREATE TABLE document_line (
  company CHAR(4) NOT NULL,
  document_id INT UNSIGNED NOT NULL,
  line SMALLINT UNSIGNED NOT NULL,
  article VARCHAR(18) DEFAULT NULL,
  `text` TEXT,
  quantity DECIMAL(13,3) NOT NULL DEFAULT 1,
  price DECIMAL(15,4) NOT NULL DEFAULT 0,
  amount DECIMAL(15,2) AS (ROUND(quantity * price, 2)) STORED,
  PRIMARY KEY (company, document_id, line),
  KEY document_line_amount (amount),
  CONSTRAINT line_document FOREIGN KEY (company, document_id) REFERENCES document (company, id) ON DELETE CASCADE,
  CONSTRAINT line_article FOREIGN KEY (company, article) REFERENCES article (company, number)
);

CREATE TABLE `table` (
  `column` VARCHAR(64) NOT NULL PRIMARY KEY,
  `index` INT NOT NULL,
  `select` LONGTEXT,
  `key` VARBINARY(64),
  `values` MEDIUMTEXT COLLATE utf8mb4_bin,
  `class` VARCHAR(30),
  UNIQUE KEY `unique` (`index`),
  KEY `key` (`key`(8))
) COMMENT = 'Settings; nobody remembers why it is called so';

CREATE TABLE journal (
  id BIGINT NOT NULL,
  booked_on DATE NOT NULL,
  account INT NOT NULL,
  amount DECIMAL(15,2) NOT NULL,
  PRIMARY KEY (id, booked_on)
) PARTITION BY RANGE (YEAR(booked_on)) (
  PARTITION before_2020 VALUES LESS THAN (2020),
  PARTITION since_2020 VALUES LESS THAN MAXVALUE
);

CREATE TABLE exchange_rate (
  currency CHAR(3) NOT NULL,
  valid_from DATE NOT NULL,
  rate DOUBLE NOT NULL,
  PRIMARY KEY (currency, valid_from)
) STATS_PERSISTENT = 1;

CREATE TABLE import_log (
  at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  host VARBINARY(16) NOT NULL,
  status CHAR(0) DEFAULT NULL,
  message TEXT
);

-- mariadb:
CREATE SEQUENCE voucher_number START WITH 1000;
CREATE TABLE voucher (
  number BIGINT NOT NULL DEFAULT NEXTVAL(voucher_number) PRIMARY KEY,
  token UUID NOT NULL DEFAULT UUID(),
  host INET6
);
CREATE TABLE price (
  company CHAR(4) NOT NULL,
  number VARCHAR(18) NOT NULL,
  price DECIMAL(15,4) NOT NULL,
  PRIMARY KEY (company, number),
  CONSTRAINT price_article FOREIGN KEY (company, number) REFERENCES article (company, number)
) WITH SYSTEM VERSIONING;
-- mysql:
CREATE TABLE site (
  id INT NOT NULL PRIMARY KEY,
  position POINT NOT NULL SRID 4326,
  outline POLYGON,
  embedding VECTOR(8),
  CONSTRAINT site_known CHECK (id > 0) NOT ENFORCED,
  SPATIAL KEY site_position (position)
);
-- both:

CREATE VIEW stock_value AS
  SELECT s.company, s.number, s.quantity, a.name FROM stock_level s JOIN article a USING (company, number);

CREATE VIEW low_stock AS SELECT * FROM stock_value WHERE quantity < 10;
