-- Undoes migration 20261116101500_add_foreign_key_to_new_unique of "app" for MySQL and MariaDB

-- orm: alone
SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO');

-- orm: drop foreign key book.book_author
ALTER TABLE `book` DROP FOREIGN KEY `book_author`, LOCK=NONE;

-- orm: drop index author.author_name_once
ALTER TABLE `author` DROP INDEX `author_name_once`, LOCK=NONE;

-- orm: drop index book.book_author
-- orm: drop column book.author_name
ALTER TABLE `book`
  DROP INDEX `book_author`,
  DROP COLUMN `author_name`,
  LOCK=NONE;
