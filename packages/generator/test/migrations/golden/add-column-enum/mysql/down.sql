-- Undoes migration 20261116101500_add_column_enum of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: drop column book.kind
ALTER TABLE `book` DROP COLUMN `kind`, LOCK=NONE;
