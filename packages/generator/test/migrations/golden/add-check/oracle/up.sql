-- Migration 20261116101500_add_check of "app" for Oracle

-- orm: add check book.book_long
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_LONG" CHECK (pages > 0);
