-- Undoes migration 20261116101500_partitioned_index of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: drop index book.book_by_pages
DROP INDEX "book_by_pages";

-- orm: alone
COMMIT;
