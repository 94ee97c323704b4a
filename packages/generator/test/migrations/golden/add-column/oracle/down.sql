-- Undoes migration 20261116101500_add_column of "app" for Oracle

-- orm: drop column book.pages
ALTER TABLE "BOOK" DROP COLUMN "PAGES";

-- orm: drop column book.copies
ALTER TABLE "BOOK" DROP COLUMN "COPIES";

-- orm: drop column book.added_at
ALTER TABLE "BOOK" DROP COLUMN "ADDED_AT";
