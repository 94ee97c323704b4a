-- Migration 20261116101500_rename_index of "app" for Oracle

-- orm: rename index book.book_by_pages to pages_of_book
ALTER INDEX "BOOK_BY_PAGES" RENAME TO "PAGES_OF_BOOK";
