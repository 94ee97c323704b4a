-- Undoes migration 20261116101500_rename_index of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: drop index book.pages_of_book
DROP INDEX "pages_of_book";

-- orm: add index book.book_by_pages
CREATE INDEX "book_by_pages" ON "book" ("pages");

-- orm: alone
COMMIT;
