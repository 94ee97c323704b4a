-- Undoes migration 20261116101500_add_column_enum of "app" for PostgreSQL

-- orm: drop check book.book_c_d939aa
ALTER TABLE "book" DROP CONSTRAINT "book_c_d939aa";

-- orm: drop column book.kind
ALTER TABLE "book" DROP COLUMN "kind";
