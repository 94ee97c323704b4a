-- Undoes migration 20261116101500_longer_text of "app" for PostgreSQL

-- orm: alter column book.title
ALTER TABLE "book" ALTER COLUMN "title" TYPE VARCHAR(50);
