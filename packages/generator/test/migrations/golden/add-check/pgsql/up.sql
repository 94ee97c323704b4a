-- Migration 20261116101500_add_check of "app" for PostgreSQL

-- orm: add check book.book_long
ALTER TABLE "book" ADD CONSTRAINT "book_long" CHECK (pages > 0) NOT VALID;

-- orm: alone
-- orm: validate book.book_long
ALTER TABLE "book" VALIDATE CONSTRAINT "book_long";
