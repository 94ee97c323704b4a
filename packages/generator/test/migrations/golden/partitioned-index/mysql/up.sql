-- Migration 20261116101500_partitioned_index of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add index book.book_by_pages
ALTER TABLE `book` ADD INDEX `book_by_pages` (`pages`);
