-- Undoes migration 20261116101500_change_primary_key of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: drop primary key of book
-- orm: add primary key of book
ALTER TABLE `book`
  DROP PRIMARY KEY,
  ADD PRIMARY KEY (`id`),
  LOCK=NONE;
