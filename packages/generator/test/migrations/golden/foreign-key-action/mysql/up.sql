-- Migration 20261116101500_foreign_key_action of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: drop foreign key book.book_author
ALTER TABLE `book` DROP FOREIGN KEY `book_author`, LOCK=NONE;

-- orm: add foreign key book.book_author
ALTER TABLE `book` ADD CONSTRAINT `book_author` FOREIGN KEY (`author_id`)
    REFERENCES `author` (`id`) ON DELETE CASCADE;
