-- Undoes migration 20261116101500_change_index of "app" for PostgreSQL

-- orm: alone
-- orm: add index book.book_by_pages_orm_new
CREATE INDEX CONCURRENTLY "book_by_pages_orm_new" ON "book" ("pages");

-- orm: drop index book.book_by_pages
DROP INDEX "book_by_pages";

-- orm: rename index book.book_by_pages_orm_new to book_by_pages
ALTER INDEX "book_by_pages_orm_new" RENAME TO "book_by_pages";
