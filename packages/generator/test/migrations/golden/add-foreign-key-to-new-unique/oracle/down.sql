-- Undoes migration 20261116101500_add_foreign_key_to_new_unique of "app" for Oracle

-- orm: drop foreign key book.book_author
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_AUTHOR";

-- orm: drop index author.author_name_once
ALTER TABLE "AUTHOR" DROP CONSTRAINT "AUTHOR_NAME_ONCE";

-- orm: drop column book.author_name
ALTER TABLE "BOOK" DROP COLUMN "AUTHOR_NAME";
