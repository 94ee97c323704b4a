-- Migration 20261116101500_add_column of "app" for PostgreSQL

-- orm: add column book.pages
ALTER TABLE "book" ADD COLUMN "pages" INTEGER;

-- orm: add column book.copies
ALTER TABLE "book" ADD COLUMN "copies" INTEGER DEFAULT 1 NOT NULL;

-- orm: add column book.added_at
ALTER TABLE "book" ADD COLUMN "added_at" TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP NOT NULL;
