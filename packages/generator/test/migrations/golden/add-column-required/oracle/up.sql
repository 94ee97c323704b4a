-- Migration 20261116101500_add_column_required of "app" for Oracle

-- orm: add column book.isbn
ALTER TABLE "BOOK" ADD ("ISBN" VARCHAR2(20 CHAR));

-- orm: fill column book.isbn
UPDATE "BOOK" SET "ISBN" = 'none' WHERE "ISBN" IS NULL;

-- orm: alter column book.isbn
ALTER TABLE "BOOK" MODIFY ("ISBN" NOT NULL);
