-- Undoes migration 20261116101500_comment of "app" for Oracle

-- orm: set COMMENT of book
COMMENT ON TABLE "BOOK" IS '';

-- orm: alter column book.title
COMMENT ON COLUMN "BOOK"."TITLE" IS '';
