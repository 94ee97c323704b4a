-- Undoes migration 20261116101500_text_without_end of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: alter column book.title
ALTER TABLE `book` MODIFY COLUMN `title` VARCHAR(50);
