-- Migration 20261116101500_rename_column of "app" for PostgreSQL

-- orm: rename column book.title to headline
ALTER TABLE "book" RENAME COLUMN "title" TO "headline";
