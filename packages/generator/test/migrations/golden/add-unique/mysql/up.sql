-- Migration 20261116101500_add_unique of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add index book.book_pages_once
ALTER TABLE `book` ADD UNIQUE INDEX `book_pages_once` (`pages`), LOCK=NONE;
