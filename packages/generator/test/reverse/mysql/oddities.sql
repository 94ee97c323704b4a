-- What no sample has and some database somewhere does: every type of the servers, and the rare things around them.

CREATE TABLE every_type (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tiny_signed TINYINT,
  tiny_one TINYINT(1),
  tiny_unsigned TINYINT UNSIGNED DEFAULT 255,
  medium MEDIUMINT DEFAULT -8388608,
  filled INT(5) ZEROFILL DEFAULT 7,
  big BIGINT UNSIGNED DEFAULT 18446744073709551615,
  single FLOAT DEFAULT 1.5,
  single_shown FLOAT(7,2),
  twice DOUBLE DEFAULT 1e-3,
  twice_shown DOUBLE(7,2) UNSIGNED,
  plain_decimal DECIMAL,
  wide DECIMAL(65,30),
  a_year YEAR DEFAULT 2024,
  one_bit BIT DEFAULT b'1',
  bits BIT(64),
  a_set SET('a','b''c','ü') DEFAULT 'a,ü',
  an_enum ENUM('x','y''z','w\\q') NOT NULL DEFAULT 'y''z',
  commas ENUM('a,b','c') DEFAULT 'a,b',
  text_tiny TINYTEXT,
  text_medium MEDIUMTEXT COLLATE utf8mb4_bin,
  text_long LONGTEXT,
  text_default TEXT DEFAULT ('it''s \\ ü 😀'),
  blob_tiny TINYBLOB,
  blob_plain BLOB,
  blob_medium MEDIUMBLOB,
  blob_long LONGBLOB,
  bytes_fixed BINARY(4) NOT NULL DEFAULT X'00FF',
  bytes_text BINARY(8) DEFAULT 'abc',
  bytes_some VARBINARY(10) DEFAULT X'41C300FE',
  document JSON,
  document_default JSON DEFAULT (JSON_OBJECT('ü', 1)),
  moment TIMESTAMP NULL,
  moment_kept TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  moment_day DATETIME DEFAULT '2020-01-01 00:00:00',
  a_day DATE DEFAULT '2020-02-03',
  a_time TIME(3) DEFAULT '12:30:00.5',
  long_time TIME DEFAULT '-100:00:00',
  word_null VARCHAR(20) DEFAULT 'NULL',
  no_default VARCHAR(20) DEFAULT NULL,
  empty_text VARCHAR(20) NOT NULL DEFAULT '',
  looks_like_call VARCHAR(20) DEFAULT 'uuid()',
  a_call VARCHAR(20) DEFAULT (UPPER('it''s (')),
  emoji VARCHAR(20) DEFAULT 'x😀?',
  emoji_required VARCHAR(20) NOT NULL DEFAULT '😀',
  emoji_label ENUM('😀','b'),
  two_groups INT DEFAULT ((1 + 1) * (2 + 3)),
  latin CHAR(2) CHARACTER SET latin1 DEFAULT 'é',
  long_latin VARCHAR(20000) CHARACTER SET latin1,
  computed INT AS (two_groups * 2) VIRTUAL COMMENT 'never stored',
  commented VARCHAR(1) COMMENT 'a ''comment'' \\ ü'
) COMMENT = 'with a ''comment'' \\ ü';

CREATE TABLE places (
  id INT PRIMARY KEY,
  anything GEOMETRY NOT NULL,
  spot POINT NOT NULL,
  way LINESTRING,
  area POLYGON,
  spots MULTIPOINT,
  ways MULTILINESTRING,
  areas MULTIPOLYGON,
  mixed GEOMETRYCOLLECTION,
  SPATIAL INDEX spots_index (spot)
);

CREATE TABLE `odd ``name``` (
  `a ``column``` INT NOT NULL PRIMARY KEY,
  `sömething` VARCHAR(100) CHECK (`sömething` <> 'ü'),
  `% ? :x` TEXT,
  KEY `index ``name``` (`sömething`(10), `a ``column```),
  KEY `commented` (`a ``column```) COMMENT 'it''s an index'
);

CREATE TABLE two_keys (
  a INT NOT NULL,
  b INT NOT NULL,
  c INT,
  PRIMARY KEY (a, b),
  UNIQUE KEY other_order (b, a),
  UNIQUE KEY c (c)
);

CREATE TABLE referring (
  id INT NOT NULL PRIMARY KEY,
  a INT,
  b INT,
  c INT,
  d INT,
  CONSTRAINT in_order FOREIGN KEY (a, b) REFERENCES two_keys (a, b) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT in_other_order FOREIGN KEY (b, a) REFERENCES two_keys (b, a),
  CONSTRAINT restricted FOREIGN KEY (c) REFERENCES two_keys (c) ON DELETE RESTRICT ON UPDATE SET NULL,
  FOREIGN KEY (d) REFERENCES two_keys (c),
  CONSTRAINT again FOREIGN KEY (d) REFERENCES referring (id)
);

CREATE TABLE small (id INT PRIMARY KEY, a INT, KEY hashed (a) USING HASH, KEY sorted (a, id) USING BTREE) ENGINE = MEMORY;

CREATE TABLE old_format (id INT PRIMARY KEY) ENGINE = MyISAM ROW_FORMAT = FIXED MAX_ROWS = 1000 AVG_ROW_LENGTH = 100
  PACK_KEYS = 1 DELAY_KEY_WRITE = 1 AUTO_INCREMENT = 50;

CREATE TABLE redundant (id INT PRIMARY KEY) ROW_FORMAT = REDUNDANT STATS_SAMPLE_PAGES = 5;

CREATE TABLE of_hash (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 2;

CREATE TABLE prefixed_key (code VARCHAR(100) NOT NULL, PRIMARY KEY (code(20)));

-- mariadb:
CREATE TABLE addresses (u UUID DEFAULT '0a1b2c3d-4e5f-4000-8000-00000000000f', six INET6 DEFAULT '::1', four INET4);
CREATE TABLE kept (
  id INT PRIMARY KEY,
  since TIMESTAMP(6) GENERATED ALWAYS AS ROW START,
  until TIMESTAMP(6) GENERATED ALWAYS AS ROW END,
  notes TEXT COMPRESSED,
  PERIOD FOR SYSTEM_TIME (since, until)
) WITH SYSTEM VERSIONING;
CREATE TABLE long_unique (id INT PRIMARY KEY, url TEXT, UNIQUE KEY whole (url));
-- mysql:
CREATE TABLE expressions (id INT PRIMARY KEY, a VARCHAR(20), KEY one ((LOWER(a))), KEY mixed (a, (id + 1)));
-- both:
