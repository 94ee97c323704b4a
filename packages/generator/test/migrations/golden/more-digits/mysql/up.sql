-- Migration 20261116101500_more_digits of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: alter column book.price
ALTER TABLE `book` MODIFY COLUMN `price` DECIMAL(12, 2);
