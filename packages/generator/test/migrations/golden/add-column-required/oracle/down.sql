-- Undoes migration 20261116101500_add_column_required of "app" for Oracle

-- orm: drop column book.isbn
ALTER TABLE "BOOK" DROP COLUMN "ISBN";
