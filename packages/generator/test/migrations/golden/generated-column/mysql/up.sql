-- Migration 20261116101500_generated_column of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add column book.leaves
ALTER TABLE `book` ADD COLUMN `leaves` INT GENERATED ALWAYS AS (pages * 2) STORED;
