-- Undoes migration 20261116101500_larger_number of "app" for PostgreSQL

-- orm: alter column book.pages
ALTER TABLE "book" ALTER COLUMN "pages" TYPE INTEGER USING "pages"::INTEGER;
