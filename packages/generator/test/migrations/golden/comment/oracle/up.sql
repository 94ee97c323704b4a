-- Migration 20261116101500_comment of "app" for Oracle

-- orm: set COMMENT of book
COMMENT ON TABLE "BOOK" IS 'Everything in print';

-- orm: alter column book.title
COMMENT ON COLUMN "BOOK"."TITLE" IS 'What stands on the cover';
