-- Migration 20261116101500_add_column_required of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add column book.isbn
ALTER TABLE `book` ADD COLUMN `isbn` VARCHAR(20), LOCK=NONE;

-- orm: fill column book.isbn
UPDATE `book` SET `isbn` = 'none' WHERE `isbn` IS NULL;

-- orm: alter column book.isbn
ALTER TABLE `book` MODIFY COLUMN `isbn` VARCHAR(20) NOT NULL, LOCK=NONE;
