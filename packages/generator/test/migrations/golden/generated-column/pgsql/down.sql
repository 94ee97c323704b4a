-- Undoes migration 20261116101500_generated_column of "app" for PostgreSQL

-- orm: drop column book.leaves
ALTER TABLE "book" DROP COLUMN "leaves";
