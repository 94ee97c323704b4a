-- Undoes migration 20261116101500_drop_column of "app" for PostgreSQL

-- orm: add column book.pages
ALTER TABLE "book" ADD COLUMN "pages" INTEGER;
