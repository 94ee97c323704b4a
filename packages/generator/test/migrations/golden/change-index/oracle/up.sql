-- Migration 20261116101500_change_index of "app" for Oracle

-- orm: drop index book.book_by_pages
DROP INDEX "BOOK_BY_PAGES";

-- orm: add index book.book_by_pages
CREATE INDEX "BOOK_BY_PAGES" ON "BOOK" ("PAGES", "TITLE");
