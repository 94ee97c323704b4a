-- Migration 20261116101500_larger_number of "app" for Oracle

-- orm: alter column book.pages
ALTER TABLE "BOOK" MODIFY ("PAGES" NUMBER(19));
