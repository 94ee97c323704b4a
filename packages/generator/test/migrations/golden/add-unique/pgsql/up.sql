-- Migration 20261116101500_add_unique of "app" for PostgreSQL

-- orm: alone
-- orm: add index book.book_pages_once
CREATE UNIQUE INDEX CONCURRENTLY "book_pages_once" ON "book" ("pages");

-- orm: add unique book.book_pages_once
ALTER TABLE "book" ADD CONSTRAINT "book_pages_once" UNIQUE USING INDEX "book_pages_once";
