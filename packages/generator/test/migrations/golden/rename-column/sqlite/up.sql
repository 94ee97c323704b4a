-- Migration 20261116101500_rename_column of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: rename column book.title to headline
ALTER TABLE "book" RENAME COLUMN "title" TO "headline";

-- orm: alone
COMMIT;
