-- Migration 20261116101500_add_column of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add column book.pages
-- orm: add column book.copies
-- orm: add column book.added_at
ALTER TABLE `book`
  ADD COLUMN `pages` INT,
  ADD COLUMN `copies` INT DEFAULT 1 NOT NULL,
  ADD COLUMN `added_at` TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
  LOCK=NONE;
