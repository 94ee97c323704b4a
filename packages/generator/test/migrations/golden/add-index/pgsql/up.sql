-- Migration 20261116101500_add_index of "app" for PostgreSQL

-- orm: alone
-- orm: add index book.book_by_pages
CREATE INDEX CONCURRENTLY "book_by_pages" ON "book" ("pages");
