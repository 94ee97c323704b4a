-- Undoes migration 20261116101500_add_check of "app" for Oracle

-- orm: drop check book.book_long
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_LONG";
