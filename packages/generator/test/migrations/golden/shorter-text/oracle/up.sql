-- Migration 20261116101500_shorter_text of "app" for Oracle

-- orm: alter column book.title
ALTER TABLE "BOOK" MODIFY ("TITLE" VARCHAR2(20 CHAR));
