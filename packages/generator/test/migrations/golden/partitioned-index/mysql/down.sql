-- Undoes migration 20261116101500_partitioned_index of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: drop index book.book_by_pages
ALTER TABLE `book` DROP INDEX `book_by_pages`;
