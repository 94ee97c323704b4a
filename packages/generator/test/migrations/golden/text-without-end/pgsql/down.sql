-- Undoes migration 20261116101500_text_without_end of "app" for PostgreSQL

-- orm: alter column book.title
ALTER TABLE "book" ALTER COLUMN "title" TYPE VARCHAR(50);
