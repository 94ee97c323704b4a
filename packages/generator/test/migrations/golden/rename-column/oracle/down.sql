-- Undoes migration 20261116101500_rename_column of "app" for Oracle

-- orm: rename column book.headline to title
ALTER TABLE "BOOK" RENAME COLUMN "HEADLINE" TO "TITLE";
