-- Undoes migration 20261116101500_rename_index of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: rename index book.pages_of_book to book_by_pages
ALTER TABLE `book` RENAME INDEX `pages_of_book` TO `book_by_pages`, LOCK=NONE;
