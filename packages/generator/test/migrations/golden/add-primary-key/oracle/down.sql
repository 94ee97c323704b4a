-- Undoes migration 20261116101500_add_primary_key of "app" for Oracle

-- orm: drop primary key of book
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_PK";
