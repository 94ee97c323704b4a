-- Migration 20261116101500_add_unique of "app" for Oracle

-- orm: add index book.book_pages_once
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_PAGES_ONCE" UNIQUE ("PAGES");
