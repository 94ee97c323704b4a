-- Migration 20261116101500_partial_unique of "app" for PostgreSQL

-- orm: alone
-- orm: add index book.book_pages_once
CREATE UNIQUE INDEX CONCURRENTLY "book_pages_once" ON "book" ("pages")
  WHERE (pages > 10);
