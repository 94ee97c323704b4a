-- Migration 20261116101500_shorter_text of "app" for PostgreSQL

-- orm: alter column book.title
ALTER TABLE "book" ALTER COLUMN "title" TYPE VARCHAR(20);
