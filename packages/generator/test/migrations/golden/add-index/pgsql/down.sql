-- Undoes migration 20261116101500_add_index of "app" for PostgreSQL

-- orm: alone
-- orm: drop index book.book_by_pages
DROP INDEX CONCURRENTLY "book_by_pages";
