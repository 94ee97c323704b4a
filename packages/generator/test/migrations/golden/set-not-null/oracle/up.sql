-- Migration 20261116101500_set_not_null of "app" for Oracle

-- orm: alter column book.title
ALTER TABLE "BOOK" MODIFY ("TITLE" NOT NULL);
