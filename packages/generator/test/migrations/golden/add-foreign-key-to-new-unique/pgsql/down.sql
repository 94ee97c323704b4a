-- Undoes migration 20261116101500_add_foreign_key_to_new_unique of "app" for PostgreSQL

-- orm: drop foreign key book.book_author
ALTER TABLE "book" DROP CONSTRAINT "book_author";

-- orm: drop index author.author_name_once
ALTER TABLE "author" DROP CONSTRAINT "author_name_once";

-- orm: drop column book.author_name
ALTER TABLE "book" DROP COLUMN "author_name";
