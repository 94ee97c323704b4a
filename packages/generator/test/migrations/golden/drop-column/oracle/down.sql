-- Undoes migration 20261116101500_drop_column of "app" for Oracle

-- orm: add column book.pages
ALTER TABLE "BOOK" ADD ("PAGES" NUMBER(10));
