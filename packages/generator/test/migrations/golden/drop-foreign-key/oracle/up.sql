-- Migration 20261116101500_drop_foreign_key of "app" for Oracle

-- orm: drop foreign key book.book_author
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_AUTHOR";
