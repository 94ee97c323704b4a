-- Undoes migration 20261116101500_rename_index of "app" for Oracle

-- orm: rename index book.pages_of_book to book_by_pages
ALTER INDEX "PAGES_OF_BOOK" RENAME TO "BOOK_BY_PAGES";
