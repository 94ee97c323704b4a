-- Migration 20261116101500_change_index of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: drop index book.book_by_pages
DROP INDEX "book_by_pages";

-- orm: add index book.book_by_pages
CREATE INDEX "book_by_pages" ON "book" ("pages", "title");

-- orm: alone
COMMIT;
