-- Undoes migration 20261116101500_partitioned_index of "app" for PostgreSQL

-- orm: drop index book.book_by_pages
DROP INDEX "book_by_pages";
