-- Undoes migration 20261116101500_partitioned_index of "app" for Oracle

-- orm: drop index book.book_by_pages
DROP INDEX "BOOK_BY_PAGES";
