-- Migration 20261116101500_rename_index of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: rename index book.book_by_pages to pages_of_book
ALTER TABLE `book` RENAME INDEX `book_by_pages` TO `pages_of_book`, LOCK=NONE;
