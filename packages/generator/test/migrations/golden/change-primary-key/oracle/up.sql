-- Migration 20261116101500_change_primary_key of "app" for Oracle

-- orm: drop primary key of book
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_PK";

-- orm: add primary key of book
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_PK" PRIMARY KEY ("ID", "PART");
