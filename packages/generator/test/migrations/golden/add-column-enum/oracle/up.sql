-- Migration 20261116101500_add_column_enum of "app" for Oracle

-- orm: add column book.kind
ALTER TABLE "BOOK" ADD ("KIND" VARCHAR2(5 CHAR));

-- orm: add check book.book_c_d939aa
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_C_D939AA" CHECK ("KIND" IN ('paper', 'sound'));
