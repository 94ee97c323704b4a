-- Undoes migration 20261116101500_add_column_enum of "app" for Oracle

-- orm: drop check book.book_c_d939aa
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_C_D939AA";

-- orm: drop column book.kind
ALTER TABLE "BOOK" DROP COLUMN "KIND";
