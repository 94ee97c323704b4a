-- Undoes migration 20261116101500_rename_index of "app" for PostgreSQL

-- orm: rename index book.pages_of_book to book_by_pages
ALTER INDEX "pages_of_book" RENAME TO "book_by_pages";
