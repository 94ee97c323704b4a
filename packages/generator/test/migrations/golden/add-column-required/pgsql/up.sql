-- Migration 20261116101500_add_column_required of "app" for PostgreSQL

-- orm: add column book.isbn
ALTER TABLE "book" ADD COLUMN "isbn" VARCHAR(20);

-- orm: alone
-- orm: fill column book.isbn
UPDATE "book" SET "isbn" = 'none' WHERE "isbn" IS NULL;

-- orm: add check book.book_isbn_orm_required
ALTER TABLE "book" ADD CONSTRAINT "book_isbn_orm_required" CHECK ("isbn" IS NOT NULL) NOT VALID;

-- orm: alone
-- orm: fill column book.isbn
UPDATE "book" SET "isbn" = 'none' WHERE "isbn" IS NULL;

-- orm: alone
-- orm: validate book.book_isbn_orm_required
ALTER TABLE "book" VALIDATE CONSTRAINT "book_isbn_orm_required";

-- orm: alter column book.isbn
ALTER TABLE "book" ALTER COLUMN "isbn" SET NOT NULL;

-- orm: drop check book.book_isbn_orm_required
ALTER TABLE "book" DROP CONSTRAINT "book_isbn_orm_required";
