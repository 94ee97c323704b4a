-- Undoes migration 20261116101500_rename_column of "app" for PostgreSQL

-- orm: rename column book.headline to title
ALTER TABLE "book" RENAME COLUMN "headline" TO "title";
