-- Migration 20261116101500_enum_label_elsewhere of "app" for PostgreSQL

-- orm: drop check book.book_c_d939aa
ALTER TABLE "book" DROP CONSTRAINT "book_c_d939aa";

-- orm: add check book.book_c_d939aa
ALTER TABLE "book" ADD CONSTRAINT "book_c_d939aa" CHECK ("kind" IN ('film', 'paper', 'sound')) NOT VALID;

-- orm: alone
-- orm: validate book.book_c_d939aa
ALTER TABLE "book" VALIDATE CONSTRAINT "book_c_d939aa";
