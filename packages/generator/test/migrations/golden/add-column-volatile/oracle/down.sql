-- Undoes migration 20261116101500_add_column_volatile of "app" for Oracle

-- orm: drop column book.mark
ALTER TABLE "BOOK" DROP COLUMN "MARK";
