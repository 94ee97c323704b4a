-- Undoes migration 20261116101500_partial_unique of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: drop index book.book_pages_once
DROP INDEX "book_pages_once";

-- orm: alone
COMMIT;
