-- Undoes migration 20261116101500_add_primary_key of "app" for PostgreSQL

-- orm: drop primary key of book
ALTER TABLE "book" DROP CONSTRAINT "book_pkey";
