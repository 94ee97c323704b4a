-- Migration 20261116101500_add_column_volatile of "app" for Oracle

-- orm: add column book.mark
ALTER TABLE "BOOK" ADD ("MARK" VARCHAR2(36 CHAR) DEFAULT RAWTOHEX(SYS_GUID()) NOT NULL);
