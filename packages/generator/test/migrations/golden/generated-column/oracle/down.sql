-- Undoes migration 20261116101500_generated_column of "app" for Oracle

-- orm: drop column book.leaves
ALTER TABLE "BOOK" DROP COLUMN "LEAVES";
