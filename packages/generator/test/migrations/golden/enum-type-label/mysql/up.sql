-- Migration 20261116101500_enum_type_label of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: alter column book.mood
ALTER TABLE `book` MODIFY COLUMN `mood` ENUM('sad', 'calm', 'happy');
