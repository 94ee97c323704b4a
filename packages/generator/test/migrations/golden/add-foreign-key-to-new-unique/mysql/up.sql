-- Migration 20261116101500_add_foreign_key_to_new_unique of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: add index author.author_name_once
ALTER TABLE `author` ADD UNIQUE INDEX `author_name_once` (`name`), LOCK=NONE;

-- orm: add column book.author_name
-- orm: add index book.book_author
ALTER TABLE `book`
  ADD COLUMN `author_name` VARCHAR(50),
  ADD INDEX `book_author` (`author_name`),
  LOCK=NONE;

-- orm: add foreign key book.book_author
ALTER TABLE `book` ADD CONSTRAINT `book_author` FOREIGN KEY (`author_name`)
    REFERENCES `author` (`name`);
