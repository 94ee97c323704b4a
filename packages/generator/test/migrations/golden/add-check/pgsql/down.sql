-- Undoes migration 20261116101500_add_check of "app" for PostgreSQL

-- orm: drop check book.book_long
ALTER TABLE "book" DROP CONSTRAINT "book_long";
