-- Migration 20261116101500_generated_column of "app" for PostgreSQL

-- orm: add column book.leaves
ALTER TABLE "book" ADD COLUMN "leaves" INTEGER GENERATED ALWAYS AS (pages * 2) STORED;
