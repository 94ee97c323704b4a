-- Undoes migration 20261116101500_drop_not_null of "app" for PostgreSQL

-- orm: alter column book.title
ALTER TABLE "book" ALTER COLUMN "title" SET DEFAULT 'none';

-- orm: add check book.book_title_orm_required
ALTER TABLE "book" ADD CONSTRAINT "book_title_orm_required" CHECK ("title" IS NOT NULL) NOT VALID;

-- orm: alone
-- orm: validate book.book_title_orm_required
ALTER TABLE "book" VALIDATE CONSTRAINT "book_title_orm_required";

-- orm: alter column book.title
ALTER TABLE "book" ALTER COLUMN "title" SET NOT NULL;

-- orm: drop check book.book_title_orm_required
ALTER TABLE "book" DROP CONSTRAINT "book_title_orm_required";
