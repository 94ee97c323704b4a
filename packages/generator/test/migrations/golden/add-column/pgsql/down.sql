-- Undoes migration 20261116101500_add_column of "app" for PostgreSQL

-- orm: drop column book.pages
ALTER TABLE "book" DROP COLUMN "pages";

-- orm: drop column book.copies
ALTER TABLE "book" DROP COLUMN "copies";

-- orm: drop column book.added_at
ALTER TABLE "book" DROP COLUMN "added_at";
