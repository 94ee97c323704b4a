-- Migration 20261116101500_partitioned_index of "app" for Oracle

-- orm: add index book.book_by_pages
CREATE INDEX "BOOK_BY_PAGES" ON "BOOK" ("PAGES");
