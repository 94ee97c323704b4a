-- Migration 20261116101500_add_foreign_key of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add index book.book_author
ALTER TABLE `book` ADD INDEX `book_author` (`author_id`), LOCK=NONE;

-- orm: add foreign key book.book_author
ALTER TABLE `book` ADD CONSTRAINT `book_author` FOREIGN KEY (`author_id`)
    REFERENCES `author` (`id`);
