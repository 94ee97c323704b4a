-- Undoes migration 20261116101500_add_column of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: drop column book.pages
-- orm: drop column book.copies
-- orm: drop column book.added_at
ALTER TABLE `book`
  DROP COLUMN `pages`,
  DROP COLUMN `copies`,
  DROP COLUMN `added_at`,
  LOCK=NONE;
