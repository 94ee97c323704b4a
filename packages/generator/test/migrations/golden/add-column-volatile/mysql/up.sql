-- Migration 20261116101500_add_column_volatile of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add column book.mark
ALTER TABLE `book` ADD COLUMN `mark` VARCHAR(36), LOCK=NONE;

-- orm: alter column book.mark
ALTER TABLE `book` MODIFY COLUMN `mark` VARCHAR(36) DEFAULT (concat('m', rand())), LOCK=NONE;

-- orm: fill column book.mark
UPDATE `book` SET `mark` = (concat('m', rand())) WHERE `mark` IS NULL;

-- orm: alter column book.mark
ALTER TABLE `book` MODIFY COLUMN `mark` VARCHAR(36) DEFAULT (concat('m', rand())) NOT NULL, LOCK=NONE;
