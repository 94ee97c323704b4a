-- Migration 20261116101500_partitioned_index of "app" for PostgreSQL

-- orm: add index book.book_by_pages
CREATE INDEX "book_by_pages" ON "book" ("pages");
