SET sql_mode = '';
CREATE TABLE detailed (id INT PRIMARY KEY COMMENT 'the key', hidden INT DEFAULT 5 INVISIBLE, worked INT AS (hidden + 1) STORED INVISIBLE,
  day DATE NOT NULL DEFAULT '0000-00-00', at DATETIME DEFAULT '0000-00-00 00:00:00', words TEXT, KEY unused (hidden) INVISIBLE,
  KEY said (day) COMMENT 'it''s; said', KEY said_unused (day, hidden) COMMENT 'both' INVISIBLE) STATS_PERSISTENT=1;
CREATE TABLE backwards (id INT, at INT, PRIMARY KEY (id DESC, at) COMMENT 'backwards');
CREATE TABLE points_at (id INT PRIMARY KEY, detailed_id INT, KEY said (detailed_id) COMMENT 'for the key',
  CONSTRAINT to_detailed FOREIGN KEY (detailed_id) REFERENCES detailed (id));
CREATE TABLE held (id INT, PRIMARY KEY USING BTREE (id)) ENGINE=MEMORY;
