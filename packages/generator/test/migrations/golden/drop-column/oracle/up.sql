-- Migration 20261116101500_drop_column of "app" for Oracle

-- orm: drop column book.pages
ALTER TABLE "BOOK" DROP COLUMN "PAGES";
