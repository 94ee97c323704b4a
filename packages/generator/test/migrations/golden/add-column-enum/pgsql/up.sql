-- Migration 20261116101500_add_column_enum of "app" for PostgreSQL

-- orm: add column book.kind
ALTER TABLE "book" ADD COLUMN "kind" VARCHAR(5);

-- orm: add check book.book_c_d939aa
ALTER TABLE "book" ADD CONSTRAINT "book_c_d939aa" CHECK ("kind" IN ('paper', 'sound')) NOT VALID;

-- orm: alone
-- orm: validate book.book_c_d939aa
ALTER TABLE "book" VALIDATE CONSTRAINT "book_c_d939aa";
