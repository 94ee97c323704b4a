-- Migration 20261116101500_comment of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: set COMMENT of book
-- orm: alter column book.title
ALTER TABLE `book`
  COMMENT='Everything in print',
  MODIFY COLUMN `title` VARCHAR(50) COMMENT 'What stands on the cover',
  LOCK=NONE;
