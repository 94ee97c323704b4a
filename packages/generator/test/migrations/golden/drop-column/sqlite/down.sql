-- Undoes migration 20261116101500_drop_column of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: add column book.pages
ALTER TABLE "book" ADD COLUMN "pages" INTEGER;

-- orm: alone
COMMIT;
