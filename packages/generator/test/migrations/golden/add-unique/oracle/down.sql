-- Undoes migration 20261116101500_add_unique of "app" for Oracle

-- orm: drop index book.book_pages_once
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_PAGES_ONCE";
