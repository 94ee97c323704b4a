-- Undoes migration 20261116101500_add_unique of "app" for PostgreSQL

-- orm: drop index book.book_pages_once
ALTER TABLE "book" DROP CONSTRAINT "book_pages_once";
