-- Migration 20261116101500_add_primary_key of "app" for PostgreSQL

-- orm: alone
-- orm: add index book.book_pkey
CREATE UNIQUE INDEX CONCURRENTLY "book_pkey" ON "book" ("id");

-- orm: add primary key of book
ALTER TABLE "book" ADD CONSTRAINT "book_pkey" PRIMARY KEY USING INDEX "book_pkey";
