-- Migration 20261116101500_drop_not_null of "app" for PostgreSQL

-- orm: alter column book.title
ALTER TABLE "book" ALTER COLUMN "title" DROP DEFAULT, ALTER COLUMN "title" DROP NOT NULL;
