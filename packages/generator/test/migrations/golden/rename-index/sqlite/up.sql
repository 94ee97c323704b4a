-- Migration 20261116101500_rename_index of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: drop index book.book_by_pages
DROP INDEX "book_by_pages";

-- orm: add index book.pages_of_book
CREATE INDEX "pages_of_book" ON "book" ("pages");

-- orm: alone
COMMIT;
