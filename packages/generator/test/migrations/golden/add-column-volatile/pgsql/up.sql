-- Migration 20261116101500_add_column_volatile of "app" for PostgreSQL

-- orm: add column book.mark (1 of 2)
ALTER TABLE "book" ADD COLUMN "mark" VARCHAR(36);

-- orm: add column book.mark (2 of 2)
ALTER TABLE "book" ALTER COLUMN "mark" SET DEFAULT gen_random_uuid()::text;

-- orm: alone
-- orm: fill column book.mark
UPDATE "book" SET "mark" = gen_random_uuid()::text WHERE "mark" IS NULL;

-- orm: add check book.book_mark_orm_required
ALTER TABLE "book" ADD CONSTRAINT "book_mark_orm_required" CHECK ("mark" IS NOT NULL) NOT VALID;

-- orm: alone
-- orm: validate book.book_mark_orm_required
ALTER TABLE "book" VALIDATE CONSTRAINT "book_mark_orm_required";

-- orm: alter column book.mark
ALTER TABLE "book" ALTER COLUMN "mark" SET NOT NULL;

-- orm: drop check book.book_mark_orm_required
ALTER TABLE "book" DROP CONSTRAINT "book_mark_orm_required";
