-- Migration 20261116101500_rename_column of "app" for Oracle

-- orm: rename column book.title to headline
ALTER TABLE "BOOK" RENAME COLUMN "TITLE" TO "HEADLINE";
