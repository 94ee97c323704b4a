-- Undoes migration 20261116101500_partial_unique of "app" for PostgreSQL

-- orm: alone
-- orm: drop index book.book_pages_once
DROP INDEX CONCURRENTLY "book_pages_once";
