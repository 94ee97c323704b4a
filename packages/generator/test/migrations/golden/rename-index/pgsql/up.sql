-- Migration 20261116101500_rename_index of "app" for PostgreSQL

-- orm: rename index book.book_by_pages to pages_of_book
ALTER INDEX "book_by_pages" RENAME TO "pages_of_book";
