-- Migration 20261116101500_add_primary_key of "app" for Oracle

-- orm: add primary key of book
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_PK" PRIMARY KEY ("ID");
