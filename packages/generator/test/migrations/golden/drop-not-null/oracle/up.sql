-- Migration 20261116101500_drop_not_null of "app" for Oracle

-- orm: alter column book.title
ALTER TABLE "BOOK" MODIFY ("TITLE" DEFAULT NULL NULL);
