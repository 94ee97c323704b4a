-- Undoes migration 20261116101500_add_column_volatile of "app" for PostgreSQL

-- orm: drop column book.mark
ALTER TABLE "book" DROP COLUMN "mark";
